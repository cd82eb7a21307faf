"""Records: one finished game as one JSON line, alike for all games, which replays without a generator."""

from reineke.record.files import RecordWriter, read_records
from reineke.record.form import FORFEITS, FORMAT, Record
from reineke.record.replay import replay, settle, views
from reineke.record.text import one_line
from reineke.record.turn import ForcedDice, Played, RecordingDice, seen

__all__ = [
    "FORFEITS",
    "FORMAT",
    "ForcedDice",
    "Played",
    "Record",
    "RecordWriter",
    "RecordingDice",
    "one_line",
    "read_records",
    "replay",
    "seen",
    "settle",
    "views",
]
