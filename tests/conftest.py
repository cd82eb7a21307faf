"""What every test may use."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run only the tests marked soak, which take many minutes")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "covers(number, …): the promises in docs/requirements.toml that the test proves")
    config.addinivalue_line("markers", "soak: takes minutes; runs only with --soak")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    soak = config.getoption("--soak")
    chosen = [item for item in items if (item.get_closest_marker("soak") is not None) == soak]
    if len(chosen) < len(items):
        config.hook.pytest_deselected(items=[item for item in items if item not in chosen])
        items[:] = chosen
