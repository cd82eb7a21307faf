"""How somebody plays Ganz schön clever: `facts` and `summary` of games, and the plot of their `scores`."""

from reineke.games.clever.plots import scores
from reineke.games.clever.statistics import Facts, facts, summary

__all__ = ["Facts", "facts", "scores", "summary"]
