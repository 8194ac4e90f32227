"""Answers and pushes in one ordering."""

from hypothesis import given
from hypothesis import strategies as st

from client.connections.pyro_ordering import AnswerOrdering


def create_ordering() -> tuple[AnswerOrdering[str], list[str]]:
    out: list[str] = []
    return AnswerOrdering(out.append), out


def test_pushes_come_at_once_when_no_call_is_under_way() -> None:
    ordering, out = create_ordering()
    ordering.push_received("a")
    ordering.push_received("b")
    assert out == ["a", "b"]


def test_pushes_wait_for_the_answer_that_belongs_in_front_of_them() -> None:
    ordering, out = create_ordering()
    ordering.call_started()
    ordering.push_received("later")
    assert out == []
    ordering.call_answered("answer", 0)
    assert out == ["answer", "later"]


def test_an_answer_waits_for_the_pushes_before_it() -> None:
    ordering, out = create_ordering()
    ordering.call_started()
    ordering.call_answered("answer", 2)
    ordering.push_received("a")
    assert out == ["a"]
    ordering.push_received("b")
    assert out == ["a", "b", "answer"]
    ordering.push_received("c")
    assert out == ["a", "b", "answer", "c"]


def test_what_is_not_delivered_still_counts() -> None:
    ordering, out = create_ordering()
    ordering.call_started()
    ordering.call_answered("answer", 1)
    ordering.push_received(None)
    ordering.call_started()
    ordering.call_answered(None, 1)
    ordering.push_received("a")
    assert out == ["answer", "a"]


def test_the_end_delivers_what_is_left() -> None:
    ordering, out = create_ordering()
    ordering.call_started()
    ordering.call_started()
    ordering.push_received("a")
    ordering.call_answered("answer", 3)
    ordering.finish()
    assert out == ["a", "answer"]


@given(st.lists(st.booleans(), max_size=30), st.randoms(use_true_random=False))
def test_any_interleaving_gives_the_order_of_the_server(kinds: list[bool], chance: object) -> None:
    """``kinds`` is what the server said: True an answer, False a push; one call at a time."""
    said = [f"{'answer' if kind else 'push'} {n}" for n, kind in enumerate(kinds)]
    answers = [(sum(not k for k in kinds[:n]), said[n]) for n, kind in enumerate(kinds) if kind]
    pushes = [text for text in said if text.startswith("push")]
    ordering, out = create_ordering()
    given_pushes = 0
    for before, text in answers:
        ordering.call_started()
        while given_pushes < len(pushes) and chance.random() < 0.5:  # type: ignore[attr-defined]
            if given_pushes >= before:
                break  # the server has not said it yet
            ordering.push_received(pushes[given_pushes])
            given_pushes += 1
        ordering.call_answered(text, before)
    for text in pushes[given_pushes:]:
        ordering.push_received(text)
    assert out == said
