"""Messages of the server as lines of Codex Naturalis' dialect, in their order."""

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

PLAIN = area("S03 back")
LOGIN, GAME = "RESULT_OF_LOGIN", "UPDATE_AFTER_CONNECTION"
TOGGLE, STATUS = "SHOW_UPDATE_SUSPENDED_GAME", "SHOW_UPDATE_PLAYER_STATUS"


def playing() -> CodexPeerHarness:
    """A guest whose game has begun: three players, bob goes first."""
    lonely = CodexPeerHarness()
    lonely.receive(start_messages(table(PLAIN, PLAIN, PLAIN, first=1, turn=1)))
    lonely.lines()
    return lonely


def room(*names: str) -> RoomUpdate:
    info = RoomInfo(1, "codex", False, {}, names, 3, 0, names[0], False, "open")
    return RoomUpdate(info, "")


def test_a_game_begins_with_a_login_and_the_whole_of_it() -> None:
    lonely = CodexPeerHarness()
    lonely.receive([room("ada", "bob", "eve"), *start_messages(table(PLAIN, PLAIN, PLAIN))])
    lobby, login, game = lonely.lines()
    assert lobby["usernames"] == ["ada", "bob", "eve"]
    assert (login["networkType"], game["networkType"]) == (LOGIN, GAME)
    assert game["game"]["isGameActive"]


def test_players_come_in_the_order_of_turns() -> None:
    lonely = CodexPeerHarness()
    lonely.receive(start_messages(table(PLAIN, PLAIN, PLAIN, first=1, turn=2)))
    game = lonely.lines()[-1]["game"]
    assert [player["username"] for player in game["players"]] == ["bob", "eve", "ada"]
    assert game["currentPlayerIdx"] == 1


def test_who_is_back_in_a_suspended_game_is_told_in_this_order() -> None:
    lonely = CodexPeerHarness()
    lonely.peer.returning = True
    said = [SessionOpened("ada", "t"), MatchResumed(), ChatMessage("bob", "hi")]
    lonely.receive([*said, *start_messages(table(PLAIN, PLAIN))])
    login, game, toggle, status = lonely.lines()
    assert (login["networkType"], toggle["networkType"]) == (LOGIN, TOGGLE)
    assert game["game"]["isGameActive"] is False
    assert [message["content"] for message in game["game"]["messages"]] == ["hi"]
    assert (status["networkType"], status["isConnected"]) == (STATUS, True)


def test_there_is_one_toggle_for_each_change() -> None:
    lonely = playing()
    for message, expected in (
        (MatchSuspended(120), [TOGGLE]),
        (MatchSuspended(119), []),
        (MatchResumed(), [TOGGLE]),
        (MatchResumed(), []),
    ):
        lonely.receive([message])
        assert lonely.kinds() == expected


def test_the_others_hear_first_that_the_game_goes_on() -> None:
    lonely = playing()
    lonely.receive([MatchSuspended(120)])
    lonely.receive([PlayerStatus("bob", "present"), MatchResumed()])
    assert lonely.kinds() == [TOGGLE, TOGGLE, STATUS]


@pytest.mark.parametrize(
    ("status", "there"), [("present", True), ("absent", False), ("gone", False), ("late", None)]
)
def test_who_is_there(status: str, there: bool | None) -> None:
    lonely = playing()
    lonely.receive([PlayerStatus("bob", status)])  # type: ignore[arg-type]
    assert [line["isConnected"] for line in lonely.lines()] == ([] if there is None else [there])


def test_shorter_lists_are_not_told_while_a_lobby_sits_down() -> None:
    lonely = CodexPeerHarness()
    lonely.peer.expected = 2
    lonely.receive([room("ada")])
    assert lonely.lines() == []
    lonely.receive([room("ada", "bob")])
    assert lonely.lines()[0]["usernames"] == ["ada", "bob"]


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
def test_a_change_as_a_line(change: Change, kind: str, fields: dict[str, object]) -> None:
    lonely = playing()
    lonely.receive([update(change)])
    (line,) = lonely.lines()
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
def test_what_has_no_line(change: Change) -> None:
    lonely = playing()
    assert IsTurnOfPlayer not in EVENTS
    lonely.receive([update(change), IsTurnOfPlayer("bob")])
    assert lonely.lines() == []


def test_empty_decks_and_slots_are_left_out() -> None:
    lonely = playing()
    lonely.receive([update(CodexCardDrawn(1, "SLOT_3", "GOLD FUNGI", *DECKS, "", "G01"))])
    (line,) = lonely.lines()
    assert "newTopDeck" not in line
    assert "newFaceUpCard" not in line


def test_in_the_additional_turn_the_phase_has_another_name() -> None:
    lonely = playing()
    lonely.receive([update(CodexAdditionalTurn()), update(CodexStepStarted(1, "PLACE", 9))])
    assert lonely.lines()[0]["currentPhase"] == "PlaceAdditional"


def test_who_comes_back_after_the_end_hears_the_winners() -> None:
    lonely = CodexPeerHarness()
    over = replace(table(PLAIN, PLAIN), phase="OVER", turn=-1, winners=(1,))
    lonely.receive(start_messages(over))
    *_, game, winners = lonely.lines()
    assert game["game"]["currentPhase"] == "End"
    assert winners["winners"] == ["bob"]
    assert not lonely.peer.playing


def test_winners_are_told_again_to_who_gave_no_sign_of_having_heard() -> None:
    lonely = CodexPeerHarness()
    lonely.receive(start_messages(table(PLAIN, PLAIN, phase="OVER", turn=-1)))
    assert lonely.peer.unconfirmed
    lonely.peer.feed(b'{"networkType": "HEARTBEAT", "sender": "ada", "id": 1}\n')
    assert not lonely.peer.unconfirmed


def test_our_mistake_ends_the_game() -> None:
    lonely = playing()
    lonely.receive([Error(ErrorCode.TOOSLOW, "Too slow.")])
    assert lonely.peer.playing
    lonely.receive([Error(ErrorCode.INTERNALERROR, "Sorry.")])
    assert [line["details"] for line in lonely.lines()] == ["Too slow.", "Sorry."]
    assert not lonely.peer.playing


def test_placements_keep_up_with_the_game() -> None:
    """Counts, points and spots in the lines are those of the state."""
    lonely = CodexPeerHarness()
    state: State | None = None
    for moment in moments(2, 0):
        if state is None:
            lonely.receive(start_messages(moment.state))
        seen = [CODEX.redact(change, A) for change in moment.step.changes]
        lonely.lines()
        lonely.receive([update(change) for change in seen if change])
        state = moment.step.state
        for line in lonely.lines():
            if line["networkType"] == "SHOW_UPDATE_AFTER_PLACE":
                seat = ("ada", "bob").index(line["username"])
                assert line["points"] == state.scores[seat]
                assert tuple(line["newResources"].values()) == state.areas[seat].symbols
                assert len(line["newAvailablePositions"]) == len(state.areas[seat].spots)
    assert state is not None
    assert state.phase == "OVER"
