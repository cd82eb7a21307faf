"""Holds Oak's engine against recorded battles: docs/studies/data/gen1-second-check.json.

    .venv/oak/bin/python -m scripts.oak.check

Every position of tests/data/gen1/battles.jsonl.gz is packed, with Showdown's own generator, and libpkmn plays the turn
that Showdown played. Where both have drawn as many numbers, what comes out must be what Showdown came to, packed in the
same way. Where they have not, the outcomes are different ones, and nothing can be said.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import oak

from scripts.oak.layout import SWITCH, Packed, Tree, confusion, lead, pack
from scripts.oak.program import NUMBERS, choices

ROOT = Path(__file__).resolve().parents[2]
BATTLES = ROOT / "tests" / "data" / "gen1" / "battles.jsonl.gz"
OUT = ROOT / "docs" / "studies" / "data" / "gen1-second-check.json"
SIDE, MEMBER, ACTIVE = 184, 24, 144
DAMAGE, GENERATOR = slice(370, 372), slice(376, 384)


def merged(tree: Any, patch: Any) -> Any:
    """A JSON tree after a merge patch (RFC 7386)."""
    if not isinstance(patch, Mapping):
        return patch
    base = dict(tree) if isinstance(tree, Mapping) else {}
    for key, value in patch.items():
        if value is None:
            base.pop(key, None)
        else:
            base[key] = merged(base.get(key), value)
    return base


def turns(path: Path) -> Iterator[tuple[Tree, Tree, Tree]]:
    """Every recorded decision with the positions before and after it."""
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            battle = json.loads(line)
            state = battle["s0"]
            for decision in battle["d"]:
                after = merged(state, decision["s"])
                yield state, decision, after
                state = after


def packed(state: Tree) -> Packed:
    """A position with the generator that the record has."""
    return pack(state, NUMBERS, (confusion(state["p1"]), confusion(state["p2"])), int(state["rng"], 16))


def chosen(decision: Tree, seat: int, legal: list[int]) -> int:
    """Oak's number of a recorded choice."""
    words = (decision["c"][seat] or "pass").split()
    place = int(words[1]) if len(words) > 1 else 0
    if words[0] == "switch":
        return place << 2 | SWITCH
    moves = [number for number in legal if number & 3 != SWITCH]
    return next((number for number in moves if number >> 2 == place), moves[0])


def fields(battle: bytes, state: Tree) -> dict[str, bytes]:
    """What is compared, by name; of whoever has fainted only that."""
    found = {"damage for Counter": battle[DAMAGE]}
    for seat, side in enumerate((state["p1"], state["p2"])):
        base = seat * SIDE
        for place in range(6):
            member = battle[base + place * MEMBER :][:MEMBER]
            found[f"HP {seat}{place}"] = member[18:20]
            if side["m"][str(place + 1)]["h"]:
                found[f"status {seat}{place}"], found[f"PP {seat}{place}"] = member[20:21], member[10:18]
        if "end" not in state and lead(side)["h"]:
            active = battle[base + ACTIVE :][:32]
            found[f"stats {seat}"], found[f"looks {seat}"] = active[2:10], active[10:12]
            found[f"stages {seat}"], found[f"conditions {seat}"] = active[12:16], active[16:24]
            found[f"moves {seat}"], found[f"order {seat}"] = active[24:32], battle[base + 176 :][:6]
    return found


def kinds(state: Tree) -> set[str]:
    """What is special about a position."""
    found = set()
    for side in (state["p1"], state["p2"]):
        found |= set(side["a"]["v"]) | {lead(side)["s"]} - {"", "fnt"}
        found |= {"transformed"} if "tr" in side["a"] else set()
        found |= {"copied move"} if "vir" in side["a"] and "tr" not in side["a"] else set()
        found |= {"stages"} if side["a"]["b"] else set()
        found |= {"rest"} if lead(side).get("sb") == ("p1" if side is state["p1"] else "p2") else set()
    return found


def legal_names(state: Tree, decision: Tree, seat: int) -> set[str]:
    """What Showdown allows, by name; a move without an alternative is nameless."""
    side, request = (state["p1"], state["p2"])[seat], decision["r"][seat]
    switches = {f"switch {side['m'][side['o'][int(text[7:]) - 1]]['sp']}" for text in request["c"] if "switch" in text}
    moves = [entry for entry in request.get("m", []) if len(entry) == 1 or not entry[3]]
    return switches | ({entry[0] for entry in moves} if len(request.get("m", [])) > 1 else {""} if moves else set())


def check(path: Path) -> dict[str, Any]:
    """Compares every turn of a file."""
    total, drawn, agreed, choices_agreed = 0, 0, 0, 0
    differences: Counter[str] = Counter()
    seen: Counter[str] = Counter()
    alike: Counter[str] = Counter()
    for state, decision, after in turns(path):
        total += 1
        before = packed(state)
        choices_agreed += all(same_choices(before, state, decision, seat) for seat in (0, 1))
        played = play(before, decision)
        wanted = packed(after).battle
        if played[GENERATOR] != wanted[GENERATOR]:
            continue
        drawn += 1
        ours, theirs = fields(wanted, after), fields(played, after)
        wrong = {name.rstrip(" 012345") for name in ours if ours[name] != theirs[name]}
        agreed += not wrong
        differences.update(wrong)
        seen.update(kinds(state))
        alike.update(kinds(state) if not wrong else ())
    special = {kind: [alike[kind], count] for kind, count in sorted(seen.items())}
    told = {"turns": total, "same numbers drawn": drawn, "agreed": agreed, "choices agreed": choices_agreed}
    return {**told, "differences": dict(differences.most_common()), "special": special}


def same_choices(before: Packed, state: Tree, decision: Tree, seat: int) -> bool:
    """Whether both engines allow the same; those who can only stay may do so by any name."""
    if decision["r"][seat]["k"] == "wait":
        return True
    allowed, found = legal_names(state, decision, seat), set(choices(before, state, seat))
    if "" in allowed:
        found = {name if name.startswith("switch") else "" for name in found}
    return found == allowed


def play(before: Packed, decision: Tree) -> bytes:
    """The turn as libpkmn plays it."""
    battle, durations = oak.Battle(before.battle), oak.Durations(before.durations)
    legal = oak.choices(battle, before.result)
    oak.update(battle, durations, *(chosen(decision, seat, legal[seat]) for seat in (0, 1)))
    return bytes(battle.bytes())


def main() -> int:
    """Checks a file, and writes what came of it."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path, default=BATTLES)
    parser.add_argument("--out", type=Path, default=OUT)
    args = parser.parse_args()
    report = check(args.file)
    args.out.write_text(json.dumps(report) + "\n", encoding="utf-8")
    print(json.dumps(report, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
