import os
import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[2] / "scripts" / "need.sh"


def need(*things, **environment):
    done = subprocess.run(
        [SCRIPT, *things], env=os.environ | environment, stderr=subprocess.PIPE, text=True, check=False
    )
    return done.returncode, done.stderr


@pytest.fixture
def fake(tmp_path):
    """Makes a program that prints one line, and fails like an interpreter that is too old."""

    def make(name, line):
        path = tmp_path / name
        path.write_text(f"#!/bin/sh\necho '{line}'\nexit 1\n", "utf-8")
        path.chmod(0o755)
        return str(path)

    return make


def test_what_is_there_is_not_spoken_of():
    assert need("python", "rust", "node") == (0, "")


def test_a_missing_interpreter_is_named_in_one_line():
    code, said = need("python", PYTHON="no-such-python")
    assert code == 1
    assert said.count("\n") == 1
    assert "Python 3.11 or newer is missing (no 'no-such-python'" in said


def test_an_old_interpreter_is_named_with_its_version(fake):
    code, said = need("python", PYTHON=fake("python3.9", "Python 3.9.1"))
    assert code == 1
    assert "Python 3.11 or newer is needed" in said
    assert "is Python 3.9.1" in said


def test_an_old_compiler_is_named_with_its_version(fake, tmp_path):
    fake("rustc", "rustc 1.70.0 (0000000 2023-06-01)")
    fake("cargo", "cargo 1.70.0")
    code, said = need("rust", PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert code == 1
    assert said == "reineke: Rust 1.89 or newer is needed, rustc is 1.70.0\n"


def test_an_old_node_is_named_with_its_version(fake, tmp_path):
    fake("node", "v18.1.0")
    code, said = need("node", PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert (code, said) == (1, "reineke: Node 20 or newer is needed, node is v18.1.0\n")
