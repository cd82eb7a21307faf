"""`reineke completion`: the script with which a shell completes verbs, games and agents."""

from __future__ import annotations

import click


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]), metavar="SHELL")
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """A completion script for bash, zsh or fish.

    \b
    bash: eval "$(reineke completion bash)"         in ~/.bashrc
    zsh:  eval "$(reineke completion zsh)"          in ~/.zshrc
    fish: reineke completion fish | source          in ~/.config/fish/config.fish
    """  # noqa: D301 - \b keeps the lines apart
    from click.shell_completion import get_completion_class

    from reineke.cli.run import COMPLETE

    script = get_completion_class(shell)
    assert script is not None
    print(script(context.find_root().command, {}, "reineke", COMPLETE).source())
