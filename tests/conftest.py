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

    Clients store sessions there, and those of earlier runs would be resumed. COLUMNS and LINES are
    removed, because programs prefer them to the size of their pseudo-terminal. GNU readline, which
    pytest loads, sets both for all child processes, past ``os.environ``.
    """
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        for name in ("COLUMNS", "LINES"):
            monkeypatch.setenv(name, "0")  # only a variable that Python knows can be removed
            monkeypatch.delenv(name)
        yield


@pytest.fixture(autouse=True)
def _default_logging() -> Iterator[None]:
    """Reset the logging configuration, because the test's standard error is closed afterwards."""
    yield
    structlog.reset_defaults()
