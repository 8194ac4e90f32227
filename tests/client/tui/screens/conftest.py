"""A short countdown, so that tests with several people do not wait for seconds."""

import pytest

from client.tui import table_start


@pytest.fixture(autouse=True)
def short_countdown(monkeypatch: pytest.MonkeyPatch) -> None:
    """Start full tables after a tenth of a second."""
    monkeypatch.setattr(table_start, "START_SECONDS", 0.1)
