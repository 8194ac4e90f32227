"""Tests of the helpers that the games share."""

import pytest

from games.base import IllegalAction, Step, refuse_out_of_turn, replace_at
from games.rng import Rng
from messages.errors import ErrorCode
from messages.uno.table import UnoSaid


def test_replace_at_returns_a_copy_with_one_item_replaced() -> None:
    items = (b"a", b"b", b"c")
    assert replace_at(items, 1, b"x") == (b"a", b"x", b"c")
    assert items == (b"a", b"b", b"c")


def test_preceded_by_puts_changes_first_and_returns_the_same_step_without_any() -> None:
    step = Step(Rng(b""), (UnoSaid(2),), turns=(1,), removed_seats=(0,))
    assert step.preceded_by((UnoSaid(3),)) == Step(Rng(b""), (UnoSaid(3), UnoSaid(2)), (1,), (0,))
    assert step.preceded_by(()) is step


@pytest.mark.parametrize(("over", "words"), [(False, "not your turn"), (True, "game is over")])
def test_out_of_turn_is_refused_with_notyourturn_and_says_whether_the_game_is_over(
    over: bool, words: str
) -> None:
    with pytest.raises(IllegalAction) as caught:
        refuse_out_of_turn(is_over=over)
    assert caught.value.code == ErrorCode.NOTYOURTURN
    assert words in caught.value.text
