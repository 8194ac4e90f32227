"""GameHandler: answers, repeated ids, rejected and closed connections, games with bugs."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec import NODEFAULT
from msgspec.structs import fields

from games.base import Step
from games.registry import GAMES
from messages import (
    ActionValid,
    ChooseMatch,
    ChooseNickname,
    Error,
    ErrorCode,
    FinalScores,
    LeaveMatch,
    ProtocolError,
    RequestNickname,
    RequestRefresh,
    RequestView,
    SelectMatch,
    SelectModeAndPlayers,
    WatchMatch,
    YouWin,
)
from messages.eriantys.actions import ChooseCloud, MoveMotherNature
from messages.registry import CLIENT_MESSAGES
from server.handler import GameHandler
from server.limits import Limits
from server.session_registry import hash_secret
from tests.harness.handler import HandlerHarness, legal_action, turn_holder


def test_greeting_counts_rooms_and_people_unless_a_password_is_needed() -> None:
    harness = HandlerHarness()
    harness.start_match("ada", "bob")
    cyd = harness.connect_named("cyd")
    harness.send(cyd, SelectMatch(0))
    harness.send(cyd, SelectModeAndPlayers(2))
    _, outcome = harness.handler.connected("127.0.0.1", 0.0)
    assert outcome.sends[0].messages == (RequestNickname(rooms=2, people=3),)
    harness.state.password = hash_secret("secret")
    _, outcome = harness.handler.connected("127.0.0.1", 0.0)
    assert outcome.sends[0].messages == (RequestNickname(password=True),)


def test_two_handlers_accept_the_same_nickname_and_count_separately() -> None:
    for handler in [GameHandler(HandlerHarness().state) for _ in range(2)]:
        peer, outcome = handler.connected("127.0.0.1", 0.0)
        assert outcome.sends[0].messages == (RequestNickname(rooms=0, people=0),)
        answer = handler.receive(peer, ChooseNickname("ada"), 0.0).answer
        assert isinstance(answer, ActionValid)
        assert handler.counts.received == 1


def test_action_out_of_turn_is_refused_with_name_of_turn_holder() -> None:
    harness = HandlerHarness()
    peers = harness.start_match("ada", "bob")
    active, waiting = turn_holder(harness, peers)
    name = {peers[0]: "ada", peers[1]: "bob"}[active]
    error = harness.send(waiting, legal_action(harness, active))
    assert isinstance(error, Error)
    assert error.error is ErrorCode.NOTYOURTURN
    assert name in error.message


def test_illegal_action_of_the_turn_holder_is_refused() -> None:
    harness = HandlerHarness()
    active, _ = turn_holder(harness, harness.start_match("ada", "bob"))
    assert harness.assert_refused(active, MoveMotherNature(1)) == ErrorCode.ACTIONNONVALID
    assert harness.assert_refused(active, ChooseCloud(-5)) == ErrorCode.ACTIONNONVALID


def test_nickname_match_and_set_up_messages_are_refused_in_a_match() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    for message in (SelectMatch(0), ChooseNickname("eve"), SelectModeAndPlayers(2)):
        assert harness.assert_refused(ada, message) == ErrorCode.UNEXPECTEDMESSAGE


def test_every_message_except_quit_gets_one_answer_in_each_phase_before_a_match() -> None:
    samples: list[Any] = [
        cls(*["x" if "str" in str(t) else 1 for t in _required_field_types(cls)])
        for cls in CLIENT_MESSAGES.values()
        if cls.__name__ != "Quit"
    ]
    for stage in range(4):
        for sample in samples:
            harness = HandlerHarness()
            peer = harness.connect()
            if stage:
                harness.send(peer, ChooseNickname("ada"))
            if stage > 1:
                harness.send(peer, SelectMatch(0))
            if stage > 2:
                harness.send(peer, SelectModeAndPlayers(2))
            harness.send(peer, sample)  # asserts that there is one answer


def _required_field_types(cls: Any) -> list[Any]:
    return [
        f.type for f in fields(cls) if f.default is NODEFAULT and f.default_factory is NODEFAULT
    ]


def test_repeated_id_of_accepted_action_gets_same_answer_and_sends_nothing_to_others() -> None:
    harness = HandlerHarness()
    peers = harness.start_match("ada", "bob")
    active, waiting = turn_holder(harness, peers)
    action = type(legal_action(harness, active))(
        *_field_values(legal_action(harness, active)), id=77
    )
    first = harness.send(active, action)
    assert isinstance(first, ActionValid)
    sent_before = len(harness.inboxes[waiting])
    assert harness.send(active, action) == first
    assert len(harness.inboxes[waiting]) == sent_before


def _field_values(action: Any) -> list[Any]:
    return [getattr(action, name) for name in action.__struct_fields__ if name != "id"]


def test_other_message_with_id_of_a_refused_one_gets_the_same_refusal() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    first = harness.send(ada, SelectMatch(5, id=3))
    assert isinstance(first, Error)
    assert harness.send(ada, SelectMatch(0, id=3)) == first
    assert isinstance(harness.send(ada, SelectMatch(0, id=4)), ActionValid)


def test_answers_to_the_latest_message_ids_are_cached_up_to_the_limit() -> None:
    harness = HandlerHarness(Limits(cached_answers=4))
    ada = harness.connect_named("ada")
    for number in range(1, 50):
        harness.send(ada, RequestRefresh(id=number))
    assert list(harness.state.sessions["ada"].answers) == [46, 47, 48, 49]


def test_too_many_malformed_messages_close_the_connection_if_no_valid_one_is_between() -> None:
    harness = HandlerHarness(Limits(malformed_messages=3))
    peer = harness.connect()
    error = ProtocolError(ErrorCode.MALFORMEDMESSAGE, "No.", 9)
    for _ in range(2):
        assert harness.handler.malformed(peer, error, 0.0).closes == []
    harness.send(peer, ChooseNickname("ada"))
    for _ in range(2):
        assert harness.handler.malformed(peer, error, 0.0).closes == []
    outcome = harness.handler.malformed(peer, error, 0.0)
    assert outcome.answer == Error(error.code, error.text, reply_to=9)
    assert outcome.closes == [peer]


def test_full_server_refuses_and_closes_a_new_connection() -> None:
    harness = HandlerHarness(Limits(connections=1))
    harness.connect()
    second = harness.connect()
    assert [e.error for e in harness.received(second, Error)] == [ErrorCode.SERVERFULL]
    assert harness.closed_peers == [second]


def test_sole_connected_player_wins_when_the_other_session_ends_after_reconnect_seconds() -> None:
    harness = HandlerHarness()
    ada, bob = harness.start_match("ada", "bob")
    harness.disconnect(ada)
    harness.tick(59.0)
    assert not harness.received(bob, YouWin)
    harness.tick(2.0)
    assert harness.received(bob, YouWin)
    assert harness.state.sessions.keys() == {"bob"}
    assert harness.state.rooms == {}
    assert harness.state.disconnected_sessions == {}


def test_match_without_connected_players_ends_with_its_sessions_after_abandon_seconds() -> None:
    harness = HandlerHarness(Limits(abandon_seconds=500.0))
    for peer in harness.start_match("ada", "bob"):
        harness.disconnect(peer)
    harness.tick(499.0)
    assert harness.state.rooms
    harness.tick(2.0)
    assert (harness.state.rooms, harness.state.sessions) == ({}, {})
    assert harness.state.disconnected_sessions == {}
    assert harness.state.peers == {}


def test_match_ends_when_only_a_computer_player_is_left() -> None:
    harness = HandlerHarness()
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, SelectModeAndPlayers(2, bots=1))
    bot = harness.connect(computer=True)
    harness.send(bot, ChooseNickname("robot"))
    harness.send(bot, SelectMatch(1))
    harness.pop_received_types(bot)
    harness.send(ada, LeaveMatch())
    assert harness.pop_received_types(bot)[-1] == "ChooseMatch"
    assert harness.state.rooms == {}


class TestGameWithBug:
    """An exception in one match must not affect other matches."""

    @pytest.fixture
    def harness(self) -> HandlerHarness:
        def broken_apply(state: Any, seat: int, action: Any) -> Step[Any]:
            if state.expert:
                raise ZeroDivisionError("planted")
            return GAMES["eriantys"].apply(state, seat, action)

        def broken_leave(state: Any, seat: int) -> Step[Any]:
            raise ZeroDivisionError("planted")

        game = replace(GAMES["eriantys"], apply=broken_apply, leave=broken_leave)
        return HandlerHarness(games={"eriantys": game})

    def test_ends_only_its_match_with_internal_error_without_details_and_is_logged(
        self, harness: HandlerHarness
    ) -> None:
        other = harness.start_match("eve", "fay")
        peers = harness.start_match("ada", "bob", setup=SelectModeAndPlayers(2, True))
        spectator = harness.connect_named("wes")
        harness.send(spectator, WatchMatch(2))
        active, waiting = turn_holder(harness, peers)
        error = harness.send(active, legal_action(harness, active))
        assert isinstance(error, Error)
        assert error.error is ErrorCode.INTERNALERROR
        assert "planted" not in error.message
        for other_peer in (waiting, spectator):
            errors = [error.error for error in harness.received(other_peer, Error)]
            assert errors == [ErrorCode.INTERNALERROR]
        assert all(harness.pop_received_types(peer)[-1] == "ChooseMatch" for peer in peers)
        assert isinstance(harness.send(active, SelectMatch(0)), ActionValid)
        assert harness.log.errors == ["message_handling_failed"]
        living, _ = turn_holder(harness, other)
        assert isinstance(harness.send(living, legal_action(harness, living)), ActionValid)

    def test_ends_its_match_when_leave_raises_for_a_player_who_does_not_return(
        self, harness: HandlerHarness
    ) -> None:
        ada, bob = harness.start_match("ada", "bob")
        harness.disconnect(ada)
        harness.tick(61.0)
        assert [e.error for e in harness.received(bob, Error)] == [ErrorCode.INTERNALERROR]
        assert harness.received(bob, ChooseMatch)
        assert harness.state.rooms == {}


def test_finished_match_sends_the_same_scores_to_all_a_win_to_winners_and_the_match_list() -> None:
    harness = HandlerHarness()
    peers = harness.start_match("ada", "bob")
    for _ in range(2000):
        if not harness.state.rooms:
            break
        active, _ = turn_holder(harness, peers)
        harness.send(active, legal_action(harness, active))
    scores = [harness.received(peer, FinalScores)[0] for peer in peers]
    assert scores[0] == scores[1]
    winners = {peers[("ada", "bob").index(name)] for name in scores[0].winners}
    assert {peer for peer in peers if harness.received(peer, YouWin)} == winners
    assert all(harness.pop_received_types(peer)[-1] == "ChooseMatch" for peer in peers)
    assert harness.assert_refused(peers[0], RequestView()) == ErrorCode.UNEXPECTEDMESSAGE
