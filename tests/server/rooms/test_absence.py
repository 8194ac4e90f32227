"""Being away: every policy at every phase of every game; heartbeats; a process that stood still."""

from typing import Any

import pytest

from client.bots import create_computer_player
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
from tests.harness.handler import HandlerHarness

POLICIES: tuple[Absent, ...] = ("skip", "bot", "suspend", "forfeit")
QUICK: dict[str, dict[str, Any]] = {"uno": {"target_score": 40}}


def _setup(game: str, players: int, absent: Absent) -> SelectModeAndPlayers:
    options = QUICK.get(game, {})
    return SelectModeAndPlayers(players, game=game, absent=absent, options=options)


def _house() -> HandlerHarness:
    harness = HandlerHarness()
    harness.state.strategies = dict.fromkeys(GAMES, ("random",))
    return harness


def _token(harness: HandlerHarness, peer: int) -> SessionOpened:
    return harness.received(peer, SessionOpened)[0]


def _asked(harness: HandlerHarness, peers: list[int]) -> int | None:
    """Somebody here of whom something is asked."""
    for peer in peers:
        legal: Any = harness.send(peer, ListActions())
        if isinstance(legal, LegalActions) and legal.actions:
            return peer
    return None


def _act(harness: HandlerHarness, peers: list[int], turn: int = 0) -> bool:
    peer = _asked(harness, peers)
    if peer is None:
        return False
    legal: Any = harness.send(peer, ListActions())
    return isinstance(harness.send(peer, legal.actions[turn % len(legal.actions)]), ActionValid)


class Robot:
    """A computer player as the program would seat it, reacting to its letter box."""

    def __init__(self, harness: HandlerHarness, call: Any) -> None:
        self.house = harness
        self.peer = harness.connect(computer=True)
        self.player = create_computer_player(*call)

    def react(self) -> bool:
        box, self.house.inboxes[self.peer] = self.house.inboxes[self.peer], []
        for message in box:
            self._say(message)
        return bool(box)

    def _say(self, message: Any) -> None:
        for reply in self.player.receive(message):
            if self.peer not in self.house.closed_peers:
                self._say(self.house.send(self.peer, reply))


def _finish(harness: HandlerHarness, here: list[int], robots: list[Robot]) -> None:
    """Everybody who is there goes on, and time passes, until the match is over."""
    called = len(harness.started_bots)
    for turn in range(20_000):
        if not harness.state.rooms:
            return
        for call in harness.started_bots[called:]:
            robots.append(Robot(harness, call))
        called = len(harness.started_bots)
        moved = sum(robot.react() for robot in robots)
        if not _act(harness, here, turn) and not moved:
            harness.tick(16.0)
    raise AssertionError("the table waits for ever")


@pytest.mark.parametrize("moment", [0, 1, 2, 3, 4, 5, 7, 11])
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("absent", POLICIES)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_a_table_never_waits_for_ever(game: str, absent: Absent, players: int, moment: int) -> None:
    """One player is lost after so many actions, be it their turn or not, and never comes back."""
    harness = _house()
    peers = harness.start_match(
        *("ada", "bob", "eve")[:players], setup=_setup(game, players, absent)
    )
    for turn in range(moment):
        _act(harness, peers, turn)
    lost = _asked(harness, peers) if moment % 2 else peers[0]
    assert lost is not None
    harness.disconnect(lost)
    here = [peer for peer in peers if peer != lost]
    _finish(harness, here, [])
    assert all(harness.received(peer, FinalScores) for peer in here)
    assert harness.log.errors == []


def test_skip_passes_the_turn_only_after_three_heartbeats() -> None:
    harness = HandlerHarness()
    peers = harness.start_match("ada", "bob", "eve", setup=_setup("eriantys", 3, "skip"))
    slow = _asked(harness, peers)
    assert slow is not None
    others = [peer for peer in peers if peer != slow]
    harness.disconnect(slow)
    harness.tick(14.0)
    assert _asked(harness, others) is None
    harness.tick(2.0)
    assert _asked(harness, others) is not None
    assert harness.received(others[0], UpdateMessage)


def test_one_who_is_skipped_can_come_back_and_play_on() -> None:
    harness = HandlerHarness()
    peers = harness.start_match("ada", "bob", "eve", setup=_setup("eriantys", 3, "skip"))
    slow = _asked(harness, peers)
    assert slow is not None
    harness.disconnect(slow)
    harness.tick(40.0)
    back = harness.connect()
    opened = _token(harness, slow)
    assert isinstance(harness.send(back, Reconnect(opened.nickname, opened.token)), SessionOpened)
    peers[peers.index(slow)] = back
    for turn in range(1000):
        if not harness.state.rooms:
            break
        _act(harness, peers, turn)
    assert harness.received(back, FinalScores)


