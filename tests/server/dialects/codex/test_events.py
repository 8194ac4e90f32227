"""Test the lines for server messages and their order (server.dialects.codex.events)."""

import pytest
from msgspec.structs import replace

from games.codex import CODEX
from games.codex.state import State
from messages import (
    ChatMessage,
    Error,
    ErrorCode,
    IsTurnOfPlayer,
    MatchResumed,
    MatchSuspended,
    PlayerStatus,
    RoomInfo,
    RoomUpdate,
    SessionOpened,
)
from messages.base import Change
from messages.codex.table import (
    CodexAdditionalTurn,
    CodexCardDrawn,
    CodexColorChosen,
    CodexDeck,
    CodexEndTriggered,
    CodexGameEnded,
    CodexObjectiveChosen,
    CodexObjectivesScored,
    CodexSeatGone,
    CodexStepStarted,
    CodexTurnSkipped,
)
from server.dialects.codex.events import EVENTS
from tests.games.codex.games import moments
from tests.games.codex.tables import A, area, table
from tests.harness.dialects.codex_peer import CodexPeerHarness, start_messages, update

STARTER_ONLY = area("S03 back")
LOGIN, GAME = "RESULT_OF_LOGIN", "UPDATE_AFTER_CONNECTION"
TOGGLE, STATUS = "SHOW_UPDATE_SUSPENDED_GAME", "SHOW_UPDATE_PLAYER_STATUS"


def harness_in_game() -> CodexPeerHarness:
    """Return a peer whose game has begun: three players, bob goes first."""
    harness = CodexPeerHarness()
    harness.receive(
        start_messages(table(STARTER_ONLY, STARTER_ONLY, STARTER_ONLY, first=1, turn=1))
    )
    harness.lines()
    return harness


def room_update(*names: str) -> RoomUpdate:
    info = RoomInfo(1, "codex", False, {}, names, 3, 0, names[0], False, "open")
    return RoomUpdate(info, "")


def test_game_start_sends_the_lobby_then_login_and_the_active_game() -> None:
    harness = CodexPeerHarness()
    harness.receive(
        [
            room_update("ada", "bob", "eve"),
            *start_messages(table(STARTER_ONLY, STARTER_ONLY, STARTER_ONLY)),
        ]
    )
    lobby, login, game = harness.lines()
    assert lobby["usernames"] == ["ada", "bob", "eve"]
    assert (login["networkType"], game["networkType"]) == (LOGIN, GAME)
    assert game["game"]["isGameActive"]


def test_players_and_the_current_index_in_the_game_are_in_turn_order() -> None:
    harness = CodexPeerHarness()
    harness.receive(
        start_messages(table(STARTER_ONLY, STARTER_ONLY, STARTER_ONLY, first=1, turn=2))
    )
    game = harness.lines()[-1]["game"]
    assert [player["username"] for player in game["players"]] == ["bob", "eve", "ada"]
    assert game["currentPlayerIdx"] == 1


def test_reconnect_to_a_suspended_game_sends_login_game_with_chat_toggle_and_own_status() -> None:
    harness = CodexPeerHarness()
    harness.peer.is_returning = True
    before = [SessionOpened("ada", "t"), MatchResumed(), ChatMessage("bob", "hi")]
    harness.receive([*before, *start_messages(table(STARTER_ONLY, STARTER_ONLY))])
    login, game, toggle, status = harness.lines()
    assert (login["networkType"], toggle["networkType"]) == (LOGIN, TOGGLE)
    assert game["game"]["isGameActive"] is False
    assert [message["content"] for message in game["game"]["messages"]] == ["hi"]
    assert (status["networkType"], status["isConnected"]) == (STATUS, True)


def test_toggle_is_sent_once_per_suspension_and_once_per_resumption() -> None:
    harness = harness_in_game()
    for message, expected in (
        (MatchSuspended(120), [TOGGLE]),
        (MatchSuspended(119), []),
        (MatchResumed(), [TOGGLE]),
        (MatchResumed(), []),
    ):
        harness.receive([message])
        assert harness.kinds() == expected


def test_toggle_of_the_resumption_is_sent_before_the_status_of_the_returning_player() -> None:
    harness = harness_in_game()
    harness.receive([MatchSuspended(120)])
    harness.receive([PlayerStatus("bob", "present"), MatchResumed()])
    assert harness.kinds() == [TOGGLE, TOGGLE, STATUS]


@pytest.mark.parametrize(
    ("status", "is_connected"),
    [("present", True), ("absent", False), ("gone", False), ("late", None)],
)
def test_player_status_is_sent_as_connected_or_not_except_late(
    status: str, is_connected: bool | None
) -> None:
    harness = harness_in_game()
    harness.receive([PlayerStatus("bob", status)])  # type: ignore[arg-type]
    assert [line["isConnected"] for line in harness.lines()] == (
        [] if is_connected is None else [is_connected]
    )


def test_member_list_is_sent_only_after_the_expected_number_of_players_joined() -> None:
    harness = CodexPeerHarness()
    harness.peer.expected_players = 2
    harness.receive([room_update("ada")])
    assert harness.lines() == []
    harness.receive([room_update("ada", "bob")])
    assert harness.lines()[0]["usernames"] == ["ada", "bob"]


