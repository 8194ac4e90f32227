"""Test the page after a match."""

import pytest

from client.connections import ConnectionEvent
from client.games.drawing import to_text
from client.tui.pages import ScreenAction
from client.tui.result_page import result_page
from client.tui.text import screen
from messages import ChooseMatch, FinalScores
from tests.harness.conversation import SMALL, body, labels, seated, title

RESULT = FinalScores(("bob",), {"ada": 3, "bob": 8}, "no towers are left")


def test_result_page_shows_scores_and_offers_another_match_until_it_is_seen() -> None:
    conversation = seated(RESULT)
    conversation.receive(ChooseMatch(()))
    assert title(conversation) == " ERIANTYS  MATCH OVER  bob won. no towers are left"
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
    assert screen.SHOW_SCORES in labels(conversation)


def test_result_page_stays_with_only_quit_when_the_server_ends() -> None:
    conversation = seated(RESULT)
    conversation.receive(ChooseMatch(()), ConnectionEvent.ENDED)
    assert title(conversation) == screen.SERVER_ENDED
    assert to_text(result_page(conversation, SMALL).body)[1].startswith("  bob won.")  # type: ignore[arg-type]
    assert [e.on_select for e in conversation.page().entries] == ["quit"]
    conversation.result_seen = True
    assert not conversation.shows_room_list, "there is no list to be asked for"
