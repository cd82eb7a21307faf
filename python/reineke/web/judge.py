"""A process that analyses one game, nicer than the server: `python -m reineke.web.judge`.

It reads one line of JSON, `{"record": the line of a record, "factor": of the judge's usual nodes}`, and writes lines of
JSON: `{"done": n, "of": m}` after every position, last `{"analysis": …}`, or `{"error": one line}`.
"""

from __future__ import annotations

import json
import os
import sys
from typing import IO, Any

NICE = 10


def main() -> None:
    """Does what the line on stdin asks for."""
    os.nice(NICE)
    out = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # what a game prints is no answer
    try:
        _judge(json.loads(sys.stdin.readline()), out)
    except BrokenPipeError:
        os._exit(0)  # the server is gone
    except BaseException as error:  # a panic of the core is no Exception
        from reineke.record.text import one_line

        _say(out, {"error": one_line(str(error) or type(error).__name__, 200)})


def _judge(asked: dict[str, Any], out: IO[str]) -> None:
    from reineke.analysis import analyse, analyst
    from reineke.analysis.judge import stronger
    from reineke.games import load
    from reineke.record import Record

    record = Record.parse(asked["record"])
    game = load(record.game)
    budget = stronger(analyst(game), asked["factor"]).budget
    found = analyse(record, game=game, budget=budget, progress=lambda done, of: _say(out, {"done": done, "of": of}))
    _say(out, {"analysis": found.json()})


def _say(out: IO[str], message: dict[str, Any]) -> None:
    out.write(json.dumps(message) + "\n")
    out.flush()


if __name__ == "__main__":
    main()
