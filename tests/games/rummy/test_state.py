"""The options of a match, and the next seat."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.rummy.state import Options, next_seat, options
from messages.errors import ErrorCode, Refusal
from tests.games.rummy.tables import table


def test_the_next_seat_skips_those_who_left() -> None:
    state = replace(table("2H", "3H", "4H", "5H"), seated=(0, 2, 3))
    assert [next_seat(state, seat) for seat in range(4)] == [2, 2, 3, 0]


def test_default_options_are_those_of_the_rules_digest_in_both_modes() -> None:
    assert options(False, {}) == options(True, {}) == Options()
    assert Options() == Options(13, 7, 500, "both", "end_now", False)


def test_every_option_can_be_chosen() -> None:
    chosen = {
        "deal_two": 10,
        "deal_more": 5,
        "target": 200,
        "ace_runs": "low",
        "stock_out": "reshuffle",
        "forgiving": True,
    }
    assert options(False, chosen) == Options(10, 5, 200, "low", "reshuffle", True)


@pytest.mark.parametrize(
    ("chosen", "words"),
    [
        ({"ace_runs": "round"}, "both, high, low"),
        ({"ace_runs": []}, "both, high, low"),
        ({"stock_out": True}, "end_now, discard_only, reshuffle"),
        ({"forgiving": 1}, "true or false"),
        ({"forgiving": "yes"}, "true or false"),
        ({"deal_two": 0}, "from 1 to 25"),
        ({"deal_two": 26}, "from 1 to 25"),
        ({"deal_more": 11}, "from 1 to 10"),
        ({"target": True}, "from 1 to 10000"),
        ({"target": "500"}, "from 1 to 10000"),
        ({"jokers": 2}, "no option jokers"),
        ({"x" * 99: 1}, "there are deal_two"),
    ],
)
def test_invalid_options_are_refused_with_choicenotvalid_and_the_allowed_values(
    chosen: dict[str, Any], words: str
) -> None:
    with pytest.raises(Refusal) as caught:
        options(False, chosen)
    assert caught.value.code == ErrorCode.CHOICENOTVALID
    assert words in caught.value.text
