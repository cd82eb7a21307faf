"""One position in, one Decision out."""

from __future__ import annotations

import pytest

from tests.cli.conftest import ROOT, Command

BOARD = {
    "board": ".0...../1....../......3/......./......./......./2......",
    "hand": [6, 6, 6, 6],
    "points": [0, 0, 0, 0],
    "alive": [1, 1, 1, 1],
    "mover": 0,
}
TEXT = ".0...../1....../......3/......./......./......./2...... 6666 0000 1111 0"


def without_time(decision: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in decision.items() if key != "seconds"}


def test_the_json_is_the_decision_alone(reineke: Command) -> None:
    decision = reineke("decide", "tictactoe", "xx./oo./... x", "--nodes", "300", "--json").json()
    assert decision["action"] == "c1"
    assert decision["proven"]
    assert {"value", "choices", "depth", "nodes", "line", "seconds"} <= decision.keys()


def test_text_json_and_stdin_mean_the_same_position(reineke: Command) -> None:
    import json

    rest = ("--depth", "3", "--agent", "maxn(eval=seed)", "--json")
    decisions = [
        without_time(reineke("decide", "sawhian", TEXT, *rest).json()),
        without_time(reineke("decide", "sawhian", json.dumps(BOARD), *rest).json()),
        without_time(reineke("decide", "sawhian", "-", *rest, stdin=TEXT + "\n").json()),
        without_time(reineke("decide", "sawhian", "-", *rest, stdin=json.dumps(BOARD, indent=2)).json()),
    ]
    assert decisions == [decisions[0]] * 4
    assert decisions[0]["depth"] == 3


def test_equal_seeds_and_nodes_give_equal_decisions(reineke: Command) -> None:
    arguments = ("decide", "rps", "start", "--nodes", "200", "--json", "--seed")
    first, again = (without_time(reineke(*arguments, "7").json()) for _ in range(2))
    assert first == again
    assert first != without_time(reineke(*arguments, "8").json())


def test_a_table_shows_values_and_the_expected_line(reineke: Command) -> None:
    out = reineke("decide", "sawhian", "start", "--agent", "maxn(eval=seed)", "--depth", "3").out
    assert out.startswith("seat 0 plays ")
    assert "line: " in out
    assert out.count("\n") >= 3 + 7
    assert "values" in out


def test_a_mixed_strategy_shows_its_shares(reineke: Command) -> None:
    assert "share" in reineke("decide", "rps", "start", "--nodes", "500").out


def test_hidden_information_shows_beliefs_that_fit_the_view(reineke: Command) -> None:
    decision = reineke("decide", "kuhn", "KQ", "--nodes", "200", "--json").json()
    assert {belief["position"] for belief in decision["beliefs"]} <= {"KQ", "KJ"}
    assert "belief: " in reineke("decide", "kuhn", "KQ", "--nodes", "200").out


@pytest.mark.parametrize("secret", ["KQ", "KJ"])
def test_the_agent_is_not_shown_what_the_seat_cannot_see(reineke: Command, secret: str) -> None:
    arguments = ("--nodes", "200", "--seed", "3", "--json")
    assert without_time(reineke("decide", "kuhn", secret, *arguments).json()) == without_time(
        reineke("decide", "kuhn", "KQ", *arguments).json()
    )


def test_either_seat_of_a_simultaneous_turn_can_be_asked(reineke: Command) -> None:
    position = "A24 23 3 A 0:0"
    assert "hands of 3 and 2" in reineke("decide", "goofspiel", position).refused()
    for seat, hand in enumerate(("A24", "234")):
        rest = ("--seat", str(seat), "--nodes", "100", "--json")
        decision = reineke("decide", "goofspiel", "A24 234 3 A2 0:0", *rest).json()
        assert [choice["action"] for choice in decision["choices"]] == list(hand)


def test_python_games_are_decided_too(reineke: Command) -> None:
    decision = reineke("decide", ROOT / "examples" / "nim.py", "[[0,0,0,2],0]", "--nodes", "50", "--json").json()
    assert decision["action"] == "d1"
