"""Every row of the table of coming back, and the seam between old and new messages."""

import pytest

from messages import Reconnect, SessionOpened
from messages.registry import GameView, UpdateMessage
from server.match import KEPT_CHANGES
from server.resume import CatchUp, decide
from tests.harness.handler import House
from tests.server.test_handler import _legal, _turn_holder


@pytest.mark.parametrize(
    ("cursor", "head", "oldest", "in_match", "same", "how"),
    [
        (0, 0, 1, False, False, CatchUp.LOBBY),
        (9, 0, 1, False, True, CatchUp.LOBBY),
        (5, 9, 1, True, False, CatchUp.VIEW),
        (0, 9, 1, True, True, CatchUp.VIEW),
        (10, 9, 1, True, True, CatchUp.VIEW),
        (2, 9, 4, True, True, CatchUp.VIEW),
        (3, 9, 4, True, True, CatchUp.UPDATES),
        (9, 9, 4, True, True, CatchUp.UPDATES),
        (9, 9, 10, True, True, CatchUp.UPDATES),
        (8, 9, 10, True, True, CatchUp.VIEW),
    ],
)
def test_every_row(
    cursor: int, head: int, oldest: int, in_match: bool, same: bool, how: CatchUp
) -> None:
    assert decide(cursor, head, oldest, in_match=in_match, same_match=same) is how


@pytest.mark.parametrize("cursor", range(1, 6))
def test_who_was_lost_during_the_start_gets_a_view(cursor: int) -> None:
    """The changes of the start come before the first view; they alone are of no use."""
    assert decide(cursor, 9, 6, 5, in_match=True, same_match=True) is CatchUp.VIEW
    assert decide(cursor, 5, 6, 5, in_match=True, same_match=True) is CatchUp.VIEW
    assert decide(6, 9, 6, 5, in_match=True, same_match=True) is CatchUp.UPDATES


def _lost_after(moves: int) -> tuple[House, list[int], int, int]:
    """A table where somebody was lost after their last seen change, and play went on."""
    house = House()
    peers = house.table("ada", "bob", "eve")
    for _ in range(6):
        active, _ = _turn_holder(house, peers)
        house.say(active, _legal(house, active))
    active, lost = _turn_holder(house, peers)
    seen = house.got(lost, UpdateMessage)[-1].seq
    assert isinstance(seen, int)
    house.depart(lost)
    others = [peer for peer in peers if peer != lost]
    for _ in range(moves):
        holder, _ = _turn_holder(house, others)
        house.say(holder, _legal(house, holder))
    return house, others, lost, seen


def test_what_was_missed_is_sent_once_and_in_order() -> None:
    house, others, lost, seen = _lost_after(2)
    back = house.arrive()
    token = house.got(lost, SessionOpened)[0]
    house.say(back, Reconnect(token.nickname, token.token, seen))
    got = [m.seq for m in house.got(back, UpdateMessage)]
    told = [m.seq for m in house.got(others[0], UpdateMessage)]
    assert got == [seq for seq in told if isinstance(seq, int) and seq > seen]
    assert house.got(back, GameView) == []


def test_one_who_knows_nothing_gets_the_view() -> None:
    house, _, lost, _ = _lost_after(2)
    back = house.arrive()
    token = house.got(lost, SessionOpened)[0]
    house.say(back, Reconnect(token.nickname, token.token))
    assert house.got(back, GameView)
    assert house.got(back, UpdateMessage) == []


def test_only_so_many_changes_are_kept() -> None:
    house, _, lost, _ = _lost_after(2)
    back = house.arrive()
    token = house.got(lost, SessionOpened)[0]
    match = house.lobby.rooms[1].match
    assert match is not None
    match.seq += KEPT_CHANGES
    match._recent.clear()
    house.say(back, Reconnect(token.nickname, token.token, 3))
    assert house.got(back, GameView)
