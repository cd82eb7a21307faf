"""Builds tests/data/gen1/scenarios.json: positions in which a strong player knows what to do.

    python scripts/gen1_scenarios.py            builds the file again
    python scripts/gen1_scenarios.py --check    says whether it is what this script builds

A scenario is told as two teams and the rounds that lead to it. What is left to chance in a round is drawn again until
the seat that decides has heard everything the round names, and nothing that it names with a `!` before it. The file
holds whole courses, which replay without dice.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from reineke import Dice, _core
from reineke.games import load

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "tests" / "data" / "gen1" / "scenarios.json"
TRIES = 20_000

SETS = {
    "Alakazam": "psychic recover reflect thunderwave",
    "Chansey": "icebeam seismictoss softboiled thunderwave",
    "Charizard": "earthquake fireblast hyperbeam swordsdance",
    "Cloyster": "blizzard doubleedge explosion surf",
    "Exeggutor": "explosion psychic sleeppowder stunspore",
    "Gengar": "hypnosis nightshade psychic thunderbolt",
    "Golem": "bodyslam earthquake explosion rockslide",
    "Gyarados": "blizzard bodyslam surf thunderbolt",
    "Jolteon": "bodyslam doublekick thunderbolt thunderwave",
    "Jynx": "blizzard bodyslam lovelykiss psychic",
    "Lapras": "blizzard bodyslam surf thunderbolt",
    "Rhydon": "bodyslam earthquake rockslide substitute",
    "Sandslash": "bodyslam earthquake rockslide swordsdance",
    "Slowbro": "amnesia psychic surf thunderwave",
    "Snorlax": "bodyslam earthquake hyperbeam selfdestruct",
    "Starmie": "recover surf thunderbolt thunderwave",
    "Tauros": "blizzard bodyslam earthquake hyperbeam",
    "Zapdos": "agility drillpeck thunderbolt thunderwave",
}
"""Sets that the generator draws."""


@dataclass(frozen=True)
class Round:
    """What the two sides do, and what the deciding seat hears of it."""

    own: str
    other: str
    heard: tuple[str, ...] = ()


@dataclass(frozen=True)
class Scenario:
    """A position, and what is right or wrong there."""

    name: str
    kind: str
    about: str
    own: str
    other: str
    rounds: tuple[Round, ...]
    good: tuple[str, ...] = ()
    bad: tuple[str, ...] = ()
    """One of the two is given: the only right actions, or the wrong ones."""


USELESS, LOST, TARGET = "useless moves", "lost match-ups", "switch targets"
SETUP, STATUS, PLAN = "set-up sweepers", "status and set-up", "plans"

SCENARIOS = (
    Scenario(
        "paralysed-already",
        USELESS,
        "Snorlax is paralysed: another Thunder Wave does nothing.",
        "Starmie Snorlax Exeggutor Zapdos Rhydon Chansey",
        "Snorlax Starmie Jynx Golem Zapdos Tauros",
        (Round("thunderwave", "earthquake", ("par", "!crit", "!0 fnt")),),
        bad=("thunderwave",),
    ),
    Scenario(
        "asleep-already",
        USELESS,
        "Snorlax sleeps: another Sleep Powder does nothing.",
        "Exeggutor Snorlax Starmie Zapdos Rhydon Chansey",
        "Snorlax Starmie Jynx Golem Zapdos Tauros",
        (Round("sleeppowder", "bodyslam", ("|slp", "!0 fnt")),),
        bad=("sleeppowder",),
    ),
    Scenario(
        "sleep-clause",
        USELESS,
        "Snorlax sleeps on the bench, so that nobody else can be put to sleep.",
        "Exeggutor Snorlax Starmie Zapdos Rhydon Chansey",
        "Snorlax Starmie Jynx Golem Zapdos Tauros",
        (
            Round("sleeppowder", "bodyslam", ("|slp", "!0 fnt")),
            Round("stunspore", "switch golem", ("!par",)),
        ),
        bad=("sleeppowder",),
    ),
    Scenario(
        "reflect-already",
        USELESS,
        "Reflect is up: another one does nothing.",
        "Alakazam Snorlax Starmie Zapdos Rhydon Exeggutor",
        "Snorlax Starmie Jynx Golem Zapdos Tauros",
        (Round("reflect", "bodyslam", ("Reflect", "!par", "!crit", "!0 fnt")),),
        bad=("reflect",),
    ),
    Scenario(
        "too-weak-for-a-substitute",
        USELESS,
        "Rhydon has less than a quarter of its HP left: Substitute fails.",
        "Rhydon Snorlax Starmie Zapdos Alakazam Exeggutor",
        "Tauros Starmie Jynx Golem Zapdos Snorlax",
        (
            Round("bodyslam", "earthquake", ("!crit", "!par", "!0 fnt")),
            Round("bodyslam", "earthquake", ("!crit", "!par", "!0 fnt")),
            Round("bodyslam", "earthquake", ("!crit", "!par", "!0 fnt")),
        ),
        bad=("substitute",),
    ),
    Scenario(
        "recover-at-full-hp",
        USELESS,
        "Starmie has all its HP: Recover fails.",
        "Starmie Snorlax Exeggutor Zapdos Rhydon Chansey",
        "Chansey Starmie Jynx Golem Zapdos Tauros",
        (),
        bad=("recover",),
    ),
    Scenario(
        "normal-on-a-ghost",
        USELESS,
        "Nothing of type Normal touches Gengar.",
        "Snorlax Starmie Exeggutor Zapdos Rhydon Chansey",
        "Gengar Starmie Jynx Golem Zapdos Tauros",
        (),
        bad=("bodyslam", "hyperbeam", "selfdestruct"),
    ),
    Scenario(
        "electric-on-ground",
        LOST,
        "Rhydon is immune to Jolteon's Electric moves and beats it.",
        "Jolteon Starmie Exeggutor Snorlax Alakazam Chansey",
        "Rhydon Zapdos Jynx Golem Gengar Tauros",
        (),
        good=("switch starmie", "switch exeggutor"),
    ),
    Scenario(
        "rhydon-before-starmie",
        LOST,
        "Starmie has shown Surf, which Rhydon does not survive.",
        "Snorlax Rhydon Exeggutor Zapdos Alakazam Chansey",
        "Starmie Tauros Jynx Golem Gengar Zapdos",
        (
            Round("bodyslam", "surf", ("!par", "!crit")),
            Round("switch rhydon", "thunderwave", ("immune",)),
        ),
        good=("switch exeggutor", "switch zapdos", "switch alakazam", "switch chansey", "switch snorlax"),
    ),
    Scenario(
        "who-comes-in-against-zapdos",
        TARGET,
        "Zapdos has shown Thunderbolt and Drill Peck: Rhydon minds neither.",
        "Cloyster Gyarados Starmie Rhydon Jynx Exeggutor",
        "Zapdos Tauros Jynx Golem Gengar Snorlax",
        (
            Round("doubleedge", "drillpeck", ("!crit", "!0 fnt", "damage|p1a: Cloyster")),
            Round("doubleedge", "thunderbolt", ("p1a: Cloyster|0 fnt",)),
        ),
        good=("switch rhydon",),
    ),
    Scenario(
        "gyarados-before-zapdos",
        TARGET,
        "Thunderbolt would be the end of Gyarados; Rhydon is immune and hits hard.",
        "Gyarados Cloyster Starmie Rhydon Jynx Exeggutor",
        "Zapdos Tauros Jynx Golem Gengar Snorlax",
        (),
        good=("switch rhydon",),
    ),
    Scenario(
        "slowbro-with-amnesia",
        SETUP,
        "Slowbro has used Amnesia twice: it must be put to sleep or blown up now.",
        "Exeggutor Cloyster Starmie Rhydon Jynx Zapdos",
        "Slowbro Tauros Jynx Golem Gengar Snorlax",
        (
            Round("psychic", "amnesia", ("!crit", "!unboost")),
            Round("psychic", "amnesia", ("!crit", "!unboost")),
        ),
        good=("sleeppowder", "explosion"),
    ),
    Scenario(
        "sandslash-with-swords-dance",
        SETUP,
        "Sandslash has danced and is about to sweep: Starmie is faster and drowns it.",
        "Starmie Cloyster Exeggutor Rhydon Jynx Zapdos",
        "Sandslash Tauros Jynx Golem Gengar Snorlax",
        (Round("recover", "swordsdance"),),
        good=("surf",),
    ),
    Scenario(
        "sleep-first",
        STATUS,
        "Jynx is faster than Snorlax and has nothing that hurts it much: Lovely Kiss.",
        "Jynx Cloyster Starmie Rhydon Exeggutor Zapdos",
        "Snorlax Tauros Starmie Golem Gengar Zapdos",
        (),
        good=("lovelykiss",),
    ),
    Scenario(
        "paralyse-the-fast",
        STATUS,
        "Chansey lives through Tauros' next hit, and Tauros is nothing once it is slow.",
        "Chansey Cloyster Starmie Rhydon Exeggutor Zapdos",
        "Tauros Snorlax Starmie Golem Gengar Zapdos",
        (),
        good=("thunderwave", "switch rhydon", "switch cloyster"),
    ),
    Scenario(
        "set-up-on-a-sleeper",
        STATUS,
        "Chansey has just fallen asleep and Slowbro has come in: Amnesia, which it needs to do damage here.",
        "Exeggutor Slowbro Cloyster Rhydon Jynx Zapdos",
        "Chansey Tauros Starmie Golem Gengar Snorlax",
        (
            Round("sleeppowder", "icebeam", ("|slp", "!frz", "!0 fnt")),
            Round("switch slowbro", "fight", ("cant|p2a: Chansey|slp",)),
        ),
        good=("amnesia",),
    ),
    Scenario(
        "no-explosion-for-a-crumb",
        PLAN,
        "Earthquake ends Snorlax, which is slower: Golem and its Explosion are needed later.",
        "Golem Exeggutor Cloyster Starmie Jynx Zapdos",
        "Snorlax Tauros Starmie Chansey Gengar Zapdos",
        (
            Round("earthquake", "bodyslam", ("!crit", "!par")),
            Round("rockslide", "bodyslam", ("damage|p2a", "!crit", "!par", "!0 fnt")),
            Round("bodyslam", "bodyslam", ("!crit", "!par", "!0 fnt")),
        ),
        bad=("explosion",),
    ),
    Scenario(
        "no-sleep-for-a-crumb",
        PLAN,
        "Golem is slower and falls to any hit: sleep is kept for somebody who matters.",
        "Jynx Exeggutor Cloyster Starmie Rhydon Zapdos",
        "Golem Tauros Starmie Chansey Gengar Snorlax",
        (Round("blizzard", "bodyslam", ("!crit", "!par", "!frz", "!p2a: Golem|0 fnt", "damage|p2a: Golem")),),
        bad=("lovelykiss",),
    ),
    Scenario(
        "stay-with-the-boosts",
        PLAN,
        "Slowbro has its boosts and its HP: it hits Rhydon, or whoever comes instead, and does not leave or wait.",
        "Slowbro Exeggutor Cloyster Starmie Jynx Zapdos",
        "Chansey Rhydon Starmie Tauros Gengar Snorlax",
        (
            Round("amnesia", "softboiled"),
            Round("amnesia", "switch rhydon"),
        ),
        good=("surf", "psychic"),
    ),
)


def team(names: str) -> str:
    """A packed team."""
    return "]".join(_core.gen1_packed(name, SETS[name].split()) for name in names.split())


def fits(heard: str, wanted: Sequence[str]) -> bool:
    """Whether a seat heard what a round names."""
    return all((text[1:] not in heard) if text.startswith("!") else (text in heard) for text in wanted)


def position(scenario: Scenario) -> str:
    """The course that leads to a scenario."""
    game = load("gen1")
    state = game.parse(_core.gen1_begin(team(scenario.own), team(scenario.other), _core.Dice(1)))
    for number, step in enumerate(scenario.rounds, 1):
        before = len(game.info_text(game.info(state, 0), 0))
        actions = [game.parse_action(step.own), game.parse_action(step.other)]
        for seat, action in enumerate(actions):
            if action not in game.legal(state, seat):
                raise SystemExit(f"{scenario.name}: round {number}: {game.action_text(action)} is not legal")
        for seed in range(TRIES):
            after = game.play(state, actions, Dice(seed))
            if fits(game.info_text(game.info(after, 0), 0)[before:], step.heard):
                break
        else:
            raise SystemExit(f"{scenario.name}: round {number} does not happen")
        state = after
    legal = {game.action_text(action) for action in game.legal(state, 0)}
    for text in (*scenario.good, *scenario.bad):
        if text not in legal:
            raise SystemExit(f"{scenario.name}: {text} is not legal; there are {', '.join(sorted(legal))}")
    return game.text(state)


def built() -> Iterator[dict[str, Any]]:
    """All scenarios as the file has them."""
    for scenario in SCENARIOS:
        judged = {"good": scenario.good} if scenario.good else {"bad": scenario.bad}
        yield {
            "name": scenario.name,
            "kind": scenario.kind,
            "about": scenario.about,
            "seat": 0,
            **{key: list(texts) for key, texts in judged.items()},
            "position": position(scenario),
        }


def main(arguments: Sequence[str] | None = None) -> int:
    """Builds the file, or compares it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only compare")
    parser.add_argument("--out", type=Path, default=FILE)
    args = parser.parse_args(arguments)
    text = json.dumps(list(built()), indent=1, ensure_ascii=False) + "\n"
    if args.check:
        same = args.out.is_file() and args.out.read_text("utf-8") == text
        print("the same" if same else f"{args.out} is not what this script builds")
        return 0 if same else 1
    args.out.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
