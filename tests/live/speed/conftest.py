import contextlib

import pytest

from reineke.live.speed import Pace, SpeedServer
from tests.live.speed.puppet import Puppet

SLOW = Pace(3600, 3600, 0)
"""Rounds that end when everybody has answered, and never otherwise."""


@pytest.fixture
def serving():
    """Makes servers that end with the test."""
    with contextlib.ExitStack() as stack:

        def serving(**options):
            return stack.enter_context(SpeedServer(**{"players": 2, "pace": SLOW, "seed": 1, **options}))

        yield serving


@pytest.fixture
def puppets():
    """Makes clients that end with the test."""
    with contextlib.ExitStack() as stack:

        def puppets(server, *keys):
            return [stack.enter_context(Puppet(server.url, key)) for key in keys]

        yield puppets