def test_a_computer_player_moves_until_the_owner_is_back() -> None:
    harness = _house()
    ada, bob = harness.start_match("ada", "bob", setup=_setup("eriantys", 2, "bot"))
    harness.disconnect(ada)
    harness.tick(16.0)
    (call,) = harness.started_bots
    assert call.nickname == "ada"
    robot = Robot(harness, call)
    for turn in range(30):
        robot.react()
        _act(harness, [bob], turn)
    assert harness.state.sessions["ada"].away, "the owner is still away"
    back = harness.connect()
    opened = _token(harness, ada)
    assert isinstance(harness.send(back, Reconnect("ada", opened.token)), SessionOpened)
    assert robot.peer in harness.closed_peers, "the helper goes when the owner comes"
    assert (
        harness.assert_refused(harness.connect(), Reconnect("ada", call.token))
        == ErrorCode.SESSIONUNKNOWN
    )
    assert _asked(harness, [back, bob]) is not None


def test_the_result_waits_for_its_owner_when_the_stand_in_has_gone() -> None:
    harness = _house()
    ada, bob = harness.start_match("ada", "bob", setup=_setup("eriantys", 2, "bot"))
    harness.disconnect(ada)
    harness.tick(16.0)
    robot = Robot(harness, harness.started_bots[0])
    for turn in range(2000):
        if not harness.state.rooms:
            break
        robot.react()
        _act(harness, [bob], turn)
    assert harness.received(bob, FinalScores)
    harness.send(robot.peer, Quit())
    back = harness.connect()
    opened = harness.send(back, Reconnect("ada", _token(harness, ada).token))
    assert isinstance(opened, SessionOpened)
    assert harness.received(back, FinalScores) == harness.received(bob, FinalScores)


def test_a_stand_in_s_token_is_for_the_stand_in_only() -> None:
    harness = _house()
    ada, _ = harness.start_match("ada", "bob", setup=_setup("eriantys", 2, "bot"))
    harness.disconnect(ada)
    harness.tick(16.0)
    (call,) = harness.started_bots
    stranger = harness.connect()
    assert (
        harness.assert_refused(stranger, Reconnect("ada", call.token)) == ErrorCode.SESSIONUNKNOWN
    )


class TestSuspension:
    def test_the_one_who_stayed_wins_after_a_while(self) -> None:
        harness = HandlerHarness()
        ada, bob = harness.start_match("ada", "bob", setup=_setup("eriantys", 2, "suspend"))
        harness.disconnect(ada)
        harness.tick(2.0)
        assert [m.seconds_left for m in harness.received(bob, MatchSuspended)] == [60]
        harness.tick(58.0)
        assert not harness.received(bob, YouWin)
        harness.tick(3.0)
        assert harness.received(bob, YouWin)

    def test_it_ends_when_somebody_is_back(self) -> None:
        harness = HandlerHarness()
        ada, bob = harness.start_match("ada", "bob", setup=_setup("eriantys", 2, "suspend"))
        harness.disconnect(ada)
        harness.tick(50.0)
        back = harness.connect()
        harness.send(back, Reconnect("ada", _token(harness, ada).token))
        assert harness.received(bob, MatchResumed)
        harness.tick(300.0)
        assert not harness.received(bob, YouWin)

    def test_clocks_stand_still_meanwhile(self) -> None:
        harness = HandlerHarness()
        setup = SelectModeAndPlayers(2, absent="suspend", clock=30)
        peers = harness.start_match("ada", "bob", setup=setup)
        slow = _asked(harness, peers)
        assert slow is not None
        other = next(peer for peer in peers if peer != slow)
        harness.tick(20.0)
        harness.disconnect(other)
        reminded = len(harness.received(slow, TurnReminder))
        harness.tick(40.0)
        assert _asked(harness, [slow]) == slow, "the decision is still open"
        back = harness.connect()
        opened = _token(harness, other)
        harness.send(back, Reconnect(opened.nickname, opened.token))
        harness.tick(14.0)
        assert len(harness.received(slow, TurnReminder)) == reminded
        harness.tick(2.0)
        assert len(harness.received(slow, TurnReminder)) == reminded + 1, (
            "a fresh clock of 30 seconds"
        )

    def test_with_two_left_the_absent_one_is_passed_over(self) -> None:
        harness = HandlerHarness()
        peers = harness.start_match("ada", "bob", "eve", setup=_setup("eriantys", 3, "suspend"))
        slow = _asked(harness, peers)
        assert slow is not None
        harness.disconnect(slow)
        others = [peer for peer in peers if peer != slow]
        harness.tick(16.0)
        assert not harness.received(others[0], MatchSuspended)
        assert _asked(harness, others) is not None


