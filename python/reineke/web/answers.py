"""Answers that the server's parts share."""

from __future__ import annotations

from starlette.responses import JSONResponse, Response


def refused(words: str, status: int) -> Response:
    """A refusal in one line."""
    return JSONResponse({"error": words}, status)


def download(data: bytes, kind: str, name: str) -> Response:
    """A file to take away."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(data, media_type=kind, headers=headers)


def fresh(text: str) -> Response:
    """JSON that is made already, and not to be kept by anybody on the way."""
    return Response(text, media_type="application/json", headers={"cache-control": "no-store"})
