"""The verbs of the command, each loaded when it is asked for, so that the command starts fast."""

from __future__ import annotations

from importlib import import_module

import click

SECTIONS: dict[str, dict[str, str]] = {
    "What there is": {"games": "games", "agents": "games"},
    "Play and think": {"play": "play", "decide": "decide", "analyse": "analyse", "draw": "draw"},
    "Numbers one can believe": {"match": "match", "table": "match", "verify": "verify", "bench": "bench"},
    "Learning": {"train": "learn", "plot": "learn"},
    "Real games": {"live": "live", "serve": "live"},
    "Shell": {"completion": "completion"},
}
"""Every verb with the file of this folder that holds it."""


class Verbs(click.Group):
    """A group whose commands are loaded by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return [verb for verbs in SECTIONS.values() for verb in verbs]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        for verbs in SECTIONS.values():
            if cmd_name in verbs:
                command: click.Command = getattr(import_module(f"reineke.cli.{verbs[cmd_name]}"), cmd_name)
                return command
        return None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        width = max(map(len, self.list_commands(ctx)))
        for title, verbs in SECTIONS.items():
            rows = [(verb.ljust(width), self._about(ctx, verb)) for verb in verbs]
            with formatter.section(title):
                formatter.write_dl(rows)

    def _about(self, ctx: click.Context, verb: str) -> str:
        command = self.get_command(ctx, verb)
        return command.get_short_help_str(90) if command is not None else ""


def _version(context: click.Context, _: click.Parameter, wanted: bool) -> None:
    if wanted and not context.resilient_parsing:
        from reineke._core import __version__

        click.echo(f"reineke {__version__}")
        context.exit()


@click.group(
    cls=Verbs,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
)
@click.option("--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Show the version.")
@click.option("--debug", is_flag=True, expose_value=False, help="Show where an error comes from.")
@click.pass_context
def reineke(context: click.Context) -> None:
    """Strong agents for hard games.

    A GAME is a name with options, such as sawhian or "pig(seats=3)", or a Python class in a file, my_game.py.
    A SPEC names an agent the same way: default, random, "maxn(depth=7)", "mcts(nodes=2000)", my_agent.py.
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
