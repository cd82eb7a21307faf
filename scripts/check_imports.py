"""Checks that imports go one way.

Python, inside the package: game → games → search → agents → {analysis, envs} → {learn, arena, live} → web → cli. A
module may import from its own layer and from those before it; those in braces do not import from each other. A
top-level module that no layer names (game, agent, record, …) is part of the base: everybody may import it, and it
imports only the base.

Rust, inside the core crate: game.rs knows neither games nor searches, and no search knows a game. Tests may know all.
"""

from __future__ import annotations

import argparse
import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

PACKAGE = "reineke"
EXTENSION = "_core"
BASE = 0
PUBLIC = "__init__"
LAYERS = {
    "games": 1,
    "search": 2,
    "agents": 3,
    "analysis": 4,
    "envs": 4,
    "learn": 5,
    "arena": 5,
    "live": 5,
    "web": 6,
    PUBLIC: 7,
    "cli": 8,
    "__main__": 8,
}
"""Layer of each top-level module; all others are base. `__init__` is the public API over everything but the command."""

ALLOWED: frozenset[tuple[str, str]] = frozenset()
"""Exceptions, as (importing module, imported top-level module), each with its reason beside it."""

RUST_RULES = {
    "game.rs": ("games", "search"),
    "search": ("games",),
}
"""Files and folders under the core crate's src, with the modules of that crate they must not name."""


def layer(top: str) -> int:
    """The layer of a top-level module of the package."""
    return LAYERS.get(top, BASE)


def may_import(importer: str, imported: str) -> bool:
    """Whether one top-level module of the package may import another."""
    if importer == imported or layer(importer) == layer(imported) == BASE:
        return True
    return layer(imported) < layer(importer)


def imported_names(tree: ast.AST, module: list[str], is_package: bool) -> Iterator[tuple[int, list[str]]]:
    """Line and dotted name of everything that a module imports, relative imports and import_module("…") included."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name.split(".")
        elif isinstance(node, ast.ImportFrom):
            source = node.module.split(".") if node.module else []
            if node.level:
                keep = len(module) - node.level + is_package
                source = module[:keep] + source
            for alias in node.names:
                yield node.lineno, [*source, alias.name]
        elif isinstance(node, ast.Call) and node.args:
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            name = node.args[0]
            if called in ("import_module", "__import__") and isinstance(name, ast.Constant):
                yield node.lineno, str(name.value).split(".")


def python_violations(package: Path) -> Iterator[str]:
    """One line per import in the package that goes the wrong way."""
    tops = {EXTENSION, *(path.name.split(".")[0] for path in package.iterdir())}
    for path in sorted(package.rglob("*.py")):
        inside = path.relative_to(package)
        is_package = path.name == "__init__.py"
        module = [PACKAGE, *(inside.parent.parts if is_package else inside.with_suffix("").parts)]
        importer = module[1] if len(module) > 1 else PUBLIC
        for line, name in imported_names(ast.parse(path.read_text("utf-8"), str(path)), module, is_package):
            if name[0] != PACKAGE:
                continue
            # `from reineke import x` may mean a module or a name of the public API; a longer path names its module.
            imported = name[1] if len(name) > 2 or (len(name) == 2 and name[1] in tops) else PUBLIC
            if not may_import(importer, imported) and (".".join(module), imported) not in ALLOWED:
                what = "the public API" if imported == PUBLIC else f"{PACKAGE}.{imported}"
                yield f"{path}:{line}: {'.'.join(module)} must not import {what}"


def without_tests(source: str) -> str:
    """Rust source without comments and test modules, line numbers kept. A test module ends the file it stands in."""
    source = re.sub(r"//[^\n]*", "", source)
    source = re.sub(r"/\*.*?\*/", lambda block: "\n" * block[0].count("\n"), source, flags=re.DOTALL)
    source = re.sub(r"#\[cfg\(test\)\]\s*(pub\s+)?mod\s+\w+;", lambda test: "\n" * test[0].count("\n"), source)
    return re.split(r"#\[cfg\(test\)\]\s*mod\s+\w+\s*\{", source)[0]


def rust_violations(src: Path) -> Iterator[str]:
    """One line per place in the core crate that names a module it must not know."""
    for place, forbidden in RUST_RULES.items():
        root = src / place
        files = [root] if root.is_file() else sorted([*root.rglob("*.rs"), *src.glob(f"{place}.rs")])
        for path in files:
            if path.name == "tests.rs" or "tests" in path.relative_to(src).parts:
                continue
            source = without_tests(path.read_text("utf-8"))
            for module in forbidden:
                named = rf"\bcrate::{module}\b|\bcrate::\{{[^;]*?[\s{{,]{module}\b|\bsuper::{module}\b"
                for match in re.finditer(named, source):
                    line = source.count("\n", 0, match.start()) + 1
                    yield f"{path}:{line}: {place} must not use crate::{module}"


def main(arguments: list[str] | None = None) -> int:
    """Prints every violation; 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--root", type=Path, default=Path(), help="the repository (default: here)")
    root = parser.parse_args(arguments).root
    package, src = root / "python" / PACKAGE, root / "crates" / PACKAGE / "src"
    for folder in (package, src):
        if not folder.is_dir():
            print(f"there is no folder {folder}", file=sys.stderr)
            return 2
    violations = [*python_violations(package), *rust_violations(src)]
    for violation in violations:
        print(violation)
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main())
