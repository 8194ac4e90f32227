"""Answers that are kept for those who ask twice."""

from messages import ActionValid, Error, ErrorCode
from server.idempotency import Answers, drop_oldest, store_answer, stored_answer


def test_an_answer_comes_again_with_its_number() -> None:
    answers: Answers = {}
    told = ActionValid("Well done", reply_to=7)
    refused = Error(ErrorCode.NOTYOURTURN, "Wait.", reply_to=8)
    store_answer(answers, 7, told, most=9)
    store_answer(answers, 8, refused, most=9)
    assert stored_answer(answers, 7) == told
    assert stored_answer(answers, 8) == refused
    assert 9 not in answers


def test_what_is_said_to_all_is_kept_once() -> None:
    one: Answers = {}
    other: Answers = {}
    store_answer(one, 1, ActionValid("Well done", reply_to=1), most=9)
    store_answer(other, 2, ActionValid("Well done", reply_to=2), most=9)
    assert one[1] is other[2]


def test_the_oldest_is_forgotten() -> None:
    answers: Answers = {}
    for number in (5, 3, 9, 1):
        store_answer(answers, number, ActionValid("Well done", reply_to=number), most=3)
    assert list(answers) == [3, 9, 1]
    drop_oldest(answers, 1)
    assert list(answers) == [1]
