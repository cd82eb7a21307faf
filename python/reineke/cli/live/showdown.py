"""`reineke live showdown` and `reineke serve showdown`."""

from __future__ import annotations

import secrets
import signal
from typing import Any

import click

from reineke.cli.live.groups import event, live, serve
from reineke.cli.options import json_option, seed_option

PORT = 8000
URL = f"ws://127.0.0.1:{PORT}/showdown/websocket"


@live.command("showdown")
@click.option(
    "--url", default=URL, show_default=True, metavar="URL", help="The server's web socket, ws://… or wss://…."
)
@click.option(
    "--name", envvar="SHOWDOWN_USER", metavar="NAME", help="Our name (default: made up).  [variable: SHOWDOWN_USER]"
)
@click.option(
    "--password",
    envvar="SHOWDOWN_PASSWORD",
    metavar="WORD",
    help="Of a registered name; better given by the variable.  [variable: SHOWDOWN_PASSWORD]",
)
@click.option("--login", metavar="URL", help="The login server (default: the real one's).")
@click.option("--challenge", metavar="USER", help="Challenge this user.")
@click.option(
    "--accept",
    is_flag=False,
    flag_value="",
    metavar="[USER,…]",
    help="Accept challenges, of anybody or of these users.",
)
@click.option("--ladder", is_flag=True, help="Look for opponents on the ladder.")
@click.option(
    "--battles", type=click.IntRange(1), metavar="N", default=1, show_default=True, help="How many battles to play."
)
@click.option(
    "--at-once", type=click.IntRange(1, 64), metavar="K", default=1, show_default=True, help="How many at a time."
)
@click.option("--agent", default="default", show_default=True, metavar="SPEC", help="Who plays.")
@click.option(
    "--time",
    "seconds",
    type=click.FloatRange(0.02, 60),
    default=1.0,
    show_default=True,
    metavar="S",
    help="Seconds per move at most; the server's timer may leave fewer.",
)
@click.option("--timer", type=click.Choice(["on", "off"]), default="on", show_default=True, help="Ask for the timer.")
@click.option(
    "--retry",
    type=click.FloatRange(0),
    default=300.0,
    show_default=True,
    metavar="S",
    help="How long to try again if the connection breaks.",
)
@click.option(
    "--patience",
    type=click.FloatRange(0, min_open=True),
    default=600.0,
    show_default=True,
    metavar="S",
    help="How long to wait for a battle to begin.",
)
@click.option(
    "--save", type=click.Path(dir_okay=False), metavar="FILE", help="Append a record of every battle to FILE."
)
@seed_option(words="The agent's own chance.")
@json_option("Summary and results as one JSON object.")
@click.option("--quiet", is_flag=True, help="No line per event on stderr.")
def live_showdown(
    name: str | None,
    password: str | None,
    login: str | None,
    seconds: float,
    timer: str,
    retry: float,
    patience: float,
    save: str | None,
    as_json: bool,
    quiet: bool,
    **options: Any,
) -> int:
    """Play generation 1 random battles at a Showdown server, unattended.

    One of --challenge, --accept and --ladder says against whom. The first Ctrl-C plays what is going on to its end, the
    second one forfeits. Exits with 0 after the last battle, with 2 if the server cannot be reached or refuses us, with
    130 after Ctrl-C.
    """
    from reineke.cli.output import print_json
    from reineke.live.showdown import Account, Care, Limits, Plan, join, summarise

    plan = Plan(
        challenge=options.pop("challenge"),
        accept=_users(options.pop("accept")),
        ladder=options.pop("ladder"),
        battles=options.pop("battles"),
        at_once=options.pop("at_once"),
    )
    made_up = name or f"Reineke {secrets.randbelow(10**6):06d}"
    account = Account(made_up, password or None, **({"login": login} if login else {}))
    results, interrupted = join(
        account=account,
        plan=plan,
        care=Care(seconds, timer == "on"),
        limits=Limits(retry, patience),
        records=save,
        log=None if quiet else event,
        **options,
    )
    summary = summarise(results)
    if as_json:
        print_json({"summary": summary.json(), "battles": results})
    else:
        print("\n".join(summary.lines()))
    return 130 if interrupted else 0


def _users(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(user for user in text.split(",") if user.strip())


@serve.command("showdown")
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    metavar="PORT",
    default=PORT,
    show_default=True,
    help="The port; 0 takes a free one.",
)
def serve_showdown(port: int) -> None:
    """Run the pinned Showdown server on this machine, without passwords, until Ctrl-C."""
    from reineke.live.showdown.server import LocalServer

    signal.signal(signal.SIGTERM, signal.default_int_handler)  # it ends with us
    with LocalServer(port) as server:
        event(f"listening on {server.url}")
        server.wait()
