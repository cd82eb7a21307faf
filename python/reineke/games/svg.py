"""What drawings of games share: themes, style sheets that touch nothing else on a page, and lines of text."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal
from xml.sax.saxutils import escape, quoteattr

from reineke.game import GameError

Theme = Literal["auto", "light", "dark"]


@dataclass(frozen=True)
class Style:
    """How the drawings of a game look. `rules` is CSS, one rule a line, with colours as `var(--prefix-name)`."""

    name: str
    """The class of every drawing."""
    prefix: str
    """What the names of classes and variables begin with."""
    light: Mapping[str, str]
    dark: Mapping[str, str]
    rules: str

    def sheet(self, theme: Theme) -> str:
        """The style element. `auto` follows the reader's system through CSS variables, which a page may set on the
        drawing's class; `light` and `dark` write plain colours, which every renderer understands."""
        if theme == "auto":
            scope = f":where(.{self.name})"
            variables = f"{scope} {{ {self._variables(self.light)} }}\n@media (prefers-color-scheme: dark) {{\n"
            variables += f"{scope} {{ {self._variables(self.dark)} }}\n}}\n"
            return f"<style>\n{variables}{self._scoped(f'.{self.name}')}</style>"
        if theme not in ("light", "dark"):
            raise GameError(f"a theme is auto, light or dark, not {theme!r}")
        colours = self.light if theme == "light" else self.dark
        rules = self._scoped(f".{self.prefix}-{theme}")
        rules = re.sub(rf"var\(--{self.prefix}-(\w+)\)", lambda match: colours[match[1]], rules)
        return f"<style>\n{rules}</style>"

    def _variables(self, colours: Mapping[str, str]) -> str:
        return " ".join(f"--{self.prefix}-{name}: {colour};" for name, colour in colours.items())

    def _scoped(self, scope: str) -> str:
        """The rules below one class, so that they touch nothing else on a page."""
        rules = []
        for line in self.rules.strip().splitlines():
            if not line:
                continue
            selectors, body = line.split(" {", 1)
            rules.append(", ".join(f"{scope} {one.strip()}" for one in selectors.split(",")) + " {" + body + "\n")
        return "".join(rules)

    def svg(self, width: float, height: float, theme: Theme, title: str, body: Sequence[str]) -> str:
        """A whole drawing."""
        size = f"{number(width)} {number(height)}"
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" class="{self.name} {self.prefix}-{theme}" role="img" '
                f'viewBox="0 0 {size}" width="{number(width)}" height="{number(height)}">',
                f"<title>{escape(printable(title))}</title>",
                self.sheet(theme),
                f'<rect class="{self.prefix}-paper" width="{number(width)}" height="{number(height)}"/>',
                *body,
                "</svg>",
                "",
            ]
        )


def number(value: float) -> str:
    """A coordinate, as short as it can be."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def text(
    x: float, y: float, words: str, *, size: float = 13, classes: str = "", anchor: str = "start", **more: str
) -> str:
    """A line of text; `more` are further attributes."""
    extra = "".join(f" {name.replace('_', '-')}={quoteattr(value)}" for name, value in more.items())
    role = f' class="{classes}"' if classes else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" text-anchor="{anchor}"{role}{extra}>'
        f"{escape(printable(words))}</text>"
    )


def printable(words: str) -> str:
    """The text without characters that XML forbids."""
    return "".join(letter for letter in words if letter.isprintable())


def short(words: str, length: int) -> str:
    """The text, cut with an ellipsis where it is too long."""
    words = printable(words)
    return words if len(words) <= length else words[: length - 1].rstrip() + "…"


def figure(value: float) -> str:
    """A value of a search; what is out of all proportion is a won or lost game."""
    if math.isnan(value):
        return "?"
    if abs(value) >= 1e6:
        return "+∞" if value > 0 else "−∞"
    size = abs(value)
    digits = f"{size:.2f}" if size < 10 else f"{size:.1f}" if size < 100 else f"{size:.0f}"
    sign = "+" if value > 0 else "−" if value < 0 else ""
    return ("" if float(digits) == 0 else sign) + digits
