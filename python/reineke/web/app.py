"""The server as an application: the page, what it asks for, and the sockets of its rooms."""

from __future__ import annotations

import hashlib
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route, WebSocketRoute

from reineke._core import __version__
from reineke.game import GameError
from reineke.learn import RUNS
from reineke.web import boards, export
from reineke.web.answers import download, refused
from reineke.web.guard import Guard, same_origin, visitor, welcome
from reineke.web.hall import Hall, Place, TooMany
from reineke.web.messages import Bucket
from reineke.web.sight import Eyes, Window
from reineke.web.socket import Talk
from reineke.web.store import Full, hashed
from reineke.web.training import Training
from reineke.web.understand import Understanding

BODY = 8192
"""Bytes of a request."""
TYPES = {"html": "text/html", "css": "text/css", "js": "text/javascript", "json": "application/json",
         "svg": "image/svg+xml"}  # fmt: skip


def static() -> Traversable:
    """The folder of the page's files."""
    return files("reineke.web").joinpath("static")


def version() -> str:
    """The version of the page: another whenever one of its files is."""
    sums = hashlib.blake2b(digest_size=4)
    for file in sorted(static().iterdir(), key=lambda one: one.name):
        if file.is_file():
            sums.update(file.name.encode() + file.read_bytes())
    return f"{__version__}-{sums.hexdigest()}"


class Site:
    """The answers of the server."""

    def __init__(self, hall: Hall, *, loopback: bool, runs: Path = RUNS) -> None:
        self.hall, self.loopback, self.runs = hall, loopback, runs
        self.version = version()
        self._files = {file.name: file.read_bytes() for file in static().iterdir() if file.is_file()}
        self._page = self._files.pop("index.html").decode().replace("{{version}}", self.version)
        self._catalogue: list[dict[str, Any]] | None = None
        self._openings: dict[str, Bucket] = {}

    # The page.

    async def page(self, request: Request) -> Response:
        response = Response(self._page, media_type="text/html", headers={"cache-control": "no-store"})
        return response if visitor(request) else welcome(response)

    async def file(self, request: Request) -> Response:
        name = request.path_params["name"]
        if request.path_params["version"] != self.version or name not in self._files:
            return PlainTextResponse("no such file", 404, headers={"cache-control": "no-store"})
        kind = TYPES.get(name.rpartition(".")[2], "application/octet-stream")
        keep = {"cache-control": "public, max-age=31536000, immutable"}
        return Response(self._files[name], media_type=kind, headers=keep)

    async def own(self, request: Request) -> Response:
        """The owner of the folder comes with its secret, and is known from then on."""
        if request.path_params["secret"] != self.hall.store.owner():
            return PlainTextResponse("no such link", 404)
        room = request.query_params.get("game", "")
        known = bool(room) and self.hall.place(room) is not None
        return welcome(RedirectResponse(f"/g/{room}" if known else "/", 303), self.hall.store.owner())

    # Games.

    async def catalogue(self, request: Request) -> Response:
        if self._catalogue is None:
            self._catalogue = self.hall.catalogue()
        return JSONResponse(self._catalogue)

    async def games(self, request: Request) -> Response:
        secret = visitor(request)
        return JSONResponse(list(self.hall.listed(hashed(secret))) if secret else [])

    async def open(self, request: Request) -> Response:
        secret = visitor(request)
        if secret is None or not same_origin(request):
            return refused("open the page first", 403)
        if not self._openings.setdefault(secret, Bucket(0.5, 20)).take():
            return refused("that is too fast: wait a moment", 429)
        try:
            asked = json.loads(await _body(request))
            wish = self.hall.wish(asked, hashed(secret))
            return JSONResponse({"id": self.hall.open(wish, hashed(secret))}, 201)
        except Full:
            return refused("the disk is full: the game cannot be kept", 507)
        except TooMany as error:
            return refused(str(error), 503)
        except (GameError, RecursionError) as error:
            return refused(str(error), 400)
        except ValueError:
            return refused("that is no JSON", 400)

    # Things to take away.

    def _seen(self, request: Request) -> tuple[Place, Eyes] | None:
        place = self.hall.place(request.path_params["id"])
        if place is None:
            return None
        theme = request.query_params.get("theme")
        window = Window(hashed(visitor(request) or ""), "dark" if theme == "dark" else "light")
        return place, place.sight.eyes(window)

    async def record(self, request: Request) -> Response:
        seen = self._seen(request)
        if seen is None:
            return refused("no such game", 404)
        if not seen[0].room.over:
            return refused("the record is there once the game is over", 409)
        line = seen[0].room.record() + "\n"
        return download(line.encode(), "application/json", "game.jsonl")

    async def picture(self, request: Request) -> Response:
        seen, kind = self._seen(request), request.path_params["kind"]
        if seen is None or kind not in ("svg", "png"):
            return refused("no such game", 404)
        place, eyes = seen
        if eyes.blind or not place.room.moments:
            return refused("there is nothing to see yet", 409)
        svg = boards.draw(place.sight.look(self._number(request, place), eyes))
        if kind == "svg":
            return download(svg.encode(), "image/svg+xml", "board.svg")
        return download(await self.hall.workers.run(lambda: export.png(svg)), "image/png", "board.png")

    @staticmethod
    def _number(request: Request, place: Place) -> int:
        asked, moments = request.query_params.get("moment", ""), place.room.moments
        return moments[min(int(asked), len(moments) - 1)] if asked.isdecimal() and len(asked) < 7 else moments[-1]

    async def film(self, request: Request) -> Response:
        seen = self._seen(request)
        if seen is None:
            return refused("no such game", 404)
        place, eyes = seen
        if eyes.blind or not place.room.over:
            return refused("the animation is there once the game is over", 409)
        looks = [place.sight.look(number, eyes) for number in place.room.moments]
        gif = await self.hall.workers.run(lambda: export.gif([boards.draw(look) for look in looks]))
        return download(gif, "image/gif", "game.gif")

    # Life.

    def app(self) -> Starlette:
        """The application."""

        @asynccontextmanager
        async def life(app: Starlette) -> AsyncIterator[None]:
            self.hall.wake()
            yield
            self.hall.close()

        talk = Talk(self.hall, self.version)
        routes = [
            Route("/", self.page),
            Route("/own/{secret}", self.own),
            Route("/g/{id}", self.page),
            Route("/g/{id}/game.jsonl", self.record),
            Route("/g/{id}/game.gif", self.film),
            Route("/g/{id}/board.{kind}", self.picture),
            Route("/api/catalogue", self.catalogue),
            Route("/api/games", self.games),
            Route("/api/games", self.open, methods=["POST"]),
            Route("/static/{version}/{name}", self.file),
            Route("/runs/{name:path}", self.page),
            *Understanding(self.hall).routes(),
            *Training(self.runs, self.hall.store.owner(), loopback=self.loopback).routes(),
            WebSocketRoute("/ws/{id}", talk.socket),
        ]
        return Starlette(routes=routes, middleware=[Middleware(Guard, loopback=self.loopback)], lifespan=life)


async def _body(request: Request) -> bytes:
    data = b""
    async for part in request.stream():
        data += part
        if len(data) > BODY:
            raise GameError("that is too much to read")
    return data
