"""Answers and pushes in one order."""

from hypothesis import given
from hypothesis import strategies as st

from client.connections.pyro_ordering import AnswerOrdering


def new_order() -> tuple[AnswerOrdering[str], list[str]]:
    out: list[str] = []
    return AnswerOrdering(out.append), out


def test_pushes_come_at_once_when_no_call_is_under_way() -> None:
    order, out = new_order()
    order.pushed("a")
    order.pushed("b")
    assert out == ["a", "b"]


def test_pushes_wait_for_the_answer_that_belongs_in_front_of_them() -> None:
    order, out = new_order()
    order.asked()
    order.pushed("later")
    assert out == []
    order.answered("answer", 0)
    assert out == ["answer", "later"]


def test_an_answer_waits_for_the_pushes_before_it() -> None:
    order, out = new_order()
    order.asked()
    order.answered("answer", 2)
    order.pushed("a")
    assert out == ["a"]
    order.pushed("b")
    assert out == ["a", "b", "answer"]
    order.pushed("c")
    assert out == ["a", "b", "answer", "c"]


def test_what_is_not_delivered_still_counts() -> None:
    order, out = new_order()
    order.asked()
    order.answered("answer", 1)
    order.pushed(None)
    order.asked()
    order.answered(None, 1)
    order.pushed("a")
    assert out == ["answer", "a"]


def test_the_end_delivers_what_is_left() -> None:
    order, out = new_order()
    order.asked()
    order.asked()
    order.pushed("a")
    order.answered("answer", 3)
    order.finish()
    assert out == ["a", "answer"]


@given(st.lists(st.booleans(), max_size=30), st.randoms(use_true_random=False))
def test_any_interleaving_gives_the_order_of_the_server(kinds: list[bool], chance: object) -> None:
    """``kinds`` is what the server said: True an answer, False a push; one call at a time."""
    said = [f"{'answer' if kind else 'push'} {n}" for n, kind in enumerate(kinds)]
    answers = [(sum(not k for k in kinds[:n]), said[n]) for n, kind in enumerate(kinds) if kind]
    pushes = [text for text in said if text.startswith("push")]
    order, out = new_order()
    given_pushes = 0
    for before, text in answers:
        order.asked()
        while given_pushes < len(pushes) and chance.random() < 0.5:  # type: ignore[attr-defined]
            if given_pushes >= before:
                break  # the server has not said it yet
            order.pushed(pushes[given_pushes])
            given_pushes += 1
        order.answered(text, before)
    for text in pushes[given_pushes:]:
        order.pushed(text)
    assert out == said