def test_a_table_where_nobody_is_left_sleeps_and_wakes() -> None:
    harness = HandlerHarness()
    peers = harness.start_match("ada", "bob", setup=_setup("eriantys", 2, "forfeit"))
    for peer in peers:
        harness.disconnect(peer)
    harness.tick(5_000.0)
    back = harness.connect()
    opened = harness.send(back, Reconnect("ada", _token(harness, peers[0]).token))
    assert isinstance(opened, SessionOpened)
    harness.tick(59.0)
    assert harness.state.rooms, "bob has his minute from now on"
    harness.tick(2.0)
    assert harness.received(back, YouWin)


class TestAPauseOfTheProcess:
    def test_gives_the_time_back(self) -> None:
        harness = HandlerHarness()
        setup = SelectModeAndPlayers(2, clock=30)
        peers = harness.start_match("ada", "bob", setup=setup)
        for peer in peers:
            harness.send(peer, Heartbeat())
        slow = _asked(harness, peers)
        harness.tick(2.0)
        harness.now += 60.0
        harness.tick(1.0)
        assert harness.closed_peers == []
        assert _asked(harness, peers) == slow
        assert not harness.received(peers[0], Error)
        harness.tick(10.0)
        for peer in peers:
            harness.send(peer, Heartbeat())
        harness.tick(10.0)
        for peer in peers:
            harness.send(peer, Heartbeat())
        harness.tick(10.0)
        assert _asked(harness, peers) != slow, "its own thirty seconds did pass"

    def test_an_absent_player_does_not_lose_the_seat_by_it(self) -> None:
        harness = HandlerHarness(Limits(pause_seconds=5.0))
        ada, bob = harness.start_match("ada", "bob")
        harness.disconnect(ada)
        harness.tick(2.0)
        harness.now += 3_600.0
        harness.tick(30.0)
        assert not harness.received(bob, YouWin)

    def test_the_whole_pause_is_given_back_and_nothing_else(self) -> None:
        harness = HandlerHarness(Limits(pause_seconds=5.0))
        harness.tick(2.0)
        before = harness.state.now
        harness.now += 100.0
        harness.tick(1.0)
        assert harness.state.now == before
        harness.tick(4.0)
        assert harness.state.now == before + 4.0


def test_computer_players_go_on_when_saving_works_again() -> None:
    harness = _house()
    harness.start_match("ada", setup=SelectModeAndPlayers(2, bots=1))
    robot = Robot(harness, harness.started_bots[0])
    while not (match := harness.state.rooms[1].match):
        robot.react()
    ada = min(harness.state.peers)
    while _act(harness, [ada]):
        pass
    before = match.seq
    harness.state.set_journal_failing(True)
    harness.tick(30)
    while robot.react():
        pass
    assert match.seq == before
    harness.state.set_journal_failing(False)
    harness.tick(1)
    while robot.react():
        pass
    assert match.seq > before


def test_rooms_in_which_somebody_is_missing_are_found_once() -> None:
    harness = HandlerHarness()
    first, second = harness.start_match("ada", "bob"), harness.start_match("eve", "fay")
    assert absence.rooms_with_absences(harness.state) == []
    for peer in (*first, second[0]):
        harness.disconnect(peer)
    harness.disconnect(harness.connect_named("gil"))
    assert [room.number for room in absence.rooms_with_absences(harness.state)] == [1, 2]


def test_frozen_timers_start_again() -> None:
    harness = _house()
    setup = SelectModeAndPlayers(2, game="uno", absent="suspend")
    ada, _ = harness.start_match("ada", "bob", setup=setup)
    harness.disconnect(ada)
    harness.tick(5.0)
    session, (room,) = harness.state.sessions["ada"], harness.state.rooms.values()
    assert session.away is not None
    assert session.away.since == 0.0
    assert room.suspended_since == 1.0
    absence.freeze_timers(harness.state)
    assert (session.away.since, room.suspended_since) == (5.0, 5.0)
