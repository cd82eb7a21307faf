"""What the page asks for about finished games: analyses, their reports, and game trees."""

from __future__ import annotations

import asyncio
import json
from collections import OrderedDict

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from reineke.agent import Decision
from reineke.analysis.report import report
from reineke.game import acting
from reineke.games.svg import Theme
from reineke.web import pictures, trees
from reineke.web.analyses import STRENGTHS, Busy, unpack
from reineke.web.answers import download, fresh, refused
from reineke.web.guard import same_origin, visitor
from reineke.web.hall import Hall, Place
from reineke.web.insight import insight
from reineke.web.messages import Bucket
from reineke.web.store import Full, hashed

SHOWN = 16
"""Analyses that are held ready for the page."""

Shown = tuple[str, dict[tuple[int, int], Decision]]
"""An analysis in JSON, and what should have been done by turns played and seat."""


class Understanding:
    """The answers about analyses."""

    def __init__(self, hall: Hall) -> None:
        self.hall, self.analyses = hall, hall.analyses
        self._ready: OrderedDict[tuple[str, str, Theme], Shown] = OrderedDict()
        self._starts: dict[str, Bucket] = {}

    def routes(self) -> list[Route]:
        """Where they are found."""
        where = "/g/{id}/analysis"
        return [
            Route(where, self.states),
            Route(where + "/{strength}", self.start, methods=["POST"]),
            Route(where + "/{strength}", self.stop, methods=["DELETE"]),
            Route(where + "/{strength}", self.show),
            Route("/g/{id}/report-{strength}.html", self.report),
            Route("/g/{id}/tree/{moment:int}", self.tree),
        ]

    def _found(self, request: Request) -> Place | Response:
        """The finished game of a link, or why there is none."""
        place = self.hall.place(request.path_params["id"])
        if place is None or request.path_params.get("strength", "usual") not in STRENGTHS:
            return refused("no such game or strength", 404)
        if not place.room.over:
            return refused("a game is analysed once it is over", 409)
        return place

    def _changing(self, request: Request) -> Place | Response:
        secret = visitor(request)
        if secret is None or not same_origin(request):
            return refused("open the page first", 403)
        if not self._starts.setdefault(secret, Bucket(0.5, 20)).take():
            return refused("that is too fast: wait a moment", 429)
        return self._found(request)

    def _told(self, place: Place, status: int = 200) -> Response:
        states = self.analyses.states(place.room.kept.id)
        return JSONResponse({"states": states, "strengths": list(STRENGTHS)}, status)

    async def states(self, request: Request) -> Response:
        """How far the analyses of a game are."""
        place = self._found(request)
        return place if isinstance(place, Response) else self._told(place)

    async def start(self, request: Request) -> Response:
        """Asks for one."""
        place = self._changing(request)
        if isinstance(place, Response):
            return place
        try:
            self.analyses.start(place.room.kept.id, request.path_params["strength"], place.room.record())
        except Busy:
            return refused("enough analyses are waiting already: try again later", 503)
        except Full:
            return refused("error.full", 507)
        return self._told(place, 202)

    async def stop(self, request: Request) -> Response:
        """Gives one up."""
        place = self._changing(request)
        if isinstance(place, Response):
            return place
        self.analyses.stop(place.room.kept.id, request.path_params["strength"])
        return self._told(place)

    async def show(self, request: Request) -> Response:
        """A finished one."""
        place = self._found(request)
        if isinstance(place, Response):
            return place
        strength, theme = request.path_params["strength"], _theme(request)
        key = place.room.kept.id, strength, theme
        packed = None if key in self._ready else self.analyses.packed(*key[:2])
        if packed is None and key not in self._ready:
            return refused("no such analysis", 404)
        if packed is not None:
            self._ready[key] = await asyncio.to_thread(_insight, place, packed, theme)
            while len(self._ready) > SHOWN:
                self._ready.popitem(last=False)
        text, judged = self._ready[key]
        if place.sight.judged != judged:
            place.sight.judged = judged
            place.tell()
        return fresh(text)

    async def report(self, request: Request) -> Response:
        """A finished one as a page of its own."""
        place = self._found(request)
        if isinstance(place, Response):
            return place
        packed = self.analyses.packed(place.room.kept.id, request.path_params["strength"])
        if packed is None:
            return refused("no such analysis", 404)
        title = self.hall.title(place.room.kept)
        text = await asyncio.to_thread(_report, place, packed, title)
        return download(text.encode(), "text/html", "analysis.html")

    async def tree(self, request: Request) -> Response:
        """The game tree of a position, for those who may see thoughts."""
        place, moment = self.hall.place(request.path_params["id"]), request.path_params["moment"]
        if place is None or not trees.has_tree(place.room.game) or moment >= len(place.room.moments):
            return refused("no such tree", 404)
        room = place.room
        state = room.state(room.moments[moment])
        if not room.open_to(hashed(visitor(request) or "")):
            return refused("thoughts are not shown in this game", 409)
        if not acting(room.game.turn(state)):
            return refused("the game is over here", 404)
        names, theme = [chair.name for chair in room.chairs], _theme(request)
        picture = await asyncio.to_thread(lambda: pictures.read(trees.draw(room.game, state, names, theme)))
        return JSONResponse({"full": picture.svg, "css": picture.css})


def _theme(request: Request) -> Theme:
    asked = request.query_params.get("theme")
    return "dark" if asked == "dark" else "light" if asked == "light" else "auto"


def _insight(place: Place, packed: bytes, theme: Theme) -> Shown:
    room = place.room
    found = unpack(packed, room.game)
    judged = {(one.turn - 1, one.seat): one.decision for one in found.judged}
    return json.dumps(insight(room, found, theme), ensure_ascii=False, separators=(",", ":")), judged


def _report(place: Place, packed: bytes, title: str) -> str:
    names = [chair.name for chair in place.room.chairs]
    return report(unpack(packed, place.room.game), title=f"{title}: what each move cost", names=names)
