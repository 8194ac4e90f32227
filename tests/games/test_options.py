"""Options: known values are accepted, all others refused with the allowed values."""

from typing import Any

import pytest

from games.options import SWITCH, Values, check
from messages.errors import ErrorCode, Refusal

KNOWN: dict[str, Values] = {"size": range(3, 6), "pace": ("slow", "fast"), "loud": SWITCH}


def test_no_options_and_known_values_are_accepted() -> None:
    check("Chess", KNOWN, {})
    check("Chess", KNOWN, {"size": 5, "pace": "fast", "loud": True})


@pytest.mark.parametrize(
    ("chosen", "text"),
    [
        ({"size": 6}, "The option size of Chess is a number from 3 to 5."),
        ({"size": 3.0}, "The option size of Chess is a number from 3 to 5."),
        ({"pace": ["slow"]}, "The option pace of Chess is one of slow, fast."),
        ({"loud": 1}, "The option loud of Chess is true or false."),
        ({"size": 4, "king": 1}, "Chess has no option king; there are size, pace, loud."),
    ],
)
def test_unknown_option_or_value_is_refused_with_choicenotvalid_and_the_allowed_ones(
    chosen: dict[str, Any], text: str
) -> None:
    with pytest.raises(Refusal) as caught:
        check("Chess", KNOWN, chosen)
    assert (caught.value.code, caught.value.text) == (ErrorCode.CHOICENOTVALID, text)
