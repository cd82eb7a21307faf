from pathlib import Path

import pytest

from scripts.check_imports import main


@pytest.fixture
def repository(tmp_path):
    """A small tree in which every import goes the right way."""
    files = {
        "python/reineke/__init__.py": "from reineke.agents import make\nfrom reineke.game import Game\n",
        "python/reineke/game.py": "import json\nfrom . import _core\n",
        "python/reineke/agent.py": "from reineke.game import Game\n",
        "python/reineke/games/__init__.py": "from reineke.game import Game\nfrom .sawhian import draw\n",
        "python/reineke/games/sawhian/__init__.py": "from ...agent import Agent\nfrom . import draw\n",
        "python/reineke/games/sawhian/draw.py": "from reineke import game\n",
        "python/reineke/agents/__init__.py": "from reineke.games import registry\n",
        "python/reineke/learn/td.py": "from reineke.agents import make\n",
        "python/reineke/arena/match.py": "from reineke.agents import make\n",
        "python/reineke/cli/__init__.py": "import reineke\nfrom reineke.arena import match\n",
        "crates/reineke/src/lib.rs": "pub mod game;\npub mod games;\npub mod search;\n",
        "crates/reineke/src/game.rs": "//! See [`crate::games`] and [`crate::search`].\npub trait Game {}\n",
        "crates/reineke/src/search/mod.rs": "#[cfg(test)]\nmod tests;\nuse crate::game::Game;\n",
        "crates/reineke/src/search/tests.rs": "use crate::games::sawhian::Sawhian;\n",
        "crates/reineke/src/search/maxn.rs": (
            "use crate::{dice, game::Game};\n#[cfg(test)]\nmod tests {\n    use crate::games::sawhian::Sawhian;\n}\n"
        ),
        "crates/reineke/src/games/sawhian/rules.rs": "use crate::game::Game;\n",
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return tmp_path


def test_imports_that_go_one_way_pass(repository, capsys):
    assert main(["--root", str(repository)]) == 0
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("game.py", "import reineke.games"),
        ("game.py", "from reineke import agents"),
        ("record.py", "from reineke.arena import match"),
        ("games/sawhian/draw.py", "from reineke.agents import make"),
        ("games/sawhian/draw.py", "from ...agents import make"),
        ("games/sawhian/__init__.py", "from ... import agents"),
        ("games/__init__.py", "from ..agents import make"),
        ("games/__init__.py", "def f():\n    from reineke.cli import main"),
        ("games/__init__.py", "import importlib\nimportlib.import_module('reineke.web')"),
        ("agents/__init__.py", "from reineke import Game"),
        ("agents/__init__.py", "import reineke"),
        ("arena/match.py", "from reineke.learn import td"),
        ("learn/td.py", "from reineke.arena.match import play"),
        ("envs/__init__.py", "from reineke.learn import td"),
        ("agents/__init__.py", "from reineke.envs import CleverEnv"),
        ("web/__init__.py", "from reineke.cli import main"),
        ("__init__.py", "from reineke.cli import main"),
    ],
)
def test_a_python_import_that_goes_back_is_found(repository, capsys, file, line):
    path = repository / "python/reineke" / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(line + "\n", "utf-8")
    assert main(["--root", str(repository)]) == 1
    assert f"{file}:{line.count(chr(10)) + 1}: " in capsys.readouterr().out


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("search/maxn.rs", "use crate::games::sawhian::Sawhian;"),
        ("search/maxn.rs", "use crate::{\n    game::Game,\n    games::speed,\n};"),
        ("search/mcts/tree.rs", "fn f() { crate::games::all(); }"),
        ("search/mod.rs", "#[cfg(test)]\nmod tests;\nuse crate::games;"),
        ("search/mod.rs", "use super::games::sawhian;"),
        ("game.rs", "use crate::games::sawhian;"),
        ("game.rs", "use crate::{dice, search};"),
    ],
)
def test_a_rust_use_that_goes_back_is_found(repository, capsys, file, line):
    path = repository / "crates/reineke/src" / file
    path.parent.mkdir(exist_ok=True)
    path.write_text(line + "\n", "utf-8")
    assert main(["--root", str(repository)]) == 1
    assert file in capsys.readouterr().out


def test_a_missing_tree_is_an_error_and_not_a_pass(tmp_path, capsys):
    assert main(["--root", str(tmp_path)]) == 2
    assert "there is no folder" in capsys.readouterr().err


def test_this_repository_passes(capsys):
    root = Path(__file__).parents[2]
    assert main(["--root", str(root)]) == 0, capsys.readouterr().out
