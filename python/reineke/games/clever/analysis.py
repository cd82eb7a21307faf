"""What a game of Ganz schön clever was like: `account` of luck and cost, `facts` and `summary` of how somebody plays,
and their plots, `course` and `scores`."""

from reineke.games.clever.account import Account, Entry, Judgement, account
from reineke.games.clever.plots import course, scores
from reineke.games.clever.statistics import Facts, facts, summary

__all__ = ["Account", "Entry", "Facts", "Judgement", "account", "course", "facts", "scores", "summary"]
