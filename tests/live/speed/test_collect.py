"""What counts in a round, without a network."""

import asyncio
import random

import pytest

from reineke.games import load
from reineke.live.speed.collect import QUEUE, Heard, Inbox, Round
from reineke.live.speed.table import Pace, Table


def test_messages_wait_in_order_and_the_sixth_is_lost():
    inbox = Inbox()
    for number in range(QUEUE + 1):
        inbox.put(Heard(number, "turn_left"))
    assert [heard.at for heard in iter(inbox.next, None)] == [0, 1, 2, 3, 4]


def test_the_end_comes_after_what_was_said_before_and_for_ever():
    inbox = Inbox()
    inbox.put(Heard(0, "turn_left"))
    inbox.end(Heard(1, fault="unparsable"))
    inbox.end(Heard(2, fault="closed_connection"))
    inbox.put(Heard(3, "turn_right"))
    assert [inbox.next().fault for _ in range(3)] == [None, "unparsable", "unparsable"]


def test_the_dead_are_not_heard():
    inbox = Inbox()
    inbox.put(Heard(0, "turn_left"))
    inbox.close()
    inbox.put(Heard(1, "turn_left"))
    assert inbox.next() is None


@pytest.mark.covers("P6")
@pytest.mark.parametrize(
    ("said", "entry", "fault"),
    [
        ([], "none", "no_answer"),
        ([("turn_left", None)], "turn_left", None),
        ([("turn_left", None), ("turn_left", None)], "turn_left!", "second_message"),
        ([("speed_up", None), (None, "unparsable")], "speed_up!", "unparsable"),
        ([("slow_down", None), (None, "closed_connection")], "slow_down!", "closed_connection"),
        ([("turn_left", None), (None, "invalid_action")], "turn_left!", "invalid_action"),
        ([(None, "invalid_action")], "none", "invalid_action"),
        ([(None, "missing_action")], "none", "missing_action"),
        ([(None, "closed_connection")], "none", "closed_connection"),
    ],
)
def test_the_first_valid_answer_counts_and_anything_more_breaks_a_rule(said, entry, fault):
    heard = Round([1, 3])
    heard.hear(3, Heard(0, "change_nothing"))
    for word, wrong in said:
        assert 1 in heard.open
        heard.hear(1, Heard(0, word, wrong))
    assert heard.done == bool(said)
    assert heard.close() == {1: entry, 3: "change_nothing"}
    assert heard.faults == ({1: fault} if fault else {})


class Planned:
    """A player who says everything at once, before the game."""

    key = None
    agent = None

    def __init__(self, name, *words):
        self.name, self.inbox, self.heard, self.outcome = name, Inbox(), [], None
        for word in words:
            self.inbox.put(Heard(0.0, word))

    def ask(self, text, game, state, seat, seconds):
        self.heard.append(text)

    def tell(self, seat, game, state, event):
        pass

    def finish(self, text, outcome):
        self.heard.append(text)
        self.outcome = outcome

    def leave(self):
        raise AssertionError


def play(game, text, *seats):
    table = Table(game, game.parse(text), seats, Pace(0.05, 0.05, 0.05), random.Random(1), lambda line: None, keep=True)
    asyncio.run(table.play())
    return table


@pytest.mark.covers("P6")
def test_a_message_that_comes_when_the_round_is_closed_answers_the_next():
    """Both have their answers ready: the second one of the last to be heard is not a second message of that round."""
    game = load("speed(seats=2,width=6,height=4)")
    first, last = Planned("a", "change_nothing"), Planned("b", "turn_left", "turn_left")
    table = play(game, "6x4 0 1,0,d,1,0 4,2,u,1,0 1a4/6/4b1/6", first, last)
    assert table.turns == [[[0, "change_nothing"], [1, "turn_left"]], [[0, "none"], [1, "turn_left"]]]
    assert [account.reason for account in table.accounts] == ["no_answer", None]


def test_a_table_tells_everybody_every_state_and_how_it_ended():
    game = load("speed(seats=3,width=6,height=4)")
    seats = [Planned("a", "turn_left"), Planned("b", "slow_down"), Planned("c", "change_nothing")]
    table = play(game, "6x4 0 1,0,d,1,0 4,2,u,1,0 0,0,u,1,0 ca4/6/4b1/6", *seats)
    assert [len(seat.heard) for seat in seats] == [2, 2, 2]
    assert {seat.outcome for seat in seats} == {(1.0, 0.0, 0.0)}
    assert [account.reason for account in table.accounts] == [None, "speed", "wall"]
    assert [len(account.answers) for account in table.accounts] == [1, 1, 1]
    assert len(table.states) == 2
    assert '"you":0' in table.states[0]


def test_whole_seconds_are_drawn_from_whole_ends_and_fractions_from_others():
    rng = random.Random(1)
    assert {Pace(5, 15).draw(rng) for _ in range(500)} == set(range(5, 16))
    drawn = [Pace(0.1, 0.3).draw(rng) for _ in range(100)]
    assert min(drawn) >= 0.1
    assert max(drawn) <= 0.3
    assert len(set(drawn)) > 20
    assert Pace(0.2, 0.2).draw(rng) == 0.2
