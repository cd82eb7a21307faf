"""The client's end of a web socket: getting a connection, and what is said when that fails."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidStatus, InvalidURI

from reineke.game import GameError
from reineke.record.text import one_line


class Busy(GameError):
    """Nobody is there yet, or we are not let in now: it may work later."""


async def dial(
    where: str, shown: str | None = None, refusals: Mapping[int, GameError] | None = None, **options: Any
) -> ClientConnection:
    """A connection to a web socket. Raises `GameError` with one line, in which the address is `shown`; `refusals` says
    what a status of HTTP means. `options` are those of `websockets`."""
    shown = where if shown is None else shown
    try:
        return await connect(where, compression=None, close_timeout=1, **options)
    except InvalidStatus as error:
        status = error.response.status_code
        raise (refusals or {}).get(status, GameError(f"{shown} answers {status}, no web socket")) from error
    except TimeoutError as error:
        raise Busy(f"cannot connect to {shown}: timed out") from error
    except OSError as error:
        # asyncio's own text names the call that failed; the system's says why.
        why = os.strerror(error.errno) if error.errno and error.errno > 0 else str(error)
        raise Busy(f"cannot connect to {shown}: {one_line(why, 120).lower()}") from error
    except (InvalidURI, InvalidHandshake, EOFError, ValueError) as error:
        raise GameError(f"cannot connect to {shown}: it does not speak web socket") from error
