"""Test the page after a match."""

from typing import Any

import pytest
from msgspec.structs import replace

from client.connections import ConnectionEvent
from client.games.drawing import to_text
from client.tui.match_pages import window_title
from client.tui.pages import ScreenAction
from client.tui.result_page import result_page, result_title
from client.tui.text import result, screen
from messages import ChooseMatch, FinalScores, RoomUpdate
from tests.harness.conversation import SMALL, ConversationHarness, body, labels, seated, title
from tests.harness.table_messages import room

RESULT = FinalScores(("bob",), {"ada": 3, "bob": 8}, "no towers are left")


def test_result_page_shows_scores_and_offers_another_match_until_it_is_seen() -> None:
    conversation = seated(RESULT)
    conversation.receive(ChooseMatch(()))
    assert title(conversation).startswith(" ERIANTYS  MATCH OVER  bob won. no towers are left  ")
    assert title(conversation).endswith("  4 rounds")
    (narrow,) = to_text([result_title(conversation, 50)])
    assert narrow.split("  ")[1:3] == ["MATCH OVER", "bob won."], "the reason is on the page"
    assert body(conversation)[1] == "  bob won.   no towers are left"
    assert [line.split() for line in body(conversation)[3:6]] == [
        ["place", "player", "towers"],
        ["★", "1", "bob", "8"],
        ["2", "ada", "(you)", "3"],
    ]
    assert [e.on_select for e in conversation.page().entries] == [
        "again",
        ScreenAction.OPEN_FORM,
        ScreenAction.TOGGLE_BOARD,
        ScreenAction.CLOSE_RESULT,
        "quit",
    ]
    conversation.result_seen = True
    assert conversation.page().entries[0].on_select is ScreenAction.OPEN_FORM


def test_title_of_the_window_has_the_result_only_until_it_is_seen() -> None:
    conversation = seated(RESULT)
    conversation.receive(ChooseMatch(()))
    titles = []
    for conversation.result_seen in (False, True):
        page = conversation.page()
        titles += to_text([window_title(conversation, page, 120, 0.0)])
    assert titles[0].startswith(" ERIANTYS  MATCH OVER  bob won.")
    assert titles[1].startswith(" LOBBY ")


def test_winner_is_congratulated_and_equal_players_share_a_place() -> None:
    conversation = seated(FinalScores(("ada",), {"cyd": 4, "bob": 4, "ada": 3}, "so"))
    assert "YOU WIN" in body(conversation)[1]
    assert [line.split()[-3:] for line in body(conversation)[4:]] == [
        ["ada", "(you)", "3"],
        ["2", "cyd", "4"],
        ["2", "bob", "4"],
    ]


@pytest.mark.usefixtures("drawn")
def test_board_is_one_step_away_from_the_scores() -> None:
    conversation = seated(RESULT)
    conversation.board_shown = True
    assert body(conversation)[0] == f"size {SMALL.columns}x{SMALL.lines}"
    assert result.SHOW_SCORES in labels(conversation)


def test_result_page_stays_with_only_quit_when_the_server_ends() -> None:
    conversation = seated(RESULT)
    conversation.receive(ChooseMatch(()), ConnectionEvent.ENDED)
    assert title(conversation) == screen.SERVER_ENDED
    assert to_text(result_page(conversation, SMALL, 0.0).body)[1].startswith("  bob won.")  # type: ignore[arg-type]
    assert [e.on_select for e in conversation.page().entries] == ["quit"]
    conversation.result_seen = True
    assert not conversation.shows_room_list, "there is no list to be asked for"


def at_table(**fields: Any) -> ConversationHarness:
    """Return a conversation after a match whose standing table is open again."""
    conversation = seated(RESULT)
    table = room(players=("bob", "ada"), host="bob", standing=True, game="uno")
    conversation.receive(RoomUpdate(replace(table, **fields)))
    return conversation


def test_readiness_of_the_others_for_the_rematch_is_shown_live() -> None:
    conversation = at_table(undecided=("bob", "ada"))
    assert labels(conversation)[0] == "rematch, same table   waiting for bob"
    conversation = at_table(undecided=("ada",))
    assert labels(conversation)[0] == "rematch, same table   bob is ready"
    assert [e.on_select for e in conversation.page().entries] == [
        "again",
        ScreenAction.TOGGLE_BOARD,
        ScreenAction.CLOSE_RESULT,
        "leave",
        "quit",
    ]
    conversation = at_table(undecided=("ada",), players=("ada",))
    assert labels(conversation)[0] == "rematch, same table   1 seat free"


def test_player_who_is_ready_waits_and_sees_for_whom() -> None:
    first = at_table(undecided=("bob",)).page().entries[0]
    assert (first.label, first.disabled_reason) == (result.READY_FOR_REMATCH, "waiting for bob")
    conversation = at_table()
    first = conversation.page().entries[0]
    assert first.disabled_reason == result.HOST_STARTS
    assert "the match starts in 3 s" in body(conversation)[0]


def test_host_may_start_without_waiting_only_at_a_full_table() -> None:
    waiting = {"host": "ada", "undecided": ("bob",)}
    assert result.START_NOW in labels(at_table(**waiting))
    assert result.START_NOW not in labels(at_table(**waiting, number_of_players=3))
    assert result.START_NOW not in labels(at_table(undecided=("bob",)))


def test_countdown_of_the_rematch_tells_the_host_how_to_stop_it() -> None:
    conversation = at_table(host="ada")
    assert "Esc stops it" in body(conversation)[0]
    assert conversation.step_back()
    assert "Esc stops it" not in body(conversation)[0]
