"""The report is one page that needs nothing else, and shows what the analysis says."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from html.parser import HTMLParser

import pytest

from reineke.agent import Budget
from reineke.analysis import Analysis, analyse
from reineke.analysis.chart import chart
from reineke.analysis.report import report
from tests.analysis.games import recorded

SPECS = ("sawhian", "speed(width=12,height=12,seats=3)", "clever", "gen1", "kuhn", "goofspiel", "examples/nim.py")


@pytest.fixture(scope="module")
def analyses() -> dict[str, Analysis]:
    return {spec: analyse(recorded(spec, seed=4), budget=Budget(nodes=60)) for spec in SPECS}


class Page(HTMLParser):
    """Notes every element."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.tags: list[str] = []
        self.links: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.ids += [value for name, value in attrs if name == "id" and value]
        self.links += [value for name, value in attrs if name in ("src", "href") and value]


@pytest.mark.parametrize("spec", SPECS)
def test_the_page_needs_nothing_else(spec: str, analyses: dict[str, Analysis]) -> None:
    text = report(analyses[spec])
    page = Page(text)
    assert not {"script", "link", "iframe", "img"} & set(page.tags)
    assert page.links == []
    assert not re.search(r"url\(|@import", text)
    assert len(page.ids) == len(set(page.ids))
    assert page.tags.count("section") == len(analyses[spec].mistakes())


@pytest.mark.parametrize(
    ("spec", "drawn"),
    [("sawhian", "sawhian"), ("speed(width=12,height=12,seats=3)", "sp-"), ("clever", "clever"), ("gen1", "g1-")],
)
def test_boards_are_drawn_at_the_worst_mistakes(spec: str, drawn: str, analyses: dict[str, Analysis]) -> None:
    sections = re.findall(r"<section.*?</section>", report(analyses[spec]), re.DOTALL)
    assert len(sections) == 3
    assert all("<svg" in section and drawn in section for section in sections)


def test_every_seat_is_summed_up(analyses: dict[str, Analysis]) -> None:
    found = analyses["sawhian"]
    text = report(found, names=["A", "<b>", "C & D", "E"])
    assert "&lt;b&gt;" in text
    assert "C &amp; D" in text
    assert "<b>" not in text
    for seat in found.seats():
        assert text.count(f"{seat.agreed} of {seat.decisions}") >= 1
    assert "others’ errors" in text


def test_beliefs_stand_beside_mistakes_under_hidden_information(analyses: dict[str, Analysis]) -> None:
    assert "What the seat could believe" in report(analyses["gen1"])
    assert "What the seat could believe" not in report(analyses["sawhian"])


def test_tuples_stand_where_several_play(analyses: dict[str, Analysis]) -> None:
    assert "<th>for every seat</th>" in report(analyses["sawhian"])
    assert "<th>for every seat</th>" not in report(analyses["clever"])


def test_a_stopped_analysis_says_so(analyses: dict[str, Analysis]) -> None:
    whole = analyses["sawhian"]
    part = replace(whole, steps=whole.steps[:20], complete=False)
    assert f"stopped: {part.steps[-1].turn} of {part.turns} turns are judged" in report(part)
    assert "This analysis was stopped" not in report(whole)
    assert report(replace(whole, steps=(), complete=False))


@pytest.mark.parametrize("spec", SPECS)
def test_the_chart_has_a_line_a_seat_and_marks_of_the_worst(spec: str, analyses: dict[str, Analysis]) -> None:
    found = analyses[spec]
    ids = [element.get("id") for element in ET.fromstring(chart(found)).iter() if element.get("id")]
    assert [one for one in ids if one.startswith("value-")] == [f"value-{seat}" for seat in range(found.game.seats)]
    assert [one for one in ids if one.startswith("mark-")] == [f"mark-{n + 1}" for n in range(len(found.mistakes()))]
    assert any(one.startswith("luck-") for one in ids) == any(any(step.luck) for step in found.steps)


@pytest.mark.covers("G23")
def test_a_solo_game_of_clever_is_told_in_points(analyses: dict[str, Analysis]) -> None:
    found = analyses["clever"]
    (seat,) = found.seats()
    assert found.scale == "points"
    assert seat.luck != 0
    assert seat.start + seat.luck + seat.own + seat.rest == pytest.approx(seat.end)
    text = report(found)
    assert all(words in text for words in ("Expected points", "rolled: ", "luckier than"))
