"""Reineke: strong agents for hard games.

>>> import reineke
>>> game = reineke.load("tictactoe")
>>> agent = reineke.make_agent("mcts(nodes=500)", game)
"""

from reineke._core import Dice, __version__
from reineke.agent import Agent, Budget, Choice, Decision, Stop, Unfit
from reineke.agents import make as make_agent
from reineke.game import CHANCE, NO_ACTION, OVER, Game, GameError, View
from reineke.games import load
from reineke.search import Search

__all__ = [
    "CHANCE",
    "NO_ACTION",
    "OVER",
    "Agent",
    "Budget",
    "Choice",
    "Decision",
    "Dice",
    "Game",
    "GameError",
    "Search",
    "Stop",
    "Unfit",
    "View",
    "__version__",
    "load",
    "make_agent",
]
