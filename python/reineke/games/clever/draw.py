"""Ganz schön clever in pictures: `board` draws a position as SVG, `page` a whole game as an HTML file with a slider."""

from reineke.games.clever.board import board
from reineke.games.clever.replay import Moment, page, thought

__all__ = ["Moment", "board", "page", "thought"]
