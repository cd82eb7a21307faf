"""Writes docs/requirements.md: one row per promised number, with the test or stored run that proves it.

Tests name the numbers they prove: `@pytest.mark.covers("W12", "W13")` on a test, a test class or, as `pytestmark`, on
a module; `// covers: W12, W13` between a Rust test's attributes or above them. Skipped tests prove nothing, soaks do.
Stored runs stand in docs/requirements.toml. Fails when a required number has no proof, when a proof names a number that
does not exist, when a stored run is missing, and with --check when the page is not what would be written.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DATA = Path("docs/requirements.toml")
PAGE = Path("docs/requirements.md")
NUMBER = re.compile(r"[A-Z]\d+")


@dataclass(frozen=True)
class Family:
    """The numbers of one letter."""

    letter: str
    title: str
    items: dict[str, str]
    required: frozenset[str]


def families(data: dict[str, Any]) -> list[Family]:
    """The families of the data file, in its order."""
    found = []
    for letter, table in data.items():
        if letter == "runs":
            continue
        items = {f"{letter}{key}": str(text) for key, text in table.items() if key.isdigit()}
        required = table["required"]
        if isinstance(required, bool):
            required = items if required else []
        else:
            required = [f"{letter}{number}" for number in required]
        found.append(Family(letter, table["title"], items, frozenset(required)))
    return found


def covers(node: ast.expr) -> list[str]:
    """The numbers in a `pytest.mark.covers(…)` expression, or in a list of marks."""
    if isinstance(node, ast.List | ast.Tuple):
        return [number for mark in node.elts for number in covers(mark)]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "covers":
        return [str(argument.value) for argument in node.args if isinstance(argument, ast.Constant)]
    return []


def skipped(node: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> bool:
    """Whether a decorator takes the test out of the run."""
    return any(re.search(r"\bmark\.(skip|xfail)\b", ast.unparse(mark)) for mark in node.decorator_list)


def python_proofs(path: Path) -> Iterator[tuple[str, str]]:
    """Number and test of each mark in a Python test file."""

    def walk(body: list[ast.stmt], inherited: list[str], prefix: str) -> Iterator[tuple[str, str]]:
        numbers = list(inherited)
        for node in body:
            if isinstance(node, ast.Assign) and any(ast.unparse(name) == "pytestmark" for name in node.targets):
                numbers += covers(node.value)
        for node in body:
            if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) or skipped(node):
                continue
            own = numbers + [number for mark in node.decorator_list for number in covers(mark)]
            name = f"{prefix}::{node.name}"
            if isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
                yield from walk(node.body, own, name)
            elif not isinstance(node, ast.ClassDef) and node.name.startswith("test"):
                yield from ((number, name) for number in own)

    yield from walk(ast.parse(path.read_text("utf-8"), str(path)).body, [], path.as_posix())


def rust_proofs(path: Path) -> Iterator[tuple[str, str]]:
    """Number and test of each `// covers:` comment that stands with a Rust test."""
    numbers: list[str] = []
    is_test, runs = False, True
    for line in path.read_text("utf-8").splitlines():
        text = line.strip()
        if text.startswith("// covers:"):
            numbers += NUMBER.findall(text)
        elif function := re.match(r"(?:pub(?:\(\w+\))? )?(?:async )?fn (\w+)", text):
            if is_test and runs:
                yield from ((number, f"{path.as_posix()}::{function[1]}") for number in numbers)
            numbers, is_test, runs = [], False, True
        elif re.match(r"#\[(\w+::)*test\b", text):
            is_test = True
        elif text.startswith("#[ignore"):
            runs = "soak" in text
        elif not text.startswith(("#[", "//")):
            numbers, is_test, runs = [], False, True


def proofs(root: Path, runs: dict[str, list[str]]) -> dict[str, list[str]]:
    """Everything that proves a number, by number."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted((root / "tests").rglob("test_*.py")):
        for number, test in python_proofs(path):
            found[number].append(test)
    for path in sorted((root / "crates").rglob("*.rs")):
        for number, test in rust_proofs(path):
            found[number].append(test)
    prefix = f"{root.as_posix()}/"
    by_number = {number: [test.removeprefix(prefix) for test in tests] for number, tests in found.items()}
    for number, files in runs.items():
        by_number.setdefault(number, []).extend(files)
    return by_number


def page(all_families: list[Family], proven: dict[str, list[str]]) -> str:
    """The page's text."""
    lines = [
        "# Requirements",
        "",
        "<!-- Written by `make requirements` from requirements.toml and the tests; not by hand. -->",
        "",
        "Five systems from the literature live in Reineke, and each made promises. Every number below is one of them,",
        "with the tests or stored runs that prove it here. Numbers marked *later* are not promised yet.",
    ]
    for family in all_families:
        done = sum(number in proven for number in family.items)
        lines += ["", f"## {family.letter}: {family.title}", "", f"{done} of {len(family.items)} proven.", ""]
        lines += ["| number | what | proof |", "|---|---|---|"]
        for number, text in family.items.items():
            shown = "<br>".join(f"`{proof}`" for proof in proven.get(number, []))
            lines.append(f"| {number} | {text} | {shown or ('**none**' if number in family.required else '*later*')} |")
    return "\n".join(lines) + "\n"


def problems(
    root: Path, all_families: list[Family], runs: dict[str, list[str]], proven: dict[str, list[str]]
) -> list[str]:
    """What is wrong with the proofs, one line each."""
    known = {number for family in all_families for number in family.items}
    required = [number for family in all_families for number in family.items if number in family.required]
    found = [
        f"{number} is required, but no test covers it and no run is stored"
        for number in required
        if number not in proven
    ]
    found += [
        f"{', '.join(proven[number])} covers {number}, which does not exist" for number in sorted(set(proven) - known)
    ]
    found += [
        f"{number} rests on {file}, which is missing"
        for number, files in runs.items()
        for file in files
        if not (root / file).exists()
    ]
    return found


def main(arguments: list[str] | None = None) -> int:
    """Writes or checks the page; 1 if something is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(), help="the repository (default: here)")
    parser.add_argument("--check", action="store_true", help="compare the page instead of writing it")
    options = parser.parse_args(arguments)
    root: Path = options.root

    data = tomllib.loads((root / DATA).read_text("utf-8"))
    runs: dict[str, list[str]] = data.get("runs", {})
    all_families = families(data)
    proven = proofs(root, runs)
    found = problems(root, all_families, runs, proven)
    text = page(all_families, proven)
    if not options.check:
        (root / PAGE).write_text(text, "utf-8")
    elif not (root / PAGE).exists() or (root / PAGE).read_text("utf-8") != text:
        found.append(f"{PAGE} is out of date: run `make requirements`")
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
