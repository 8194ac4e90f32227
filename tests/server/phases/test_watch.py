"""The watch phase: looking is all there is."""

from messages import RequestView, WatchMatch
from messages.registry import GameView
from tests.harness.handler import House


def test_the_view_of_no_seat_is_the_direct_answer() -> None:
    house = House()
    house.table("ada", "bob")
    wes = house.guest("wes")
    house.say(wes, WatchMatch(1))
    view = house.say(wes, RequestView(id=5))
    assert isinstance(view, GameView)
    assert view.reply_to == 5
    assert view.view.seat is None
