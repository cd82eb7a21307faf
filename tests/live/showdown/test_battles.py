"""Battles against a scripted server: one as it was, and everything that may go wrong in one."""

from __future__ import annotations

import json
import random
import time
from typing import Any

import pytest

from reineke import Dice, _core
from reineke.agent import Agent, Decision
from reineke.game import GameError
from reineke.games import load
from reineke.live.showdown import Care, Limits, Plan, summarise
from reineke.live.showdown.record import read, views
from tests.live.showdown.puppet import CHOICES, RECORD, ROOM, Client, Parrot, Server, Talk, choose, steps, told

pytestmark = pytest.mark.filterwarnings("error")


def start(talk: Talk) -> None:
    talk.login()
    talk.begin()


def whole(talk: Talk) -> None:
    start(talk)
    talk.finish()
    talk.wait()


def test_a_recorded_battle_is_played_as_it_was(tmp_path: Any) -> None:
    file = tmp_path / "battles.jsonl"
    with Server(whole) as server:
        (result,) = Client(server.url, records=file).done()
    assert result["status"] == "won"
    assert result["opponent"] == "foxtwo"
    assert result["protocol_errors"] == 0
    assert len(result["seconds"]) == len(CHOICES)
    (record,) = read(file)
    assert [entry["choice"] for entry in record["choices"]] == CHOICES
    game = load("gen1")
    known = list(views(record, game))
    assert len(known) == len(CHOICES)
    for view, entry in known:
        assert game.parse_action(entry["decision"]["action"]) in view.legal


def test_unknown_and_truncated_lines_are_logged_and_left_out() -> None:
    def script(talk: Talk) -> None:
        start(talk)
        for number in talk.battle():
            if number == 3:
                talk.send("|-sparkle|p1a: Ditto|pink", "|-crit", "|c|☆foxtwo|turn|9", "plain|words", room=ROOM)
                talk.send("", room=ROOM)
        talk.wait()

    with Server(script) as server:
        client = Client(server.url)
        (result,) = client.done()
    assert result["status"] == "won"
    assert result["protocol_errors"] == 1
    assert len(client.said("an unknown line is left out: |-sparkle|")) == 1
    assert len(client.said("the line is cut off")) == 1


def test_a_broken_line_is_mended_by_coming_back(tmp_path: Any) -> None:
    def first(talk: Talk) -> None:
        start(talk)
        for _ in talk.battle(end=5):
            pass
        lines, request = steps()[5]
        talk.send(*lines, room=ROOM)
        assert request is not None
        talk.send(request, room=ROOM)
        talk.chosen(5)  # but the answer is lost

    def second(talk: Talk) -> None:
        talk.login()
        talk.hear(f"|/join {ROOM}")
        talk.send(*told(5), room=ROOM)
        request = steps()[5][1]
        assert request is not None
        talk.send(request, room=ROOM)
        talk.chosen(5)
        talk.finish(6)
        talk.wait()

    file = tmp_path / "battles.jsonl"
    with Server(first, second) as server:
        client = Client(server.url, records=file)
        (result,) = client.done()
    assert (result["status"], result["protocol_errors"], client.reconnects) == ("won", 0, 1)
    assert len(result["seconds"]) == len(CHOICES)
    (record,) = read(file)
    assert len(list(views(record, load("gen1")))) == len(CHOICES)


def test_a_client_that_starts_in_the_middle_plays_on() -> None:
    def script(talk: Talk) -> None:
        talk.login()
        talk.send(f'|updatesearch|{{"searching":[],"games":{{"{ROOM}":"[Gen 1] Random Battle"}}}}')
        talk.hear(f"|/join {ROOM}")
        talk.send(*told(6), room=ROOM)
        request = steps()[6][1]
        assert request is not None
        talk.send(request, room=ROOM)
        talk.chosen(6)
        talk.finish(7)
        talk.wait()

    with Server(script) as server:
        (result,) = Client(server.url, Plan(accept=()), Parrot(6)).done()
    assert (result["status"], result["protocol_errors"]) == ("won", 0)


