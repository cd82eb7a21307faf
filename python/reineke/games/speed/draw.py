"""spe_ed in pictures: `board` draws a position as SVG, `page` a whole game as one HTML file with a slider."""

from reineke.games.speed.board import board
from reineke.games.speed.flood import regions
from reineke.games.speed.overlay import window
from reineke.games.speed.replay import page

__all__ = ["board", "page", "regions", "window"]
