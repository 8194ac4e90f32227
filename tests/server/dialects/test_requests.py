"""Tests of the types for handling requests of legacy clients."""

import pytest

from messages import ActionValid, Heartbeat
from server.dialects.requests import Answers, Refused, require


def test_require_returns_a_value_even_if_falsy_and_raises_refused_for_none() -> None:
    assert require(0, "nothing") == 0
    with pytest.raises(Refused, match="nothing"):
        require(None, "nothing")


def test_awaited_answers_are_returned_in_order_after_the_last_one_has_arrived() -> None:
    answers = Answers(2)
    waiting = answers.__await__()
    assert next(waiting) is answers
    answers.add(Heartbeat())
    assert next(waiting) is answers
    answers.add(ActionValid("ok"))
    with pytest.raises(StopIteration) as end:
        next(waiting)
    assert end.value.value == [Heartbeat(), ActionValid("ok")]
