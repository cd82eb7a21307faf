"""People understand a game: an analysis with its worst mistakes, overlays, and consent where several play."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PATIENCE, People, Server, check_access, picture
from tests.browser.test_page import begin, finish
from tests.learn.test_watch import made

pytestmark = pytest.mark.browser
expect.set_options(timeout=PATIENCE)
LONG = 4 * PATIENCE
"""For analyses, whose process steps back behind all others."""


def analyse(page: Page, strength: str = "quick") -> None:
    """Asks for an analysis and waits for it."""
    page.locator("#strength").select_option(strength)
    page.locator("#analyse").click()
    expect(page.locator("#sums")).to_be_visible(timeout=LONG)


def test_an_analysis_names_the_worst_mistakes_and_leads_to_them(people: People, shared: Server) -> None:
    page = people.come(1400, 1000)
    begin(page, shared, "sawhian", dict.fromkeys(range(4), "novice"))
    page.locator("#play").click()
    page.locator("button#last").click()
    expect(page.locator("#outcome")).to_be_visible()
    analyse(page)
    mistakes = page.locator("#mistakes .mistake")
    expect(mistakes).to_have_count(3)
    expect(mistakes.first).to_contain_text(re.compile(r"Move \d+, .+ cost \d"))
    check_access(page)
    picture(page, "analysis")

    found = re.search(r"Move (\d+)", mistakes.first.inner_text())
    assert found is not None
    place = int(found[1]) - 1
    mistakes.first.click()
    expect(page.locator(".place")).to_have_text(re.compile(rf"^{place} / "))
    expect(page.locator("#move-title")).to_have_text(f"At position {place}")
    expect(page.locator("#move .verdict")).to_contain_text("better:")
    expect(page.locator("#move .played")).to_have_count(1)
    expect(page.locator("#move .tuple").first).to_be_visible()
    assert page.url.endswith(f"#{place}")

    page.locator("#chart #turn-5").click()
    expect(page.locator(".place")).to_have_text(re.compile(r"^4 / "))
    expect(page.locator("#chart .an-turn.now")).to_have_attribute("id", "turn-5")

    page.locator("#act-overlay").click()
    expect(page.locator("#board #value-0")).to_be_visible()
    picture(page, "analysis-sawhian")
    page.locator(".tree summary").click()
    expect(page.locator("#tree .sw-node").first).to_be_visible()
    page.locator("#from-seat").select_option("2")
    for mistake in mistakes.all_inner_texts():
        assert "Novice 3:" in mistake
    page.locator("#steps summary").click()
    check_access(page)
    with page.expect_download() as download:
        page.locator("#report").click()
    assert download.value.path().read_text("utf-8").startswith("<!DOCTYPE html>")

    page.reload()  # it is kept
    expect(page.locator("#sums")).to_be_visible()
    page.goto(shared.url)
    expect(page.locator(".games .study").first).to_have_text("Analyse")


def test_an_analysis_goes_on_while_nobody_looks(people: People, shared: Server) -> None:
    page = people.come()
    begin(page, shared, "clever", {0: "easy"})
    page.locator("button#last").click()
    expect(page.locator("#outcome")).to_be_visible()
    link = page.url.partition("#")[0]
    page.locator("#strength").select_option("usual")
    page.locator("#analyse").click()
    expect(page.locator("#progress")).to_be_visible()
    check_access(page)
    picture(page, "analysis-progress")
    page.goto(shared.url)
    expect(page.locator("#start")).to_be_visible()
    page.goto(link)
    expect(page.locator("#sums")).to_be_visible(timeout=LONG)
    expect(page.locator("#sums")).to_contain_text("luck")
    page.locator("#mistakes .mistake").first.click()
    page.locator("#act-overlay").click()
    expect(page.locator("#board #value")).to_be_visible()
    picture(page, "analysis-clever")
    page.locator('.tools select[aria-label="Language"]').select_option("de")
    expect(page.locator("#analysis-title")).to_have_text("Analyse")
    expect(page.locator("#chart text").first).to_have_text("Erwartete Punkte")
    page.locator('.tools select[aria-label="Farben"]').select_option("dark")
    check_access(page)
    picture(page, "analysis-german")


def test_regions_and_battlefronts_lie_over_a_board_of_spe_ed(people: People, shared: Server) -> None:
    page = people.come()
    begin(page, shared, "speed", {1: "fair", 2: "fair"}, seats="3", side="20")
    expect(page.locator("#board #region-0")).to_have_count(0)
    page.locator("#act-overlay").click()
    expect(page.locator("#board #region-0")).to_be_visible()
    expect(page.locator("#board .can").first).to_be_visible()
    page.locator("button.choice").first.click()
    expect(page.locator("#course > li")).to_have_count(2)
    expect(page.locator("#board #fronts")).to_have_count(1)
    check_access(page)
    picture(page, "overlay-speed")
    page.locator("#act-overlay").click()
    expect(page.locator("#board #region-0")).to_have_count(0)


def test_beliefs_about_the_other_team(people: People, shared: Server) -> None:
    page = people.come()
    begin(page, shared, "gen1", {1: "novice"})
    expect(page.locator(".beliefs")).to_have_count(0)
    page.locator("#act-overlay").click()
    expect(page.locator(".beliefs tr").first).to_contain_text("%")
    check_access(page)
    begin(page, shared, "gen1", {0: "novice", 1: "novice"})
    page.locator("button#last").click()
    expect(page.locator("#outcome")).to_be_visible()
    analyse(page)
    page.locator("#mistakes .mistake").first.click()
    expect(page.locator("#move .beliefs").first).to_be_visible()
    page.locator("#from-seat").select_option("1")
    picture(page, "analysis-gen1")
    check_access(page)


def test_thoughts_are_off_in_a_room_until_both_agree(people: People, shared: Server) -> None:
    one, other = people.come(), people.come()
    begin(one, shared, "sawhian", {1: "open", 2: "novice", 3: "novice"}, name="Ann")
    other.goto(one.url)
    other.locator("#sit-1").click()
    expect(one.locator("#status")).to_have_text("Your turn")
    expect(one.locator("#consent")).to_contain_text("off until everybody")
    for page in (one, other):
        expect(page.locator("#act-hint")).to_have_count(0)
        expect(page.locator("#act-overlay")).to_have_count(0)
    one.locator("#act-agree").click()
    expect(other.locator(".seats li").first).to_contain_text("agrees to thoughts")
    expect(one.locator("#act-hint")).to_have_count(0)
    other.locator("#act-agree").click()
    expect(one.locator("#consent")).to_contain_text("All agree")
    expect(one.locator("#act-hint")).to_be_visible()
    expect(one.locator("#act-overlay")).to_be_visible()
    check_access(one)
    picture(one, "consent")
    other.locator("#act-agree").click()
    expect(one.locator("#act-hint")).to_have_count(0)


def test_an_analysis_on_a_phone(people: People, shared: Server) -> None:
    page = people.come(360, 740, has_touch=True, is_mobile=True)
    begin(page, shared, "examples/nim.py", {1: "novice"})
    finish(page, on_board=False)
    analyse(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("#sums").scroll_into_view_if_needed()
    check_access(page)
    picture(page, "phone-analysis")


def test_a_learning_curve_grows_while_the_training_goes_on(people: People, shared: Server) -> None:
    log = [{"round": n, "loss": 1 / (n + 1), "score": 100.0 + n, "games": 10} for n in range(12)]
    run = made(shared.folder / "runs" / "clever-td-1", log[:3], options={"rounds": 12})
    page = people.come()
    page.goto(shared.url)
    page.locator("#runs a").click()
    line = page.locator(".curve #line-0").first
    expect(line).to_have_attribute("data-points", "3")
    expect(page.locator("#run-about")).to_contain_text("3 of 12 steps")
    check_access(page)
    with (run / "log.jsonl").open("a") as file:
        file.writelines(json.dumps(one) + "\n" for one in log[3:])
    expect(line).to_have_attribute("data-points", "12")
    (run / "result.json").write_text("{}")
    expect(page.locator("#run-about")).to_contain_text("finished")
    picture(page, "training")
    page.locator('.tools select[aria-label="Language"]').select_option("de")
    expect(page.locator("#run-about")).to_contain_text("fertig")
    expect(page.locator(".curve text").first).to_have_text("Punkte")
    check_access(page)
