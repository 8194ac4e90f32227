"""Absence policies in every game, stand-ins, suspended matches and suspended processes."""

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
    SelectMatch,
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


def _harness_with_bots() -> HandlerHarness:
    harness = HandlerHarness()
    harness.state.strategies = dict.fromkeys(GAMES, ("random",))
    return harness


def _token(harness: HandlerHarness, peer: int) -> SessionOpened:
    return harness.received(peer, SessionOpened)[0]


def _maybe_active_peer(harness: HandlerHarness, peers: list[int]) -> int | None:
    """Return the first of these peers that has a legal action, or None."""
    for peer in peers:
        legal: Any = harness.send(peer, ListActions())
        if isinstance(legal, LegalActions) and legal.actions:
            return peer
    return None


def _act(harness: HandlerHarness, peers: list[int], turn: int = 0) -> bool:
    peer = _maybe_active_peer(harness, peers)
    if peer is None:
        return False
    legal: Any = harness.send(peer, ListActions())
    return isinstance(harness.send(peer, legal.actions[turn % len(legal.actions)]), ActionValid)


class BotClient:
    """A computer player that reacts to the messages in its inbox."""

    def __init__(self, harness: HandlerHarness, start: Any) -> None:
        self.harness = harness
        self.peer = harness.connect(computer=True)
        self.player = create_computer_player(*start)

    def react(self) -> bool:
        messages, self.harness.inboxes[self.peer] = self.harness.inboxes[self.peer], []
        for message in messages:
            self._handle(message)
        return bool(messages)

    def _handle(self, message: Any) -> None:
        for reply in self.player.receive(message):
            if self.peer not in self.harness.closed_peers:
                self._handle(self.harness.send(self.peer, reply))


def _play_to_end(harness: HandlerHarness, connected: list[int], bots: list[BotClient]) -> None:
    """Let connected players and bots act, and time pass, until the match is over."""
    started = len(harness.started_bots)
    for turn in range(20_000):
        if not harness.state.rooms:
            return
        for start in harness.started_bots[started:]:
            bots.append(BotClient(harness, start))
        started = len(harness.started_bots)
        moved = sum(bot.react() for bot in bots)
        if not _act(harness, connected, turn) and not moved:
            harness.tick(16.0)
    raise AssertionError("the match does not end")


@pytest.mark.parametrize(
    "moment", [0, 1, 4, 11, *(pytest.param(n, marks=pytest.mark.soak) for n in (2, 3, 5, 7))]
)
@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("absent", POLICIES)
@pytest.mark.parametrize("game", sorted(GAMES))
def test_match_is_played_to_its_end_under_each_policy_while_a_player_stays_absent(
    game: str, absent: Absent, players: int, moment: int
) -> None:
    """One player is disconnected after ``moment`` actions, on turn or not, and never returns."""
    harness = _harness_with_bots()
    peers = harness.start_match(
        *("ada", "bob", "eve")[:players], setup=_setup(game, players, absent)
    )
    for turn in range(moment):
        _act(harness, peers, turn)
    disconnected = _maybe_active_peer(harness, peers) if moment % 2 else peers[0]
    assert disconnected is not None
    harness.disconnect(disconnected)
    connected = [peer for peer in peers if peer != disconnected]
    _play_to_end(harness, connected, [])
    assert all(harness.received(peer, FinalScores) for peer in connected)
    assert harness.log.errors == []


def test_turn_of_disconnected_player_is_skipped_only_after_absent_seconds() -> None:
    harness = HandlerHarness()
    peers = harness.start_match("ada", "bob", "eve", setup=_setup("eriantys", 3, "skip"))
    active = _maybe_active_peer(harness, peers)
    assert active is not None
    others = [peer for peer in peers if peer != active]
    harness.disconnect(active)
    harness.tick(14.0)
    assert _maybe_active_peer(harness, others) is None
    harness.tick(2.0)
    assert _maybe_active_peer(harness, others) is not None
    assert harness.received(others[0], UpdateMessage)


def test_skipped_player_can_reconnect_and_play_to_the_end() -> None:
    harness = HandlerHarness()
    peers = harness.start_match("ada", "bob", "eve", setup=_setup("eriantys", 3, "skip"))
    active = _maybe_active_peer(harness, peers)
    assert active is not None
    harness.disconnect(active)
    harness.tick(40.0)
    back = harness.connect()
    opened = _token(harness, active)
    assert isinstance(harness.send(back, Reconnect(opened.nickname, opened.token)), SessionOpened)
    peers[peers.index(active)] = back
    for turn in range(1000):
        if not harness.state.rooms:
            break
        _act(harness, peers, turn)
    assert harness.received(back, FinalScores)


