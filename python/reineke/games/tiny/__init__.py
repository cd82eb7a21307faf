"""Five tiny games, one for every kind of turn, written in Python.

Each is the twin of a native game: the same action numbers, texts, odds, outcomes, features and rolls of the dice, so
that a search must decide alike on both. Each is also an example of how a game is written in Python.
"""

from reineke.games.tiny.goofspiel import Goofspiel
from reineke.games.tiny.kuhn import Kuhn
from reineke.games.tiny.pig import Pig
from reineke.games.tiny.rps import RockPaperScissors
from reineke.games.tiny.tictactoe import TicTacToe

__all__ = ["Goofspiel", "Kuhn", "Pig", "RockPaperScissors", "TicTacToe"]
