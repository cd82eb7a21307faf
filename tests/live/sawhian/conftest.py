import pytest

from reineke.games import load


@pytest.fixture(scope="session")
def game():
    return load("sawhian")