def test_a_server_that_restarts_costs_the_battle_and_no_more() -> None:
    def first(talk: Talk) -> None:
        start(talk)
        for _ in talk.battle(end=4):
            pass

    def second(talk: Talk) -> None:
        talk.login()
        talk.hear(f"|/join {ROOM}")
        talk.send('|noinit|nonexistent|The room "x" does not exist.', room=ROOM)
        talk.begin()
        talk.finish()
        talk.wait()

    class Twice(Parrot):
        def start(self, game: Any, seat: int, seed: int) -> None:
            self.words = Parrot().words

    with Server(first, second) as server:
        client = Client(server.url, Plan(challenge="foxtwo", battles=2), Twice())
        results = client.done()
    assert [result["status"] for result in results] == ["aborted", "won"]
    assert "does not exist" in results[0]["message"]
    assert summarise(results).aborts == 1


def test_a_server_that_stays_away_ends_the_run() -> None:
    def script(talk: Talk) -> None:
        start(talk)
        for _ in talk.battle(end=2):
            pass

    server = Server(script)
    client = Client(server.url, limits=Limits(retry=1.0))
    server.__exit__(None, None, None)
    with pytest.raises(GameError, match="cannot connect"):
        client.done()
    assert [result["status"] for result in client.results] in ([], ["aborted"])


@pytest.mark.parametrize(
    ("message", "winner", "status", "timer"),
    [
        ("foxtwo forfeited.", "foxone", "won", False),
        ("foxtwo lost due to inactivity.", "foxone", "won", False),
        ("foxone lost due to inactivity.", "foxtwo", "lost", True),
    ],
)
def test_a_battle_may_end_early(message: str, winner: str, status: str, timer: bool) -> None:
    def script(talk: Talk) -> None:
        start(talk)
        for _ in talk.battle(end=3):
            pass
        talk.send(f"|-message|{message}", "|", f"|win|{winner}", room=ROOM)
        talk.wait()

    with Server(script) as server:
        (result,) = Client(server.url).done()
    assert (result["status"], result["message"], result["timer_loss"]) == (status, message, timer)
    assert result["protocol_errors"] == 0


def test_a_choice_that_is_refused_is_replaced_by_a_safe_one() -> None:
    def script(talk: Talk) -> None:
        start(talk)
        talk.send(*steps()[0][0], room=ROOM)
        talk.send(str(steps()[0][1]), room=ROOM)
        talk.chosen(0)
        refused = "|error|[Invalid choice] Can't move: it does not want to"
        for _ in range(3):
            talk.send(refused, room=ROOM)
            talk.hear("/choose")
        talk.send("|-message|foxtwo forfeited.", "|win|foxone", room=ROOM)
        talk.wait()

    with Server(script) as server:
        (result,) = Client(server.url).done()
    choices = [text.split("/choose ")[1].split("|")[0] for text in server.said[0] if "/choose" in text]
    assert choices == [CHOICES[0], "move 1", "move 2", "move 4"]
    assert CHOICES[0] == "move 3"
    assert (result["status"], result["protocol_errors"]) == ("won", 3)


def test_an_unavailable_choice_is_chosen_again_from_the_next_request() -> None:
    def script(talk: Talk) -> None:
        start(talk)
        talk.send(*steps()[0][0], room=ROOM)
        talk.send(str(steps()[0][1]), room=ROOM)
        talk.chosen(0)
        talk.send("|error|[Unavailable choice] Can't move: it is disabled", room=ROOM)
        talk.send(str(steps()[0][1]), room=ROOM)
        talk.hear(choose(1).split("|")[1].split("|")[0])  # the parrot's next word
        talk.send("|-message|foxtwo forfeited.", "|win|foxone", room=ROOM)
        talk.wait()

    with Server(script) as server:
        (result,) = Client(server.url).done()
    assert (result["status"], result["protocol_errors"]) == ("won", 1)


def test_an_answer_that_is_too_late_is_no_error() -> None:
    def script(talk: Talk) -> None:
        start(talk)
        for number in talk.battle():
            if number == 2:
                talk.send("|error|[Invalid choice] Sorry, too late to make a different move", room=ROOM)
        talk.wait()

    with Server(script) as server:
        (result,) = Client(server.url).done()
    assert (result["status"], result["protocol_errors"]) == ("won", 0)


def test_a_request_that_comes_before_its_lines_waits_for_them() -> None:
    def script(talk: Talk) -> None:
        start(talk)
        for number, (lines, request) in enumerate(steps()):
            if request is not None and number:
                talk.send(request, room=ROOM)
                if number == 3:
                    time.sleep(0.5)
            talk.send(*lines, room=ROOM)
            if request is not None and not number:
                talk.send(request, room=ROOM)
            if request is not None:
                talk.chosen(number)
        talk.wait()

    with Server(script) as server:
        (result,) = Client(server.url, care=Care(20.0, timer=False, settle=20.0)).done()
    assert (result["status"], result["protocol_errors"]) == ("won", 0)