def test_stand_in_acts_until_the_owner_returns_then_is_closed_and_its_token_refused() -> None:
    harness = _harness_with_bots()
    ada, bob = harness.start_match("ada", "bob", setup=_setup("eriantys", 2, "bot"))
    harness.disconnect(ada)
    harness.tick(16.0)
    (start,) = harness.started_bots
    assert start.nickname == "ada"
    bot = BotClient(harness, start)
    for turn in range(30):
        bot.react()
        _act(harness, [bob], turn)
    assert harness.state.sessions["ada"].disconnected, "the owner is still disconnected"
    back = harness.connect()
    opened = _token(harness, ada)
    assert isinstance(harness.send(back, Reconnect("ada", opened.token)), SessionOpened)
    assert bot.peer in harness.closed_peers, "the stand-in is disconnected when the owner returns"
    assert (
        harness.assert_refused(harness.connect(), Reconnect("ada", start.token))
        == ErrorCode.SESSIONUNKNOWN
    )
    assert _maybe_active_peer(harness, [back, bob]) is not None


def test_stand_in_for_a_player_whose_name_was_banned_joins() -> None:
    harness = _harness_with_bots()
    ada, _ = harness.start_match("ada", "bob", setup=_setup("eriantys", 2, "bot"))
    harness.disconnect(ada)
    harness.state.bans.add("name", "ada")
    harness.tick(16.0)
    (start,) = harness.started_bots
    stand_in = harness.connect(computer=True)
    assert isinstance(harness.send(stand_in, Reconnect("ada", start.token)), SessionOpened)
    assert harness.assert_refused(harness.connect(), Reconnect("ada", start.token)) == (
        ErrorCode.NOTALLOWED
    )


def test_result_of_a_match_that_the_stand_in_ended_is_kept_for_the_owner() -> None:
    harness = _harness_with_bots()
    ada, bob = harness.start_match("ada", "bob", setup=_setup("eriantys", 2, "bot"))
    harness.disconnect(ada)
    harness.tick(16.0)
    bot = BotClient(harness, harness.started_bots[0])
    for turn in range(2000):
        if not harness.state.rooms:
            break
        bot.react()
        _act(harness, [bob], turn)
    assert harness.received(bob, FinalScores)
    harness.send(bot.peer, Quit())
    back = harness.connect()
    opened = harness.send(back, Reconnect("ada", _token(harness, ada).token))
    assert isinstance(opened, SessionOpened)
    assert harness.received(back, FinalScores) == harness.received(bob, FinalScores)


def test_token_of_stand_in_is_refused_for_a_client_that_is_no_computer_player() -> None:
    harness = _harness_with_bots()
    ada, _ = harness.start_match("ada", "bob", setup=_setup("eriantys", 2, "bot"))
    harness.disconnect(ada)
    harness.tick(16.0)
    (start,) = harness.started_bots
    client = harness.connect()
    assert harness.assert_refused(client, Reconnect("ada", start.token)) == ErrorCode.SESSIONUNKNOWN


class TestSuspension:
    def test_of_a_match_is_announced_and_the_sole_player_wins_after_suspend_seconds(self) -> None:
        harness = HandlerHarness()
        ada, bob = harness.start_match("ada", "bob", setup=_setup("eriantys", 2, "suspend"))
        harness.disconnect(ada)
        harness.tick(2.0)
        assert [m.seconds_left for m in harness.received(bob, MatchSuspended)] == [60]
        harness.tick(58.0)
        assert not harness.received(bob, YouWin)
        harness.tick(3.0)
        assert harness.received(bob, YouWin)

    def test_of_a_match_ends_without_a_winner_when_the_absent_player_returns(self) -> None:
        harness = HandlerHarness()
        ada, bob = harness.start_match("ada", "bob", setup=_setup("eriantys", 2, "suspend"))
        harness.disconnect(ada)
        harness.tick(50.0)
        back = harness.connect()
        harness.send(back, Reconnect("ada", _token(harness, ada).token))
        assert harness.received(bob, MatchResumed)
        harness.tick(300.0)
        assert not harness.received(bob, YouWin)

    def test_of_a_match_stops_the_turn_clock_until_the_absent_player_returns(self) -> None:
        harness = HandlerHarness()
        setup = SelectModeAndPlayers(2, absent="suspend", clock=30)
        peers = harness.start_match("ada", "bob", setup=setup)
        active = _maybe_active_peer(harness, peers)
        assert active is not None
        other = next(peer for peer in peers if peer != active)
        harness.tick(20.0)
        harness.disconnect(other)
        reminded = len(harness.received(active, TurnReminder))
        harness.tick(40.0)
        assert _maybe_active_peer(harness, [active]) == active, "the decision is still open"
        back = harness.connect()
        opened = _token(harness, other)
        harness.send(back, Reconnect(opened.nickname, opened.token))
        harness.tick(14.0)
        assert len(harness.received(active, TurnReminder)) == reminded
        harness.tick(2.0)
        assert len(harness.received(active, TurnReminder)) == reminded + 1, (
            "the clock restarted with 30 seconds"
        )

    def test_does_not_happen_while_two_players_are_connected_and_skip_the_absent_one(self) -> None:
        harness = HandlerHarness()
        peers = harness.start_match("ada", "bob", "eve", setup=_setup("eriantys", 3, "suspend"))
        active = _maybe_active_peer(harness, peers)
        assert active is not None
        harness.disconnect(active)
        others = [peer for peer in peers if peer != active]
        harness.tick(16.0)
        assert not harness.received(others[0], MatchSuspended)
        assert _maybe_active_peer(harness, others) is not None


