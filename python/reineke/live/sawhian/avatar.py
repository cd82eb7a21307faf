"""A picture for those who have none: a mirrored pattern that follows from the name."""

from __future__ import annotations

import hashlib
import struct
import zlib
from pathlib import Path

from reineke.game import GameError
from reineke.live.sawhian.protocol import picture_size

SIDE = 256
_INKS = ("0072b2", "d55e00", "009e73", "b8578f", "8a6d00", "5b4fc4")


def avatar(name: str) -> bytes:
    """A PNG of 256 × 256 pixels, the same for the same name."""
    digest = hashlib.sha256(name.encode()).digest()
    ink = bytes.fromhex(_INKS[digest[0] % len(_INKS)])
    half = int.from_bytes(digest[1:3], "big") << 8 | digest[3]
    # Six rows of six blocks of 32 pixels inside a margin of one; the right half mirrors the left.
    rows = [bytes(4 * 8)] * 32
    for row in range(6):
        left = [half >> (3 * row + column) & 1 for column in range(3)]
        blocks = [0, *left, *reversed(left), 0]
        rows += [bytes(255 * block for block in blocks for _ in range(4))] * 32
    rows += [bytes(4 * 8)] * 32
    header = struct.pack(">IIBBBBB", SIDE, SIDE, 1, 3, 0, 0, 0)  # one bit per pixel, palette
    pixels = zlib.compress(b"".join(b"\0" + row for row in rows), 9)
    parts = ((b"IHDR", header), (b"PLTE", b"\xf8\xf6\xf1" + ink), (b"IDAT", pixels), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def load_picture(path: str | Path) -> bytes:
    """A PNG of the size that servers want, from a file."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise GameError(f"{path}: cannot be read: {error.strerror}") from error
    if picture_size(data) != (SIDE, SIDE):
        raise GameError(f"{path}: a picture is a PNG of 256 × 256 pixels")
    return data
