"""Settings for all tests."""

import gc
from collections.abc import Iterator

import pytest
import structlog
from hypothesis import settings

settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")
# A deadline per example fails on a busy machine, not on a defect.


def pytest_collection_finish() -> None:
    """Exclude the modules and tests from garbage collection: hundreds of thousands of objects."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def _own_configuration(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Give this run its own configuration directory, also for the processes that it starts.

    Clients store sessions there, and those of earlier runs would be resumed. The size of the
    terminal in which the tests were started is removed, because the programs that they start run
    in pseudo-terminals of another size.
    """
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        monkeypatch.delenv("COLUMNS", raising=False)
        monkeypatch.delenv("LINES", raising=False)
        yield


@pytest.fixture(autouse=True)
def _default_logging() -> Iterator[None]:
    """Reset the logging configuration, because the test's standard error is closed afterwards."""
    yield
    structlog.reset_defaults()
