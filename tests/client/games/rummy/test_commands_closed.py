"""What is dimmed in Rummy 500, and the reason beside it."""

from client.games.rummy.commands_closed import closed
from client.games.rummy.text_typing import NO_USE
from messages.rummy.actions import DrawRummyStock, RummyAction, TakeRummyDiscard
from tests.client.games.rummy.tables import rummy_view

VIEW = rummy_view(["7H", "8H", "KC"])


def test_cards_of_the_pile_that_are_of_no_use() -> None:
    top, second, *_ = VIEW.discard
    legal: list[RummyAction] = [DrawRummyStock(), TakeRummyDiscard(top)]
    assert (f"take {second}", NO_USE) in closed(VIEW, legal)
    assert len(closed(VIEW, legal)) == len(VIEW.discard) - 1


def test_a_card_owed_comes_before_the_discard() -> None:
    owing = rummy_view(["7H", "TC"], decision="PLAY", owed="TC")
    assert closed(owing, []) == [("discard", "first put down the 10C you took")]
    assert closed(rummy_view(["7H"], decision="PLAY"), []) == []
    assert closed(rummy_view(["7H"], turn=1), []) == []
