"""Showdown as it is published: pinned, unmodified, and renewed in one step."""

import json
import os
import subprocess

import pytest

from reineke.games.gen1.showdown import FOLDER, version

NAME = "node_modules/pokemon-showdown"


def locked(path):
    return json.loads(path.read_text())["packages"][NAME]


@pytest.mark.covers("T4")
def test_what_is_installed_is_the_published_package_of_the_pin():
    pin = json.loads((FOLDER / "package.json").read_text())["dependencies"]["pokemon-showdown"]
    lock, installed = locked(FOLDER / "package-lock.json"), locked(FOLDER / "node_modules" / ".package-lock.json")
    assert pin == lock["version"] == installed["version"] == version()
    # npm refuses an archive with another sum.
    assert lock["integrity"] == installed["integrity"]
    assert lock["integrity"].startswith("sha512-")


@pytest.mark.covers("T4")
def test_one_step_pins_renews_the_tables_and_plays_in_lockstep():
    environment = {key: value for key, value in os.environ.items() if not key.startswith("MAKE")}
    steps = subprocess.run(
        ["make", "--dry-run", "showdown", "VERSION=9.8.7"],
        cwd=FOLDER.parent,
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    wanted = ("--save-exact --silent pokemon-showdown@9.8.7", "npm ci", "node showdown/tables.mjs >", "verify gen1 ")
    places = [steps.index(step) for step in wanted]
    assert places == sorted(places)
