"""Being away: every policy at every phase of every game; heartbeats; a process that stood still."""

from typing import Any

import pytest

from client.bots import computer_player
from games.registry import GAMES
from messages import (
    ActionValid,
    Error,
    ErrorCode,
    FinalScores,
    Heartbeat,
    ListActions,
    MatchResumed,
    MatchSuspended,
    Quit,
    Reconnect,
    SelectModeAndPlayers,
    SessionOpened,
    TurnReminder,
    YouWin,
)
from messages.lobby import Absent
from messages.registry import LegalActions, UpdateMessage
from server.limits import Limits
from server.rooms import absence
from tests.harness.handler import House

POLICIES: tuple[Absent, ...] = ("skip", "bot", "suspend", "forfeit")
QUICK: dict[str, dict[str, Any]] = {"uno": {"target_score": 40}}


def _setup(game: str, players: int, absent: Absent) -> SelectModeAndPlayers:
    options = QUICK.get(game, {})
    return SelectModeAndPlayers(players, game=game, absent=absent, options=options)


def _house() -> House:
    house = House()
    house.state.strategies = dict.fromkeys(GAMES, ("random",))
    return house


def _token(house: House, peer: int) -> SessionOpened:
    return house.got(peer, SessionOpened)[0]


def _asked(house: House, peers: list[int]) -> int | None:
    """Somebody here of whom something is asked."""
    for peer in peers:
        legal: Any = house.say(peer, ListActions())
        if isinstance(legal, LegalActions) and legal.actions:
            return peer
    return None


def _act(house: House, peers: list[int], turn: int = 0) -> bool:
    peer = _asked(house, peers)
    if peer is None:
        return False
    legal: Any = house.say(peer, ListActions())
    return isinstance(house.say(peer, legal.actions[turn % len(legal.actions)]), ActionValid)


class Robot:
    """A computer player as the program would seat it, reacting to its letter box."""

    def __init__(self, house: House, call: Any) -> None:
        self.house = house
        self.peer = house.arrive(computer=True)
        self.player = computer_player(*call)

    def react(self) -> bool:
        box, self.house.boxes[self.peer] = self.house.boxes[self.peer], []
        for message in box:
            self._say(message)
        return bool(box)

    def _say(self, message: Any) -> None:
        for reply in self.player.receive(message):
            if self.peer not in self.house.ended:
                self._say(self.house.say(self.peer, reply))


def _finish(house: House, here: list[int], robots: list[Robot]) -> None:
    """Everybody who is there goes on, and time passes, until the match is over."""
    called = len(house.calls)
    for turn in range(20_000):
        if not house.state.rooms:
            return
        for call in house.calls[called:]:
            robots.append(Robot(house, call))
        called = len(house.calls)
        moved = sum(robot.react() for robot in robots)
        if not _act(house, here, turn) and not moved:
            house.tick(16.0)
    raise AssertionError("the table waits for ever")


@pytest.mark.parametrize("moment", [0, 1, 2, 3, 4, 5, 7, 11])
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("absent", POLICIES)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_table_never_waits_for_ever(game: str, absent: Absent, players: int, moment: int) -> None:
    """One player is lost after so many actions, be it their turn or not, and never comes back."""
    house = _house()
    peers = house.table(*("ada", "bob", "eve")[:players], setup=_setup(game, players, absent))
    for turn in range(moment):
        _act(house, peers, turn)
    lost = _asked(house, peers) if moment % 2 else peers[0]
    assert lost is not None
    house.depart(lost)
    here = [peer for peer in peers if peer != lost]
    _finish(house, here, [])
    assert all(house.got(peer, FinalScores) for peer in here)
    assert house.log.entries == []


def test_skip_passes_the_turn_only_after_three_heartbeats() -> None:
    house = House()
    peers = house.table("ada", "bob", "eve", setup=_setup("eriantys", 3, "skip"))
    slow = _asked(house, peers)
    assert slow is not None
    others = [peer for peer in peers if peer != slow]
    house.depart(slow)
    house.tick(14.0)
    assert _asked(house, others) is None
    house.tick(2.0)
    assert _asked(house, others) is not None
    assert house.got(others[0], UpdateMessage)


