"""What each move of a game cost, and where its value went: luck, errors, the rest. See docs/analysis.md.

>>> from reineke.analysis import analyse
>>> from reineke.record import read_records
>>> found = analyse(next(read_records("games.jsonl")))  # doctest: +SKIP
>>> [(one.turn, one.seat, one.cost) for one in found.mistakes()]  # doctest: +SKIP
"""

from reineke.analysis.judge import Analyst, analyst, look
from reineke.analysis.result import Analysis, Judged, SeatSum, Step
from reineke.analysis.run import analyse

__all__ = ["Analysis", "Analyst", "Judged", "SeatSum", "Step", "analyse", "analyst", "look"]
