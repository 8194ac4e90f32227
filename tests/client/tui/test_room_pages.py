"""Pages of the list of rooms in the lobby."""

import pytest

from client.games.parsing import CommandError
from client.games.registry import PLAYABLE
from client.tui.room_pages import RoomPages
from messages import ChooseMatch, Error, ErrorCode, RequestRefresh


def test_next_and_previous_keep_the_game_and_stop_at_both_ends() -> None:
    pages = RoomPages()
    uno = pages.first(["un", "FREE"])
    assert uno == RequestRefresh("uno", free_seats=True)
    assert pages.next("c1") == RequestRefresh("uno", free_seats=True, after="c1")
    assert pages.next("c2").after == "c2"
    assert pages.previous().after == "c1"
    assert pages.has_previous
    assert pages.previous() == pages.request == uno
    with pytest.raises(CommandError, match="first page"):
        pages.previous()
    with pytest.raises(CommandError, match="no more tables"):
        pages.next("")


def test_unknown_game_is_refused_with_the_games() -> None:
    with pytest.raises(CommandError, match="'chess' is no game: use eriantys"):
        RoomPages().first(["chess"])


def test_refusal_returns_to_the_first_page_and_a_list_without_request_to_all_games() -> None:
    pages = RoomPages()
    uno = pages.first(["uno"])
    pages.next("c1")
    pages.on_message(ChooseMatch((), reply_to=3))
    assert pages.request.after == "c1"
    pages.on_message(Error(ErrorCode.CHOICENOTVALID, "…"))
    assert pages.request == uno
    pages.on_message(ChooseMatch(()))
    assert pages.request == RequestRefresh()


def test_filter_goes_from_free_seats_through_all_games_back_to_all_tables() -> None:
    pages = RoomPages()
    assert pages.filter_name == ""
    seen = []
    for _ in range(len(PLAYABLE) + 2):
        line = pages.next_filter()
        pages.first(line.split()[1:])
        seen.append((line, pages.filter_name))
    assert seen[0] == ("list free", "with a free seat")
    assert ("list rummy500", "Rummy 500") in seen
    assert [line for line, _ in seen[1:-1]] == [f"list {game}" for game in PLAYABLE]
    assert seen[-1] == ("list", "")


def test_filter_of_the_first_page_is_kept_on_the_next_page() -> None:
    pages = RoomPages()
    pages.first(["uno"])
    pages.next("c1")
    assert pages.filter_name == "UNO"
