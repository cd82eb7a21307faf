"""Sawhian in pictures: `board` draws a position, `expand` and `tree` a game tree with its tuples, all as SVG."""

from reineke.games.sawhian.board import board
from reineke.games.sawhian.tree import expand, tree

__all__ = ["board", "expand", "tree"]
