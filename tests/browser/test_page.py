"""People on the page: whole games by clicking, watching, coming back, playing together."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import PATIENCE, People, Server, check_access, picture

pytestmark = pytest.mark.browser
expect.set_options(timeout=PATIENCE)


READY = "() => document.querySelector('#outcome') || document.querySelector('button.choice:not([aria-pressed=true])')"


GONE_ON = "count => document.querySelector('#outcome') || document.querySelectorAll('#course > li').length > count"
CLICK_ON = """async onBoard => {
  const find = query => document.querySelector(query), count = () => document.querySelectorAll("#course > li").length;
  const until = async fits => { while (!fits()) await new Promise(go => setTimeout(go, 5)); };
  while (!find("#outcome")) {
    const spot = onBoard && find("#board").shadowRoot.querySelector(".can"), before = count();
    if (spot) {
      const {x, y, width, height} = spot.getBoundingClientRect();
      const at = {clientX: x + width / 2, clientY: y + height / 2};
      spot.dispatchEvent(new MouseEvent("click", {bubbles: true, composed: true, ...at}));
      if (find("#options .quiet")) find("button.choice").click();
    } else find("button.choice")?.click();
    await until(() => find("#outcome") || count() > before || !find("button.choice[aria-pressed=true]"));
    await until(() => find("#outcome") || find("button.choice:not([aria-pressed=true])"));
  }
}"""


def begin(page: Page, server: Server, game: str, chairs: dict[int, str] | None = None, **fields: str) -> None:
    """Opens a game from the lobby, as people do."""
    page.goto(server.url)
    page.locator(f'[id="game-{game}"]').check()
    for name, value in fields.items():
        field = page.locator(f"#{name}")
        if field.evaluate("field => field.tagName") == "SELECT":
            field.select_option(value)
        else:
            field.fill(value)
            field.dispatch_event("change")
    for seat, level in (chairs or {}).items():
        page.locator(f"#chair-{seat}").select_option(level)
    page.locator("#start").click()
    expect(page.locator("#board")).to_be_visible()


def finish(page: Page, *, on_board: bool) -> None:
    """Clicks until the game is over: on the board where that is possible, else on the first button. The first moves are
    made with the mouse; for the rest the page clicks itself, which is faster."""
    for _ in range(4):
        page.wait_for_function(READY)
        if page.locator("#outcome").count():
            return
        before = page.locator("#course > li").count()
        spots = page.locator("#board .can")
        if on_board and spots.count():
            spots.first.click(force=True)
            if page.locator("#options .quiet").count():  # several dice fit the box
                page.locator("button.choice").first.click()
        else:
            page.locator("button.choice").first.click()
        page.wait_for_function(GONE_ON, arg=before)
    page.evaluate(CLICK_ON, on_board)
    expect(page.locator("#outcome")).to_be_visible()


GAMES = {
    "sawhian": (True, {1: "novice", 2: "novice", 3: "novice"}, {}),
    "speed": (True, {1: "novice"}, {"seats": "2", "side": "9"}),
    "clever": (True, {}, {}),
    "gen1": (False, {1: "novice"}, {}),
    "examples/nim.py": (False, {1: "easy"}, {}),
}


@pytest.mark.covers("W28", "G22", "P30")
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_from_start_to_result_by_clicking(people: People, shared: Server, game: str) -> None:
    on_board, chairs, fields = GAMES[game]
    page = people.come()
    begin(page, shared, game, chairs, **fields)
    check_access(page)
    picture(page, f"{game.rpartition('/')[2]}-begin")
    finish(page, on_board=on_board)
    expect(page.locator("#status")).to_have_text("The game is over.")
    if game == "clever":
        expect(page.locator(".rating")).not_to_be_empty()
    check_access(page)
    picture(page, f"{game.rpartition('/')[2]}-end")


def test_ganz_schoen_clever_for_three(people: People, shared: Server) -> None:
    page = people.come()
    begin(page, shared, "clever", {1: "novice", 2: "easy"}, seats="3")
    for _ in range(6):
        page.locator("button.choice").first.click()
        page.wait_for_timeout(150)
    expect(page.locator(".seats li")).to_have_count(3)


def test_spe_ed_in_real_time_by_keys_with_a_countdown(people: People, shared: Server) -> None:
    page = people.come()
    begin(page, shared, "speed", {1: "novice"}, seats="2", side="14", pace="normal")
    expect(page.locator(".clock")).to_be_visible()
    expect(page.locator(".clock .count")).to_contain_text("Ready in")
    page.keyboard.press("ArrowLeft")
    expect(page.locator("button.choice[aria-pressed=true]")).to_have_text("Turn left")
    picture(page, "speed-real-time")
    page.locator("#outcome").wait_for()
    expect(page.locator("#course")).to_contain_text("You: turn left")


def test_agents_are_watched_paused_stepped_and_jumped_through(people: People, shared: Server) -> None:
    page = people.come()
    begin(page, shared, "sawhian", dict.fromkeys(range(4), "novice"))
    place = page.locator(".place")
    expect(page.locator("#play")).to_have_text("Pause")
    expect(place).to_have_text(re.compile(r"^[1-9]\d* / "))
    page.locator("#play").click()
    page.locator("#first").click()
    expect(place).to_have_text(re.compile(r"^0 / "))
    page.locator("#next").click()
    expect(place).to_have_text(re.compile(r"^1 / "))
    page.wait_for_function("() => Number(document.querySelector('#slider').max) > 7")
    page.locator("#slider").fill("7")
    expect(place).to_have_text(re.compile(r"^7 / "))
    assert page.url.endswith("#7")
    picture(page, "watch")
    check_access(page)
    page.locator("button#last").click()
    expect(page.locator("#outcome")).to_be_visible()


def test_a_replay_is_shared_by_its_link_and_can_be_taken_away(people: People, shared: Server) -> None:
    page = people.come()
    begin(page, shared, "examples/nim.py", {1: "novice"})
    finish(page, on_board=False)
    page.locator("#replay").click()
    expect(page.locator(".place")).to_have_text(re.compile(r"^1 / "))
    link = page.url.partition("#")[0] + "#2"
    other = people.come()
    other.goto(link)
    expect(other.locator(".place")).to_have_text(re.compile(r"^2 / "))
    expect(other.locator("button.choice")).to_have_count(0)
    picture(other, "replay")
    for name, start in (("JSON", b'{"format"'), ("SVG", b"<svg"), ("PNG", b"\x89PNG"), ("GIF", b"GIF8")):
        with other.expect_download() as download:
            other.locator(".downloads a", has_text=name).click()
        assert download.value.path().read_bytes().startswith(start)
    page.goto(shared.url)
    expect(page.locator(".games li").first).to_contain_text("Nim")
    picture(page, "lobby")
    check_access(page)


def test_a_reload_and_a_killed_server_in_mid_game_lose_nothing(server: Server, people: People) -> None:
    page = people.come()
    begin(page, server, "sawhian", {1: "novice", 2: "novice", 3: "novice"})
    for turns in (5, 9):
        page.locator("#board .can").first.click(force=True)
        expect(page.locator("#course > li")).to_have_count(turns)
        expect(page.locator("#status")).to_have_text("Your turn")
    told = page.locator("#course").inner_text()
    page.reload()
    expect(page.locator("#status")).to_have_text("Your turn")
    assert page.locator("#course").inner_text() == told
    server.kill()
    expect(page.locator("#banner")).to_contain_text("connection is lost")
    picture(page, "lost")
    server.start()
    expect(page.locator("#banner")).to_be_empty()
    assert page.locator("#course").inner_text() == told
    page.locator("#board .can").first.click(force=True)
    expect(page.locator("#course > li")).to_have_count(13)
    page.locator("#act-undo").click()
    expect(page.locator("#course > li")).to_have_count(9)
    # While nobody answered, the browser said so.
    people.errors[:] = [error for error in people.errors if "WebSocket connection to" not in error]


def test_two_browsers_in_one_room(people: People, shared: Server) -> None:
    one, other = people.come(), people.come()
    begin(one, shared, "tictactoe", {1: "open"}, name="Ann")
    expect(one.locator("#status")).to_have_text("Waiting for players.")
    picture(one, "room")
    check_access(one)
    other.goto(one.url)
    other.locator("#sit-1").click()
    expect(other.locator(".seats .mine")).to_have_count(1)
    for page in (one, other) * 3 + (one,):
        expect(page.locator("#status")).to_have_text("Your turn")
        page.locator("button.choice").first.click()
    expect(one.locator("#outcome")).to_have_text("You win!")
    expect(other.locator("#outcome")).to_have_text("Won: Ann")


def test_two_tabs_the_back_button_and_a_double_click(people: People, shared: Server) -> None:
    page = people.come()
    begin(page, shared, "tictactoe", {1: "novice"})
    second = people.watch(page.context.new_page())
    second.goto(page.url)
    page.locator("button.choice").first.dblclick()
    expect(page.locator("#course > li")).to_have_count(3)
    expect(second.locator("#course > li")).to_have_count(3)
    page.go_back()
    expect(page.locator("#start")).to_be_visible()
    page.go_forward()
    expect(page.locator("#course > li")).to_have_count(3)
    second.locator("button.choice").first.click()
    expect(page.locator("#course > li")).to_have_count(5)


def test_a_page_that_is_older_than_the_server_says_so(people: People, shared: Server) -> None:
    page = people.come()

    def upgraded(socket: WebSocketRoute) -> None:
        line = socket.connect_to_server()
        line.on_message(lambda text: socket.send(str(text).replace('"version": "', '"version": "9.')))

    page.route_web_socket("**/ws/*", upgraded)
    begin(page, shared, "rps", {1: "novice"})
    expect(page.locator("#banner")).to_contain_text("newer than this page")
    expect(page.locator("#banner button")).to_be_visible()


@pytest.mark.parametrize("game", ["sawhian", "speed", "clever", "gen1"])
def test_a_phone(people: People, shared: Server, game: str) -> None:
    page = people.come(360, 740, has_touch=True, is_mobile=True)
    page.goto(shared.url)
    expect(page.locator("#start")).to_be_visible()
    check_access(page)
    if game == "sawhian":
        picture(page, "phone-lobby")
    begin(page, shared, game)
    expect(page.locator("button.choice").first).to_be_visible()
    page.locator("button.choice").first.tap()
    page.wait_for_function("() => document.querySelectorAll('#course > li').length > 1")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    check_access(page)
    picture(page, f"phone-{game}")


def test_dark_and_german(people: People, shared: Server) -> None:
    page = people.come(color_scheme="dark")
    page.goto(shared.url)
    page.locator('.tools select[aria-label="Language"]').select_option("de")
    expect(page.locator("h1")).to_have_text("Was wollen wir spielen?")
    assert page.evaluate("document.documentElement.lang") == "de"
    picture(page, "lobby-dark")
    check_access(page)
    begin(page, shared, "speed", {}, seats="3", side="20")
    expect(page.locator("button.choice").first).to_have_text("Nichts ändern")
    picture(page, "speed-dark")
    check_access(page)
    page.locator('.tools select[aria-label="Farben"]').select_option("light")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")
    check_access(page)


def test_all_of_it_works_with_the_keyboard_alone(people: People, shared: Server) -> None:
    page = people.come()
    page.goto(shared.url)
    page.locator('[id="game-tictactoe"]').focus()
    page.keyboard.press("Space")
    page.locator("#start").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_have_text("Your turn")
    page.keyboard.press("1")
    page.wait_for_function("() => document.querySelectorAll('#course > li').length === 3")
    page.locator("button.choice").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('#course > li').length > 3")


def test_no_game_at_a_link_says_so(people: People, shared: Server) -> None:
    page = people.come()
    page.goto(f"{shared.url}/g/nothing")
    expect(page.locator("#banner")).to_have_text("There is no game at this link.")
    check_access(page)
