"""The options of A.12."""

from typing import Any

import pytest

from games.shelfie.options import KNOWN, options
from games.shelfie.state import Options
from messages.errors import ErrorCode, Refusal


def test_the_usual_game() -> None:
    assert options(False, {}) == options(True, {}) == Options()
    assert Options() == Options("keep", False, 2, "seat", "furthest", "continue")


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in KNOWN.items() for value in values]
)
def test_every_value_is_accepted(name: str, value: Any) -> None:
    assert getattr(options(False, {name: value}), name) == value


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("refill", "never", "keep, return"),
        ("squares_same_type", 1, "true or false"),
        ("common_goals", 3, "from 0 to 2"),
        ("common_goals", True, "from 0 to 2"),
        ("tie", None, "furthest, none"),
        ("seats", 2, "there are refill"),
    ],
)
def test_anything_else_is_refused_with_the_choices(name: str, value: Any, hint: str) -> None:
    with pytest.raises(Refusal, match=hint) as caught:
        options(False, {name: value})
    assert caught.value.code == ErrorCode.CHOICENOTVALID
