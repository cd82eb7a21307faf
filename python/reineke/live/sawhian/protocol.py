"""The bytes that a Sawhian server and its clients exchange.

1. Client: the byte 1, the version. Server: the byte 1.
2. Client: its name as one line, its picture as one line (a PNG of 256 × 256 in Base64); UTF-8, each ended by a line
   feed.
3. Server, once the game is about to begin: one byte `limit << 2 | player`, the limit in seconds per move.
4. Latency: the client sends the byte 0, the server sends it back at once.
5. Then the server sends 201 to the player whose turn it is, who answers with the cell `7x + y`; and every move to all
   four, its player included, as `49 player + 7x + y`. 207 says that the receiver is out for a move that was late or
   illegal; the connection ends after it.
6. After the last move the server closes the connections.

Nobody is told who is out or has no move: a player who is passed over in the order of moves is out.
"""

from __future__ import annotations

import base64
import binascii
import struct

PORT = 22135
VERSION = 1
PING = 0
YOUR_TURN = 201
KICKED = 207

CELLS = 49
SEATS = 4
MOVES = SEATS * CELLS
"""Bytes below this are moves."""
MAX_LIMIT = 63
"""The longest time per move that fits the byte, in seconds."""

MAX_NAME = 40
"""Longest name that is kept, in characters."""
MAX_GREETING = 1 << 20
"""Most bytes of name and picture together."""

_PNG = b"\x89PNG\r\n\x1a\n"


def greeting(name: str, picture: bytes) -> bytes:
    """Name and picture, as the client sends them."""
    return clean_name(name).encode() + b"\n" + base64.b64encode(picture) + b"\n"


def read_greeting(lines: bytes) -> tuple[str, bytes | None]:
    """Name and picture from the client's two lines; None for a picture that is none."""
    name, _, rest = lines.partition(b"\n")
    try:
        picture: bytes | None = base64.b64decode(rest.partition(b"\n")[0].strip(), validate=True)
    except binascii.Error:
        picture = None
    if picture is None or picture_size(picture) != (256, 256):
        picture = None
    return clean_name(name.decode("utf-8", "replace")), picture


def clean_name(name: str) -> str:
    """A name in one short line."""
    printable = "".join(letter if letter.isprintable() else " " for letter in name)
    return " ".join(printable.split())[:MAX_NAME].strip() or "nobody"


def picture_size(png: bytes) -> tuple[int, int] | None:
    """Width and height of a PNG, None for anything else."""
    if len(png) < 24 or not png.startswith(_PNG) or png[12:16] != b"IHDR":
        return None
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def welcome(seat: int, limit: int) -> bytes:
    """What tells a client its seat and the time limit."""
    return bytes([limit << 2 | seat])


def read_welcome(byte: int) -> tuple[int, int]:
    """Seat and limit."""
    return byte & 3, byte >> 2


def move(seat: int, action: int) -> bytes:
    """A move as everybody hears of it."""
    return bytes([seat * CELLS + action])


def read_move(byte: int) -> tuple[int, int] | None:
    """Seat and action, None if the byte is no move."""
    return divmod(byte, CELLS) if byte < MOVES else None
