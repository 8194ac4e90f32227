"""Fixtures that replace the drawing of Eriantys."""

from collections.abc import Iterator

import pytest

from tests.harness.drawn_board import DRAWING, drawn_with


@pytest.fixture
def drawn() -> Iterator[None]:
    """Use a small drawing that shows all marks."""
    with drawn_with(DRAWING):
        yield


@pytest.fixture
def undrawn() -> Iterator[None]:
    """Use no drawing, so that the text of the board is shown."""
    with drawn_with(None):
        yield