DECKS = CodexDeck(3, "PLANT"), CodexDeck(0)


@pytest.mark.parametrize(
    ("change", "kind", "fields"),
    [
        (
            CodexStepStarted(2, "PLACE", 3),
            "SHOW_UPDATE_CURRENT_PLAYER",
            {"currentPlayerIdx": 1, "currentPhase": "PlaceNormal"},
        ),
        (CodexColorChosen(1, "RED"), "SHOW_UPDATE_COLOR", {"username": "bob"}),
        (CodexGameEnded((2, 0), "x"), "SHOW_WINNERS", {"winners": ["eve", "ada"]}),
        (
            CodexCardDrawn(0, "SLOT_4", "GOLD FUNGI", *DECKS, "", "G01"),
            "SHOW_UPDATE_AFTER_DRAW",
            {"boardPosition": 3, "username": "ada"},
        ),
        (
            CodexObjectiveChosen(0, "O05"),
            "SHOW_UPDATE_OBJECTIVE_CARD",
            {"username": "ada"},
        ),
    ],
)
def test_change_for_the_client_is_sent_as_one_line_with_names_and_indexes_in_turn_order(
    change: Change, kind: str, fields: dict[str, object]
) -> None:
    harness = harness_in_game()
    harness.receive([update(change)])
    (line,) = harness.lines()
    assert line["networkType"] == kind
    assert {name: line[name] for name in fields} == fields


@pytest.mark.parametrize(
    "change",
    [
        CodexStepStarted(0, "DRAW", 1),
        CodexObjectiveChosen(1),
        CodexAdditionalTurn(),
        CodexEndTriggered("POINTS"),
        CodexTurnSkipped(1, "BLOCKED"),
        CodexSeatGone(1),
        CodexObjectivesScored(1, (0, 0, 0)),
    ],
)
def test_change_without_a_line_in_the_dialect_and_is_turn_of_player_send_nothing(
    change: Change,
) -> None:
    harness = harness_in_game()
    assert IsTurnOfPlayer not in EVENTS
    harness.receive([update(change), IsTurnOfPlayer("bob")])
    assert harness.lines() == []


def test_empty_deck_is_omitted_from_the_line_of_a_draw_and_an_empty_slot_is_a_blank_card() -> None:
    harness = harness_in_game()
    harness.receive([update(CodexCardDrawn(1, "SLOT_3", "GOLD FUNGI", *DECKS, "", "G01"))])
    (line,) = harness.lines()
    assert "newTopDeck" not in line
    assert line["newFaceUpCard"]["front"]["corners"] == {}


def test_phase_is_place_additional_in_the_additional_turn() -> None:
    harness = harness_in_game()
    harness.receive([update(CodexAdditionalTurn()), update(CodexStepStarted(1, "PLACE", 9))])
    assert harness.lines()[0]["currentPhase"] == "PlaceAdditional"


def test_reconnect_after_the_end_sends_the_ended_game_and_the_winners_and_ends_playing() -> None:
    harness = CodexPeerHarness()
    over = replace(table(STARTER_ONLY, STARTER_ONLY), phase="OVER", turn=-1, winners=(1,))
    harness.receive(start_messages(over))
    *_, game, winners = harness.lines()
    assert game["game"]["currentPhase"] == "End"
    assert winners["winners"] == ["bob"]
    assert not harness.peer.is_playing


def test_result_is_unconfirmed_until_the_client_sends_its_next_line() -> None:
    harness = CodexPeerHarness()
    harness.receive(start_messages(table(STARTER_ONLY, STARTER_ONLY, phase="OVER", turn=-1)))
    assert harness.peer.is_result_unconfirmed
    harness.peer.feed(b'{"networkType": "HEARTBEAT", "sender": "ada", "id": 1}\n')
    assert not harness.peer.is_result_unconfirmed


def test_internal_error_ends_the_game_but_too_slow_does_not_and_both_are_sent() -> None:
    harness = harness_in_game()
    harness.receive([Error(ErrorCode.TOOSLOW, "Too slow.")])
    assert harness.peer.is_playing
    harness.receive([Error(ErrorCode.INTERNALERROR, "Sorry.")])
    assert [line["details"] for line in harness.lines()] == ["Too slow.", "Sorry."]
    assert not harness.peer.is_playing


def test_symbols_points_and_number_of_positions_in_placement_lines_are_those_of_the_state() -> None:
    """Symbol counts, points and positions in the lines are those of the state."""
    harness = CodexPeerHarness()
    state: State | None = None
    for moment in moments(2, 0):
        if state is None:
            harness.receive(start_messages(moment.state))
        seen = [CODEX.redact(change, A) for change in moment.step.changes]
        harness.lines()
        harness.receive([update(change) for change in seen if change])
        state = moment.step.state
        for line in harness.lines():
            if line["networkType"] == "SHOW_UPDATE_AFTER_PLACE":
                seat = ("ada", "bob").index(line["username"])
                assert line["points"] == state.scores[seat]
                assert tuple(line["newResources"].values()) == state.areas[seat].symbols
                assert len(line["newAvailablePositions"]) == len(state.areas[seat].spots)
    assert state is not None
    assert state.phase == "OVER"
