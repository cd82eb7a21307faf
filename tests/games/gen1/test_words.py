"""Battles in sentences."""

from __future__ import annotations

import gzip
import json
from itertools import islice

import pytest

from reineke.games.gen1 import words
from reineke.games.gen1.words import Teller
from tests.games.gen1.records import BATTLES, FIXTURES


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("|switch|p1a: Snorlax|Snorlax, L74|451/451", "Your Snorlax comes in."),
        ("|move|p2a: Gengar|Hypnosis|p1a: Snorlax", "Their Gengar uses Hypnosis."),
        ("|move|p2a: Pidgeot|Surf|p1a: Snorlax|[from] Mirror Move", "Their Pidgeot uses Surf, by Mirror Move."),
        ("|-damage|p2a: Gengar|43/100 par", "Their Gengar has 43 % left."),
        ("|-damage|p1a: Snorlax|120/451 brn|[from] brn", "Your Snorlax suffers from its burn: 120 of 451 HP left."),
        ("|-damage|p1a: Snorlax|0 fnt", None),
        ("|-damage|p1a: Snorlax|0 fnt|[from] confusion", "Your Snorlax hurts itself in its confusion."),
        ("|-heal|p1a: Snorlax|451/451 slp|[silent]", "Your Snorlax sleeps and has 451 of 451 HP."),
        ("|-heal|p2a: Paras|80/100|[from] drain|[of] p1a: Snorlax", "Their Paras drains HP and has 80 %."),
        ("|cant|p2a: Gengar|par", "Their Gengar is too stiff to move."),
        ("|-status|p2a: Gengar|slp|[from] move: Sing", "Their Gengar falls asleep."),
        ("|-curestatus|p2a: Gengar|slp|[msg]", "Their Gengar wakes up."),
        ("|-curestatus|p2a: Gengar|brn|[msg]", "Their Gengar is well again."),
        ("|-start|p1a: Mew|Mimic|Surf", "Your Mew copies Surf."),
        ("|-activate|p1a: Mew|Substitute|[damage]", "Your Mew has its Substitute take the hit."),
        ("|-unboost|p2a: Gengar|spa|1", "Special of their Gengar falls."),
        ("|-unboost|p2a: Gengar|spd|1", None),
        ("|-boost|p1a: Mew|atk|2", "Attack of your Mew rises by 2."),
        ("|-fail|p2a: Gengar|par", "It fails: their Gengar has a status already."),
        ("|-fail|p2a: Gengar|move: Substitute|[weak]", "Their Gengar is too weak for a Substitute."),
        ("|-immune|p2a: Gengar", "It does nothing to their Gengar."),
        ("|-transform|p1a: Ditto|p2a: Gengar", "Your Ditto turns into their Gengar."),
        ("|faint|p1a: Snorlax", "Your Snorlax faints."),
        ("|turn|5", None),
        ("|win|P1", "You win."),
        ("|win|P2", "You lose."),
    ],
)
def test_lines_are_told_to_the_first_seat(line: str, told: str | None) -> None:
    assert Teller(0).sentence(line) == told


def test_the_second_seat_and_onlookers_are_told_who_is_whose() -> None:
    assert Teller(1).sentence("|faint|p1a: Snorlax") == "Their Snorlax faints."
    assert Teller(1).sentence("|win|P2") == "You win."
    assert Teller(None).sentence("|faint|p2a: Snorlax") == "Seat 1's Snorlax faints."
    assert Teller(None, ["Ada's", "Bob's"]).sentence("|win|P1") == "Ada wins."


def test_every_line_of_recorded_battles_is_told_or_known_to_say_nothing() -> None:
    kinds = set()
    for path, most in ((BATTLES, 60), (FIXTURES / "directed.jsonl.gz", 400)):
        with gzip.open(path) as file:
            for battle in map(json.loads, islice(file, most)):
                for told in (told for decision in battle["d"] for told in decision["l"]):
                    line = told[0] if isinstance(told, list) else told
                    if line is None:
                        continue  # told to the other side alone
                    kind = line.removeprefix("|").split("|")[0]
                    kinds.add(kind)
                    sentence = Teller(0).sentence(line)
                    assert kind in words._KINDS or kind in words.SILENT, line
                    assert sentence is None or sentence.endswith((".", "!"), 5), line
    assert kinds >= words._KINDS.keys() - {"bigerror", "tie", "message", "-ohko"}
