"""Options: known values are accepted, all others refused with the allowed values."""

from typing import Any

import pytest

from games.options import SWITCH, Values, check, normalized
from games.registry import GAMES
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


def test_words_are_normalized_to_the_spelling_of_the_option_and_other_values_are_kept() -> None:
    chosen = {"size": 5, "pace": "FAST", "loud": True, "king": "BIG"}
    assert normalized(KNOWN, chosen) == {**chosen, "pace": "fast"}
    assert normalized(KNOWN, {"pace": "Fastest", "size": "4"}) == {"pace": "Fastest", "size": "4"}


@pytest.mark.parametrize(
    ("game", "option", "word"),
    [
        ("uno", "mode", "jump_in"),
        ("codex", "tie_break", "points"),
        ("shelfie", "refill", "return"),
        ("rummy500", "ace_runs", "high"),
    ],
)
def test_words_of_options_are_accepted_in_any_letter_case(
    game: str, option: str, word: str
) -> None:
    make = GAMES[game].options
    assert make(False, {option: word.upper()}) == make(False, {option: word})
    assert make(False, {option: word.title()}) == make(False, {option: word})
