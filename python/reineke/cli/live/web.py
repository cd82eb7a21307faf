"""`reineke serve web`."""

from __future__ import annotations

from pathlib import Path

import click

from reineke.cli.live.groups import serve
from reineke.cli.options import web_options


@serve.command("web")
@click.argument("games", nargs=-1, metavar="[GAME]...")
@web_options
def serve_web(games: tuple[str, ...], host: str, port: int, data: Path | None, runs: Path) -> None:
    """Serve the page on which people play, watch and keep games.

    GAMEs are Python files that are offered beside the package's own games.
    """
    from reineke.web import serve as serve_page

    serve_page(host=host, port=port, data=data, runs=runs, games=games, say=click.echo)
