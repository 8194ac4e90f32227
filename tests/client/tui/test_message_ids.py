"""Test the ids of sent messages and the record of those without an answer."""

from client.tui.message_ids import MessageIds, random_first_id
from messages import ActionValid, Error, ErrorCode, IsTurnOfPlayer, ListActions, Quit, RequestView


def test_ids_are_consecutive_and_pending_until_they_are_answered() -> None:
    ids = MessageIds(7)
    first, second = ids.number([RequestView(), Quit()])
    assert (first.id, second.id) == (7, 8)
    ids.receive(ActionValid("", reply_to=7))
    assert ids.is_answer_pending
    ids.receive(IsTurnOfPlayer("bob"))
    assert ids.is_answer_pending
    ids.receive(ActionValid("", reply_to=8))
    assert not ids.is_answer_pending


def test_only_the_refusal_of_an_automatic_request_is_not_for_the_user() -> None:
    ids = MessageIds()
    [automatic] = ids.mark_automatic(ids.number([ListActions()]))
    [typed] = ids.number([ListActions()])
    for message, is_shown in ((automatic, False), (typed, True)):
        refusal = Error(ErrorCode.ACTIONNONVALID, "no", reply_to=message.id)
        assert ids.receive(refusal) is is_shown
    assert not ids.is_answer_pending


def test_first_ids_of_two_clients_differ_and_are_below_those_of_retries() -> None:
    found = {random_first_id() for _ in range(8)}
    assert len(found) == 8
    assert all(0 < number <= 2**40 for number in found)
