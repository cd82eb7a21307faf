"""The verbs `live` and `serve`, to which every real game adds its commands."""

from __future__ import annotations

import click


@click.group(no_args_is_help=False)
def live() -> None:
    """Join a real server."""


@click.group(no_args_is_help=False)
def serve() -> None:
    """Be a server."""


def event(line: str) -> None:
    """One line on stderr."""
    click.echo(line, err=True)
