"""Outcome: collecting the effects of one input."""

from messages import Error, ErrorCode, GenericMessage, Heartbeat, Refusal
from server.effects import Outcome, Send, StartBot, answer_outcome, refusal_outcome
from server.journal.records import Entry

ONE, TWO = GenericMessage("one"), GenericMessage("two")
BOT = StartBot("greedy", "uno", 1, "", "robo")


def test_send_adds_one_send_unless_peers_or_messages_are_missing() -> None:
    outcome = Outcome()
    outcome.send((), ONE)
    outcome.send((1, 2))
    assert outcome.sends == []
    outcome.send((1, 2), ONE, TWO)
    (send,) = outcome.sends
    assert (send.peers, send.messages) == ((1, 2), (ONE, TWO))


def test_add_appends_the_effects_and_keeps_peer_and_answer() -> None:
    first, second = Outcome(1, ONE, closes=[3]), Outcome(closes=[4], bots=[BOT])
    first.send((1,), ONE)
    second.send((2,), TWO)
    second.entries.append(Entry(1, b"body", b"hash"))
    first.add(second)
    assert (first.peer, first.answer) == (1, ONE)
    assert [send.messages for send in first.sends] == [(ONE,), (TWO,)]
    assert (first.closes, first.bots) == ([3, 4], [BOT])
    assert first.entries == second.entries


def test_outcomes_share_no_list_of_sends() -> None:
    Outcome().send((1,), ONE)
    assert Outcome().sends == []


def test_sends_and_outcomes_compare_by_identity() -> None:
    """The write-ahead queue must distinguish equal outcomes."""
    assert Send((1,), (ONE,)) != Send((1,), (ONE,))
    assert Outcome(1, ONE) != Outcome(1, ONE)


def test_only_heartbeats_and_notsaved_pass_a_failing_journal() -> None:
    assert answer_outcome(1, Heartbeat()).passes_failing_journal
    assert not answer_outcome(1, ONE).passes_failing_journal
    outcome = refusal_outcome(1, 7, Refusal(ErrorCode.NOTSAVED, "Wait."))
    assert outcome.answer == Error(ErrorCode.NOTSAVED, "Wait.", reply_to=7)
    assert outcome.passes_failing_journal