def test_one_who_is_skipped_can_come_back_and_play_on() -> None:
    house = House()
    peers = house.table("ada", "bob", "eve", setup=_setup("eriantys", 3, "skip"))
    slow = _asked(house, peers)
    assert slow is not None
    house.depart(slow)
    house.tick(40.0)
    back = house.arrive()
    opened = _token(house, slow)
    assert isinstance(house.say(back, Reconnect(opened.nickname, opened.token)), SessionOpened)
    peers[peers.index(slow)] = back
    for turn in range(1000):
        if not house.state.rooms:
            break
        _act(house, peers, turn)
    assert house.got(back, FinalScores)


def test_a_computer_player_moves_until_the_owner_is_back() -> None:
    house = _house()
    ada, bob = house.table("ada", "bob", setup=_setup("eriantys", 2, "bot"))
    house.depart(ada)
    house.tick(16.0)
    (call,) = house.calls
    assert call.nickname == "ada"
    robot = Robot(house, call)
    for turn in range(30):
        robot.react()
        _act(house, [bob], turn)
    assert house.state.sessions["ada"].away, "the owner is still away"
    back = house.arrive()
    opened = _token(house, ada)
    assert isinstance(house.say(back, Reconnect("ada", opened.token)), SessionOpened)
    assert robot.peer in house.ended, "the helper goes when the owner comes"
    assert house.refused(house.arrive(), Reconnect("ada", call.token)) == ErrorCode.SESSIONUNKNOWN
    assert _asked(house, [back, bob]) is not None


def test_the_result_waits_for_its_owner_when_the_stand_in_has_gone() -> None:
    house = _house()
    ada, bob = house.table("ada", "bob", setup=_setup("eriantys", 2, "bot"))
    house.depart(ada)
    house.tick(16.0)
    robot = Robot(house, house.calls[0])
    for turn in range(2000):
        if not house.state.rooms:
            break
        robot.react()
        _act(house, [bob], turn)
    assert house.got(bob, FinalScores)
    house.say(robot.peer, Quit())
    back = house.arrive()
    opened = house.say(back, Reconnect("ada", _token(house, ada).token))
    assert isinstance(opened, SessionOpened)
    assert house.got(back, FinalScores) == house.got(bob, FinalScores)


def test_a_stand_in_s_token_is_for_the_stand_in_only() -> None:
    house = _house()
    ada, _ = house.table("ada", "bob", setup=_setup("eriantys", 2, "bot"))
    house.depart(ada)
    house.tick(16.0)
    (call,) = house.calls
    stranger = house.arrive()
    assert house.refused(stranger, Reconnect("ada", call.token)) == ErrorCode.SESSIONUNKNOWN


class TestSuspension:
    def test_the_one_who_stayed_wins_after_a_while(self) -> None:
        house = House()
        ada, bob = house.table("ada", "bob", setup=_setup("eriantys", 2, "suspend"))
        house.depart(ada)
        house.tick(2.0)
        assert [m.seconds_left for m in house.got(bob, MatchSuspended)] == [60]
        house.tick(58.0)
        assert not house.got(bob, YouWin)
        house.tick(3.0)
        assert house.got(bob, YouWin)

    def test_it_ends_when_somebody_is_back(self) -> None:
        house = House()
        ada, bob = house.table("ada", "bob", setup=_setup("eriantys", 2, "suspend"))
        house.depart(ada)
        house.tick(50.0)
        back = house.arrive()
        house.say(back, Reconnect("ada", _token(house, ada).token))
        assert house.got(bob, MatchResumed)
        house.tick(300.0)
        assert not house.got(bob, YouWin)

    def test_clocks_stand_still_meanwhile(self) -> None:
        house = House()
        setup = SelectModeAndPlayers(2, absent="suspend", clock=30)
        peers = house.table("ada", "bob", setup=setup)
        slow = _asked(house, peers)
        assert slow is not None
        other = next(peer for peer in peers if peer != slow)
        house.tick(20.0)
        house.depart(other)
        reminded = len(house.got(slow, TurnReminder))
        house.tick(40.0)
        assert _asked(house, [slow]) == slow, "the decision is still open"
        back = house.arrive()
        opened = _token(house, other)
        house.say(back, Reconnect(opened.nickname, opened.token))
        house.tick(14.0)
        assert len(house.got(slow, TurnReminder)) == reminded
        house.tick(2.0)
        assert len(house.got(slow, TurnReminder)) == reminded + 1, "a fresh clock of 30 seconds"

    def test_with_two_left_the_absent_one_is_passed_over(self) -> None:
        house = House()
        peers = house.table("ada", "bob", "eve", setup=_setup("eriantys", 3, "suspend"))
        slow = _asked(house, peers)
        assert slow is not None
        house.depart(slow)
        others = [peer for peer in peers if peer != slow]
        house.tick(16.0)
        assert not house.got(others[0], MatchSuspended)
        assert _asked(house, others) is not None