def broken_request(change: dict[str, Any]) -> str:
    request = json.loads(str(steps()[0][1]).removeprefix("|request|"))
    return "|request|" + json.dumps({**request, **change})


@pytest.mark.parametrize(
    ("request_line", "answer"),
    [
        (broken_request({"active": [{"moves": [{"id": "psychic", "pp": 16}], "trapped": True}]}), "move 1"),
        (broken_request({"forceSwitch": [True], "active": []}), "switch 2"),
        (broken_request({"side": {"id": "p2", "pokemon": []}}), "default"),
        (str(steps()[0][1])[:200], "default"),
    ],
)
def test_a_request_that_does_not_fit_gets_a_safe_answer(request_line: str, answer: str) -> None:
    def script(talk: Talk) -> None:
        start(talk)
        talk.send(*steps()[0][0], room=ROOM)
        talk.send(request_line, room=ROOM)
        assert f"/choose {answer}" in talk.hear("/choose")
        talk.send("|-message|foxtwo forfeited.", "|win|foxone", room=ROOM)
        talk.wait()

    with Server(script) as server:
        (result,) = Client(server.url).done()
    assert (result["status"], result["protocol_errors"]) == ("won", 1)


class Stuck(Agent):
    """Says something, and is never heard of again until it is told to stop."""

    def decide(self, view: Any, budget: Any, stop: Any = None, progress: Any = None) -> Decision:
        progress(Decision(view.legal[-1]))
        while not stop.is_set():
            pass
        raise RuntimeError("stuck")


def test_an_agent_that_does_not_answer_has_its_last_word_sent() -> None:
    def script(talk: Talk) -> None:
        start(talk)
        talk.send(*steps()[0][0], "|inactive|Time left: 4 sec this turn | 4 sec total", room=ROOM)
        talk.send(str(steps()[0][1]), room=ROOM)
        talk.hear("/choose switch")
        talk.send("|-message|foxtwo forfeited.", "|win|foxone", room=ROOM)
        talk.wait()

    with Server(script) as server:
        (result,) = Client(server.url, agent=Stuck(), care=Care(seconds=50.0, timer=False)).done()
    assert (result["status"], result["protocol_errors"]) == ("won", 0)


class Wrong(Agent):
    """Fails in every way that there is."""

    def decide(self, view: Any, budget: Any, stop: Any = None, progress: Any = None) -> Decision:
        raise SystemExit("not an Exception")


def test_an_agent_that_fails_costs_strength_only() -> None:
    def script(talk: Talk) -> None:
        start(talk)
        talk.send(*steps()[0][0], room=ROOM)
        talk.send(str(steps()[0][1]), room=ROOM)
        talk.hear("/choose")
        talk.send("|-message|foxtwo forfeited.", "|win|foxone", room=ROOM)
        talk.wait()

    with Server(script) as server:
        client = Client(server.url, agent=Wrong(), care=Care(seconds=1.0, timer=False))
        (result,) = client.done()
    assert (result["status"], result["protocol_errors"]) == ("won", 0)
    assert client.said("the agent failed in decide: SystemExit")


def test_nothing_that_a_server_says_breaks_the_player() -> None:
    """Lines left out, doubled, exchanged and cut: whatever is made of them, it is a choice or a refusal."""
    rng, game = random.Random(7), load("gen1")
    refused = answered = 0
    for _ in range(60):
        core = _core.Gen1Seat()
        for side, name in enumerate(RECORD["names"]):
            core.name(side, name)
        for line in spoilt(RECORD["log"], rng):
            try:
                if line.startswith("|request|"):
                    core.ask(line.removeprefix("|request|"), trust=True)
                    info, _, legal = core.view()
                    assert legal
                    game.sample(info, 1, Dice(1))
                    answered += 1
                else:
                    core.hear(line)
            except ValueError:
                refused += 1
    assert refused > 100
    assert answered > 100


def spoilt(log: list[str], rng: random.Random) -> list[str]:
    lines = list(log)
    for _ in range(rng.randint(1, 8)):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        match rng.randrange(4):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, lines[other])
            case 2:
                lines[at], lines[other] = lines[other], lines[at]
            case _:
                lines[at] = lines[at][: rng.randint(1, len(lines[at]))]
    return lines
