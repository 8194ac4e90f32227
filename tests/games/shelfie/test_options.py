"""The options of A.12."""

from typing import Any

import pytest

from games.shelfie.options import CHOICES, options
from games.shelfie.state import Options
from messages.errors import ErrorCode, Refusal


def test_the_usual_game() -> None:
    assert options(False, {}) == options(True, {}) == Options()
    assert all(getattr(Options(), name) == values[0] for name, values in CHOICES.items())


@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name, values in CHOICES.items() for value in values]
)
def test_every_value_is_accepted(name: str, value: Any) -> None:
    assert getattr(options(False, {name: value}), name) == value


@pytest.mark.parametrize(
    ("name", "value", "hint"),
    [
        ("refill", "never", "keep, return"),
        ("squares_same_type", 1, "false, true"),
        ("common_goals", 3, "2, 1, 0"),
        ("common_goals", True, "2, 1, 0"),
        ("tie", None, "furthest, none"),
        ("seats", 2, "there are refill"),
    ],
)
def test_anything_else_is_refused_with_the_choices(name: str, value: Any, hint: str) -> None:
    with pytest.raises(Refusal, match=hint) as caught:
        options(False, {name: value})
    assert caught.value.code == ErrorCode.CHOICENOTVALID
