"""Answers and pushes are merged into the order of the server."""

from hypothesis import given
from hypothesis import strategies as st

from client.connections.pyro_ordering import AnswerOrdering


def create_ordering() -> tuple[AnswerOrdering[str], list[str]]:
    out: list[str] = []
    return AnswerOrdering(out.append), out


def test_push_is_delivered_immediately_without_a_pending_call() -> None:
    ordering, out = create_ordering()
    ordering.push_received("a")
    ordering.push_received("b")
    assert out == ["a", "b"]


def test_push_during_a_call_waits_for_the_answer() -> None:
    ordering, out = create_ordering()
    ordering.call_started()
    ordering.push_received("later")
    assert out == []
    ordering.call_answered("answer", 0)
    assert out == ["answer", "later"]


def test_answer_waits_for_the_pushes_before_it_and_later_pushes_follow() -> None:
    ordering, out = create_ordering()
    ordering.call_started()
    ordering.call_answered("answer", 2)
    ordering.push_received("a")
    assert out == ["a"]
    ordering.push_received("b")
    assert out == ["a", "b", "answer"]
    ordering.push_received("c")
    assert out == ["a", "b", "answer", "c"]


def test_push_and_answer_of_none_are_counted_but_not_delivered() -> None:
    ordering, out = create_ordering()
    ordering.call_started()
    ordering.call_answered("answer", 1)
    ordering.push_received(None)
    ordering.call_started()
    ordering.call_answered(None, 1)
    ordering.push_received("a")
    assert out == ["answer", "a"]


def test_finish_delivers_everything_left() -> None:
    ordering, out = create_ordering()
    ordering.call_started()
    ordering.call_started()
    ordering.push_received("a")
    ordering.call_answered("answer", 3)
    ordering.finish()
    assert out == ["a", "answer"]


@given(st.lists(st.booleans(), max_size=30), st.randoms(use_true_random=False))
def test_any_interleaving_is_delivered_in_the_order_of_the_server(
    kinds: list[bool], rng: object
) -> None:
    """``kinds`` is the order of the server: True for an answer, False for a push."""
    sent = [f"{'answer' if kind else 'push'} {n}" for n, kind in enumerate(kinds)]
    answers = [(sum(not k for k in kinds[:n]), sent[n]) for n, kind in enumerate(kinds) if kind]
    pushes = [text for text in sent if text.startswith("push")]
    ordering, out = create_ordering()
    received_pushes = 0
    for before, text in answers:
        ordering.call_started()
        while received_pushes < len(pushes) and rng.random() < 0.5:  # type: ignore[attr-defined]
            if received_pushes >= before:
                break  # the server has not sent it yet
            ordering.push_received(pushes[received_pushes])
            received_pushes += 1
        ordering.call_answered(text, before)
    for text in pushes[received_pushes:]:
        ordering.push_received(text)
    assert out == sent
