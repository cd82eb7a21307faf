"""Training runs on the page: a list, and curves that grow while the training goes on."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from reineke.game import GameError
from reineke.games.svg import Theme
from reineke.learn import watch
from reineke.learn.watch import Watched
from reineke.web import curves, pictures
from reineke.web.answers import refused
from reineke.web.guard import visitor

LISTED = 200


class Training:
    """The answers about training runs. Only those on this machine and the owner of the folder may ask."""

    def __init__(self, folder: Path, owner: str, *, loopback: bool) -> None:
        self.folder, self.owner, self.loopback = folder, owner, loopback

    def routes(self) -> list[Route]:
        """Where they are found."""
        return [Route("/api/runs", self.listed), Route("/api/runs/{name:path}", self.run)]

    def _may(self, request: Request) -> bool:
        secret = visitor(request)
        return secret is not None and (self.loopback or secret == self.owner)

    async def listed(self, request: Request) -> Response:
        """Every run, the latest first."""
        return JSONResponse(await asyncio.to_thread(self._list) if self._may(request) else [])

    def _list(self) -> list[dict[str, Any]]:
        return [_about(run) for run in watch.runs(self.folder)[:LISTED]]

    async def run(self, request: Request) -> Response:
        """A run with its curves; without them where the page knows so many `steps` already."""
        if not self._may(request):
            return refused("training runs are shown to the owner", 403)
        theme: Theme = "dark" if request.query_params.get("theme") == "dark" else "light"
        try:
            found = await asyncio.to_thread(
                self._show, request.path_params["name"], theme, request.query_params.get("steps", "")
            )
        except GameError as error:
            return refused(str(error), 409)
        return refused("no such run", 404) if found is None else JSONResponse(found)

    def _show(self, name: str, theme: Theme, known: str) -> dict[str, Any] | None:
        run = next((run for run in watch.runs(self.folder) if run.name == name), None)
        if run is None:
            return None
        log = watch.lines(run)
        about = {**_about(run), "steps": len(log)}
        if known == str(len(log)):
            return about
        drawn = [pictures.read(curves.draw(one, theme=theme)) for one in watch.curves(log)]
        return {**about, "curves": [{"full": one.svg, "css": one.css} for one in drawn]}


def _about(run: Watched) -> dict[str, Any]:
    return {
        "name": run.name,
        "game": run.game,
        "recipe": run.recipe,
        "learner": run.learner,
        "total": run.total,
        "finished": run.finished,
        "changed": run.changed,
    }
