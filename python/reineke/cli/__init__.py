"""The command `reineke`: one file per verb, loaded when it is used.

Exit codes: 0 all is well, 1 differences found or an internal error, 2 a user's mistake, 130 Ctrl-C, 141 a closed pipe.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code. Whatever goes wrong is said in one line on stderr."""
    try:
        from reineke.cli.run import run

        return run(list(sys.argv[1:] if arguments is None else arguments))
    except KeyboardInterrupt:  # while loading, or a second Ctrl-C while the first was answered
        return 130
