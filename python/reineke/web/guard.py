"""Who may talk to the server at all: cookies, origins, and the headers that keep a page to itself."""

from __future__ import annotations

import re
import secrets
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "reineke"
YEARS = 60 * 60 * 24 * 365 * 5
LOOPBACK = {"127.0.0.1", "localhost", "::1"}
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


def visitor(connection: HTTPConnection) -> str | None:
    """The secret of whoever is there; None if there is none yet."""
    found = connection.cookies.get(COOKIE, "")
    return found if re.fullmatch(r"[0-9a-f]{32}", found) else None


def welcome(response: Response, secret: str | None = None) -> Response:
    """Gives somebody a secret, a new one unless told which."""
    value = secret or secrets.token_hex(16)
    response.set_cookie(COOKIE, value, max_age=YEARS, httponly=True, samesite="lax", path="/")
    return response


def same_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from a page of this server, as far as browsers tell."""
    origin = connection.headers.get("origin")
    return origin is None or urlsplit(origin).netloc == connection.headers.get("host")


class Guard:
    """Sets the headers of every answer. On loopback it refuses other host names, which a foreign page could point
    here."""

    def __init__(self, app: ASGIApp, *, loopback: bool) -> None:
        self.app, self.loopback = app, loopback

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        if self.loopback and _host(scope) not in LOOPBACK:
            if scope["type"] == "websocket":
                await send({"type": "websocket.close", "code": 1008})
                return
            await PlainTextResponse("no such host", 421)(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                MutableHeaders(scope=message).update(HEADERS)
            await send(message)

        await self.app(scope, receive, guarded)


def _host(scope: Scope) -> str:
    headers: dict[Any, Any] = dict(scope["headers"])
    name = headers.get(b"host", b"").decode("latin-1")
    return urlsplit(f"//{name}").hostname or ""