def test_a_table_where_nobody_is_left_sleeps_and_wakes() -> None:
    house = House()
    peers = house.table("ada", "bob", setup=_setup("eriantys", 2, "forfeit"))
    for peer in peers:
        house.depart(peer)
    house.tick(5_000.0)
    back = house.arrive()
    opened = house.say(back, Reconnect("ada", _token(house, peers[0]).token))
    assert isinstance(opened, SessionOpened)
    house.tick(59.0)
    assert house.state.rooms, "bob has his minute from now on"
    house.tick(2.0)
    assert house.got(back, YouWin)


class TestAPauseOfTheProcess:
    def test_gives_the_time_back(self) -> None:
        house = House()
        setup = SelectModeAndPlayers(2, clock=30)
        peers = house.table("ada", "bob", setup=setup)
        for peer in peers:
            house.say(peer, Heartbeat())
        slow = _asked(house, peers)
        house.tick(2.0)
        house.now += 60.0
        house.tick(1.0)
        assert house.ended == []
        assert _asked(house, peers) == slow
        assert not house.got(peers[0], Error)
        house.tick(10.0)
        for peer in peers:
            house.say(peer, Heartbeat())
        house.tick(10.0)
        for peer in peers:
            house.say(peer, Heartbeat())
        house.tick(10.0)
        assert _asked(house, peers) != slow, "its own thirty seconds did pass"

    def test_an_absent_player_does_not_lose_the_seat_by_it(self) -> None:
        house = House(Limits(pause_seconds=5.0))
        ada, bob = house.table("ada", "bob")
        house.depart(ada)
        house.tick(2.0)
        house.now += 3_600.0
        house.tick(30.0)
        assert not house.got(bob, YouWin)

    def test_the_whole_pause_is_given_back_and_nothing_else(self) -> None:
        house = House(Limits(pause_seconds=5.0))
        house.tick(2.0)
        before = house.state.now
        house.now += 100.0
        house.tick(1.0)
        assert house.state.now == before
        house.tick(4.0)
        assert house.state.now == before + 4.0


def test_computer_players_go_on_when_saving_works_again() -> None:
    house = _house()
    house.table("ada", setup=SelectModeAndPlayers(2, bots=1))
    robot = Robot(house, house.calls[0])
    while not (match := house.state.rooms[1].match):
        robot.react()
    ada = min(house.state.peers)
    while _act(house, [ada]):
        pass
    before = match.seq
    house.state.set_journal_failing(True)
    house.tick(30)
    while robot.react():
        pass
    assert match.seq == before
    house.state.set_journal_failing(False)
    house.tick(1)
    while robot.react():
        pass
    assert match.seq > before


def test_rooms_in_which_somebody_is_missing_are_found_once() -> None:
    house = House()
    first, second = house.table("ada", "bob"), house.table("eve", "fay")
    assert absence.rooms_with_absences(house.state) == []
    for peer in (*first, second[0]):
        house.depart(peer)
    house.depart(house.guest("gil"))
    assert [room.number for room in absence.rooms_with_absences(house.state)] == [1, 2]


def test_frozen_timers_start_again() -> None:
    house = _house()
    setup = SelectModeAndPlayers(2, game="uno", absent="suspend")
    ada, _ = house.table("ada", "bob", setup=setup)
    house.depart(ada)
    house.tick(5.0)
    session, (room,) = house.state.sessions["ada"], house.state.rooms.values()
    assert session.away is not None
    assert session.away.since == 0.0
    assert room.suspended_since == 1.0
    absence.freeze_timers(house.state)
    assert (session.away.since, room.suspended_since) == (5.0, 5.0)
