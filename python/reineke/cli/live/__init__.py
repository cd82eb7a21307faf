"""`reineke live` and `reineke serve`: the real games, over the network, one file each."""

from reineke.cli.live import sawhian as sawhian
from reineke.cli.live import showdown as showdown
from reineke.cli.live import speed as speed
from reineke.cli.live import stats as stats
from reineke.cli.live import web as web
from reineke.cli.live.groups import live, serve

__all__ = ["live", "serve"]
