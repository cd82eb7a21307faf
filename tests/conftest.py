"""What every test may use."""

import signal

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run only the tests marked soak, which take many minutes")
    parser.addoption("--browser", action="store_true", help="run only the tests that need a browser")


def pytest_configure(config: pytest.Config) -> None:
    # Shells start what runs in the background with Ctrl-C ignored, and children inherit that.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "covers(number, …): the promises in docs/requirements.toml that the test proves")
    config.addinivalue_line("markers", "soak: takes minutes; runs only with --soak")
    config.addinivalue_line("markers", "browser: needs Chromium; runs only with --browser")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    chosen = items
    for mark in ("soak", "browser"):
        wanted = config.getoption(f"--{mark}")
        chosen = [item for item in chosen if (item.get_closest_marker(mark) is not None) == wanted]
    if len(chosen) < len(items):
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen
