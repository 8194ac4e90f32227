"""Idempotency cache: answers to repeated message ids."""

from messages import ActionValid, Error, ErrorCode
from server.idempotency import Answers, drop_oldest, store_answer, stored_answer


def test_stored_answers_and_refusals_are_returned_with_their_reply_to() -> None:
    answers: Answers = {}
    accepted = ActionValid("Well done", reply_to=7)
    refused = Error(ErrorCode.NOTYOURTURN, "Wait.", reply_to=8)
    store_answer(answers, 7, accepted, max_answers=9)
    store_answer(answers, 8, refused, max_answers=9)
    assert stored_answer(answers, 7) == accepted
    assert stored_answer(answers, 8) == refused
    assert 9 not in answers


def test_equal_action_valid_answers_of_two_caches_share_one_object() -> None:
    first_cache: Answers = {}
    second_cache: Answers = {}
    store_answer(first_cache, 1, ActionValid("Well done", reply_to=1), max_answers=9)
    store_answer(second_cache, 2, ActionValid("Well done", reply_to=2), max_answers=9)
    assert first_cache[1] is second_cache[2]


def test_oldest_answers_are_dropped_above_the_maximum_and_on_request() -> None:
    answers: Answers = {}
    for message_id in (5, 3, 9, 1):
        store_answer(
            answers, message_id, ActionValid("Well done", reply_to=message_id), max_answers=3
        )
    assert list(answers) == [3, 9, 1]
    drop_oldest(answers, 1)
    assert list(answers) == [1]
