from pathlib import Path

import pytest

from scripts.requirements import DATA, PAGE, main

TOML = """
[W]
title = "Sawhian"
required = [1, 2]
1 = "rules"
2 = "end"
3 = "report"

[P]
title = "spe_ed"
required = false
1 = "rules"

[runs]
"""


@pytest.fixture
def repository(tmp_path):
    """A small tree in which W1 is proven in Python and W2 in Rust."""
    (tmp_path / "docs").mkdir()
    (tmp_path / DATA).write_text(TOML, "utf-8")
    write(tmp_path / "tests/test_rules.py", "@pytest.mark.covers('W1')\ndef test_enter():\n    assert True\n")
    write(tmp_path / "crates/reineke/src/rules.rs", "// covers: W2\n#[test]\nfn the_last_stone_ends_it() {}\n")
    return tmp_path


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def run(root: Path, *arguments: str) -> int:
    return main(["--root", str(root), *arguments])


def rows(root: Path) -> dict[str, str]:
    """The proof cell of each number's row."""
    cells = [line.split("|") for line in (root / PAGE).read_text("utf-8").splitlines() if line.startswith("| ")]
    return {row[1].strip(): row[3].strip() for row in cells if row[1].strip() != "number"}


def test_the_page_has_one_row_per_number_with_its_proof(repository):
    assert run(repository) == 0
    assert rows(repository)["W1"] == "`tests/test_rules.py::test_enter`"
    assert rows(repository)["W2"] == "`crates/reineke/src/rules.rs::the_last_stone_ends_it`"
    assert rows(repository)["W3"] == "*later*"
    assert rows(repository)["P1"] == "*later*"


@pytest.mark.parametrize(
    "source",
    [
        "pytestmark = pytest.mark.covers('W1')\ndef test_a(): pass\n",
        "pytestmark = [pytest.mark.slow, pytest.mark.covers('W1')]\ndef test_a(): pass\n",
        "@pytest.mark.covers('W3', 'W1')\nclass TestA:\n    def test_a(self): pass\n",
        "class TestA:\n    @pytest.mark.slow\n    @pytest.mark.covers('W1')\n    def test(self): pass\n",
    ],
)
def test_marks_on_modules_classes_and_methods_count(repository, source):
    write(repository / "tests/test_rules.py", source)
    assert run(repository) == 0


@pytest.mark.parametrize(
    "source",
    [
        "def test_enter(): pass\n",
        "@pytest.mark.covers('W1')\ndef helper(): pass\n",
        "@pytest.mark.skip(reason='no')\n@pytest.mark.covers('W1')\ndef test_a(): pass\n",
        "@pytest.mark.skip\nclass TestA:\n    @pytest.mark.covers('W1')\n    def test_a(self): pass\n",
        "pytestmark = pytest.mark.covers('W1')\n",
    ],
)
def test_a_required_number_without_a_test_that_runs_fails(repository, capsys, source):
    write(repository / "tests/test_rules.py", source)
    assert run(repository) == 1
    assert "W1 is required" in capsys.readouterr().err
    assert rows(repository)["W1"] == "**none**"


@pytest.mark.parametrize(
    ("source", "code"),
    [
        ("#[test]\n// covers: W1, W2\nfn a() {}\n", 0),
        ("    // covers: W2\n    #[test]\n    #[should_panic]\n    fn a() {}\n", 0),
        ('// covers: W2\n#[test]\n#[ignore = "soak: ten minutes"]\nfn a() {}\n', 0),
        ('// covers: W2\n#[test]\n#[ignore = "broken"]\nfn a() {}\n', 1),
        ("// covers: W2\nfn a() {}\n", 1),
        ("// covers: W2\n\n#[test]\nfn a() {}\n", 1),
        ("// covers: W2\nfn a() {}\n#[test]\nfn b() {}\n", 1),
    ],
)
def test_a_rust_comment_counts_when_it_stands_with_a_test(repository, source, code):
    write(repository / "crates/reineke/src/rules.rs", source)
    assert run(repository) == code


def test_a_stored_run_is_a_proof_while_its_file_exists(repository, capsys):
    (repository / DATA).write_text(TOML.replace("required = [1, 2]", "required = true") + 'W3 = ["docs/run.json"]\n')
    assert run(repository) == 1
    assert "W3 rests on docs/run.json, which is missing" in capsys.readouterr().err
    write(repository / "docs/run.json", "{}")
    assert run(repository) == 0
    assert rows(repository)["W3"] == "`docs/run.json`"


def test_a_number_that_does_not_exist_fails(repository, capsys):
    write(repository / "tests/test_more.py", "@pytest.mark.covers('W77')\ndef test_a(): pass\n")
    assert run(repository) == 1
    assert "tests/test_more.py::test_a covers W77, which does not exist" in capsys.readouterr().err


def test_check_fails_on_a_page_that_is_missing_or_old_and_writes_nothing(repository, capsys):
    assert run(repository, "--check") == 1
    assert not (repository / PAGE).exists()
    assert run(repository) == 0
    assert run(repository, "--check") == 0
    write(repository / "tests/test_more.py", "@pytest.mark.covers('W3')\ndef test_a(): pass\n")
    before = (repository / PAGE).read_text("utf-8")
    assert run(repository, "--check") == 1
    assert "out of date" in capsys.readouterr().err
    assert (repository / PAGE).read_text("utf-8") == before