def test_absence_of_the_other_player_counts_from_the_return_of_the_first_to_a_frozen_match() -> (
    None
):
    harness = HandlerHarness()
    peers = harness.start_match("ada", "bob", setup=_setup("eriantys", 2, "forfeit"))
    for peer in peers:
        harness.disconnect(peer)
    harness.tick(5_000.0)
    back = harness.connect()
    opened = harness.send(back, Reconnect("ada", _token(harness, peers[0]).token))
    assert isinstance(opened, SessionOpened)
    harness.tick(59.0)
    assert harness.state.rooms, "the absence of bob starts now"
    harness.tick(2.0)
    assert harness.received(back, YouWin)


class TestSuspendedProcess:
    def test_time_does_not_count_for_the_turn_clock_or_heartbeats(self) -> None:
        harness = HandlerHarness()
        setup = SelectModeAndPlayers(2, clock=30)
        peers = harness.start_match("ada", "bob", setup=setup)
        for peer in peers:
            harness.send(peer, Heartbeat())
        active = _maybe_active_peer(harness, peers)
        harness.tick(2.0)
        harness.now += 60.0
        harness.tick(1.0)
        assert harness.closed_peers == []
        assert _maybe_active_peer(harness, peers) == active
        assert not harness.received(peers[0], Error)
        harness.tick(10.0)
        for peer in peers:
            harness.send(peer, Heartbeat())
        harness.tick(10.0)
        for peer in peers:
            harness.send(peer, Heartbeat())
        harness.tick(10.0)
        assert _maybe_active_peer(harness, peers) != active, (
            "30 seconds have passed without the suspension"
        )

    def test_time_does_not_count_for_absences(self) -> None:
        harness = HandlerHarness(Limits(tick_gap_seconds=5.0))
        ada, bob = harness.start_match("ada", "bob")
        harness.disconnect(ada)
        harness.tick(2.0)
        harness.now += 3_600.0
        harness.tick(30.0)
        assert not harness.received(bob, YouWin)

    def test_is_detected_by_a_gap_above_tick_gap_seconds_and_later_ticks_count(self) -> None:
        harness = HandlerHarness(Limits(tick_gap_seconds=5.0))
        harness.tick(2.0)
        before = harness.state.now
        harness.now += 100.0
        harness.tick(1.0)
        assert harness.state.now == before
        harness.tick(4.0)
        assert harness.state.now == before + 4.0


def test_computer_player_is_prompted_again_and_acts_when_the_journal_works_again() -> None:
    harness = _harness_with_bots()
    harness.start_match("ada", setup=SelectModeAndPlayers(2, bots=1))
    bot = BotClient(harness, harness.started_bots[0])
    while not (match := harness.state.rooms[1].match):
        bot.react()
    ada = min(harness.state.peers)
    while _act(harness, [ada]):
        pass
    before = match.seq
    harness.state.set_journal_failing(True)
    harness.tick(30)
    while bot.react():
        pass
    assert match.seq == before
    harness.state.set_journal_failing(False)
    harness.tick(1)
    while bot.react():
        pass
    assert match.seq > before


def test_rooms_with_disconnected_returns_each_such_room_once() -> None:
    harness = HandlerHarness()
    first, second = harness.start_match("ada", "bob"), harness.start_match("eve", "fay")
    assert absence.rooms_with_disconnected(harness.state) == []
    for peer in (*first, second[0]):
        harness.disconnect(peer)
    harness.disconnect(harness.connect_named("gil"))
    assert [room.number for room in absence.rooms_with_disconnected(harness.state)] == [1, 2]


def test_freeze_timers_sets_the_start_of_absences_and_suspensions_to_now() -> None:
    harness = _harness_with_bots()
    setup = SelectModeAndPlayers(2, game="uno", absent="suspend")
    ada, _ = harness.start_match("ada", "bob", setup=setup)
    harness.disconnect(ada)
    harness.tick(5.0)
    session, (room,) = harness.state.sessions["ada"], harness.state.rooms.values()
    assert session.disconnected is not None
    assert session.disconnected.since == 0.0
    assert room.suspended_since == 1.0
    absence.freeze_timers(harness.state)
    assert (session.disconnected.since, room.suspended_since) == (5.0, 5.0)


def test_open_room_without_connected_people_closes_after_idle_room_seconds_at_the_latest() -> None:
    harness = HandlerHarness(Limits(reconnect_seconds=7200.0, idle_room_seconds=100.0))
    ada, bob = harness.connect_named("ada"), harness.connect_named("bob")
    for peer in (ada, bob):
        harness.send(peer, SelectMatch(0))
        harness.send(peer, SelectModeAndPlayers(3))
    harness.disconnect(ada)
    harness.tick(99.0)
    assert list(harness.state.rooms) == [1, 2]
    harness.tick(2.0)
    assert list(harness.state.rooms) == [2], "somebody waits in the other room"
    assert [room.match for room in harness.state.match_list().rooms] == [2]
    assert "ada" not in harness.state.sessions
