"""Test the summary of an event (server.dialects.rummy.events)."""

from games.rummy import RUMMY
from games.rummy.state import State
from games.rummy.view import view
from messages.rummy.actions import RummyAction
from server.dialects.rummy.events import EVENTS, MoveSummary, summarize
from tests.games.rummy.tables import DRAW, A, B, after, discard, meld, table, take, turn


def summarize_action(state: State, action: RummyAction) -> MoveSummary:
    step = RUMMY.apply(state, state.turn, action)
    return summarize(step.changes, view(state, B))


def test_summary_of_a_draw_is_marked_as_draw_and_a_take_has_its_card() -> None:
    state = table("7H 8H KS", "2C", discard="9H")
    assert summarize_action(state, DRAW).is_draw
    assert summarize_action(state, take("9H")).actions == ("DRAW DISCARD 9 of Hearts",)


def test_summary_of_a_meld_does_not_end_the_turn_and_of_a_discard_does_but_not_the_round() -> None:
    state = after(table("7H 8H KS 2S", "2C", stock="9H"), DRAW)
    summary = summarize_action(state, meld("7H 8H 9H"))
    assert summary.actions == ("MELD #1 7 of Hearts, 8 of Hearts, 9 of Hearts",)
    assert not summary.is_turn_over
    assert not summary.is_draw
    summary = summarize_action(after(state, meld("7H 8H 9H")), discard("KS"))
    assert (summary.mover, summary.discarded, summary.is_turn_over) == (A, "KS", True)
    assert not summary.is_round_over


def test_summary_of_the_end_of_a_round_starts_the_next_or_has_the_winner_of_the_match() -> None:
    state = after(table("7H 8H KS", "2C", stock="9H"), DRAW)
    summary = summarize_action(state, turn(meld("7H 8H 9H"), discard="KS"))
    assert (summary.is_round_over, summary.starts_round, summary.winners) == (True, True, ())
    state = after(table("7H 8H KS", "2C", stock="9H", scores=(490, 0)), DRAW)
    summary = summarize_action(state, turn(meld("7H 8H 9H"), discard="KS"))
    assert (summary.is_round_over, summary.starts_round, summary.winners) == (True, False, (A,))


def test_summary_of_leaving_is_left_and_of_a_draw_from_an_empty_stock_ends_the_round() -> None:
    state = table("7H 8H KS", "2C", "3C")
    summary = summarize(RUMMY.leave(state, B).changes, view(state, A))
    assert (summary.mover, summary.actions, summary.is_draw) == (B, ("LEFT",), False)
    state = table("7H", "2C", rest="discard", options={"stock_out": "discard_only"})
    summary = summarize_action(state, DRAW)
    assert (summary.actions, summary.mover, summary.is_round_over) == (("DRAW STOCK",), A, True)


def test_event_handlers_exist_for_exactly_these_seven_message_types() -> None:
    names = {kind.__name__ for kind in EVENTS}
    lobby = {"Error", "ChooseMatch", "RoomUpdate", "PlayerStatus"}
    assert names == lobby | {"PlayersInfo", "UpdateMessage", "GameView"}
