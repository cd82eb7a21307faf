"""Games to take away: drawings as SVG and PNG, a whole game as an animated GIF."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

FRAMES = 150
"""Positions of a GIF; of longer games not every one is shown."""
WIDE, FILM = 1200, 480
"""Pixels of a picture, and of a GIF."""
PACE, LAST = 600, 3000
"""Milliseconds of a position, and of the last one."""


def png(svg: str, width: int = WIDE) -> bytes:
    """A drawing with plain colours (theme `light` or `dark`) as PNG."""
    import resvg_py

    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))


def gif(drawings: Sequence[str]) -> bytes:
    """Drawings of equal size, one after another."""
    from PIL import Image

    step = -(-len(drawings) // FRAMES)
    chosen = [*drawings[:-1:step], drawings[-1]]
    frames = [
        Image.open(BytesIO(png(svg, FILM))).convert("RGB").quantize(256, dither=Image.Dither.NONE) for svg in chosen
    ]
    times = [*[PACE] * (len(frames) - 1), LAST]
    file = BytesIO()
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0, optimize=True)
    return file.getvalue()
