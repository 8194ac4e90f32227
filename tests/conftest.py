"""Settings for all tests."""

from collections.abc import Iterator

import pytest
import structlog
from hypothesis import settings

settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")
# A deadline per example fails on a busy machine, not on a defect.


@pytest.fixture(autouse=True)
def _default_logging() -> Iterator[None]:
    """Undo what a test configured: its standard error is closed when the next one logs."""
    yield
    structlog.reset_defaults()
