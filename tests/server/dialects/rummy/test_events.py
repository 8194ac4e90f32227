"""What an event means to the clients of Rummy's dialect."""

from games.rummy import RUMMY
from games.rummy.state import State
from games.rummy.view import view
from messages.rummy.actions import RummyAction
from server.dialects.rummy.events import EVENTS, MoveSummary, summarize
from tests.games.rummy.tables import DRAW, A, B, after, discard, meld, table, take, turn


def told(state: State, action: RummyAction) -> MoveSummary:
    step = RUMMY.apply(state, state.turn, action)
    return summarize(step.changes, view(state, B))


def test_a_draw_is_kept_for_later() -> None:
    state = table("7H 8H KS", "2C", discard="9H")
    assert told(state, DRAW).is_draw
    assert told(state, take("9H")).actions == ("DRAW DISCARD 9 of Hearts",)


def test_plays_and_the_end_of_a_turn() -> None:
    state = after(table("7H 8H KS 2S", "2C", stock="9H"), DRAW)
    summary = told(state, meld("7H 8H 9H"))
    assert summary.actions == ("MELD #1 7 of Hearts, 8 of Hearts, 9 of Hearts",)
    assert not summary.turn_over
    assert not summary.is_draw
    summary = told(after(state, meld("7H 8H 9H")), discard("KS"))
    assert (summary.mover, summary.discarded, summary.turn_over) == (A, "KS", True)
    assert not summary.round_over


def test_the_end_of_a_round_and_of_a_match() -> None:
    state = after(table("7H 8H KS", "2C", stock="9H"), DRAW)
    summary = told(state, turn(meld("7H 8H 9H"), discard="KS"))
    assert (summary.round_over, summary.new_round, summary.winners) == (True, True, ())
    state = after(table("7H 8H KS", "2C", stock="9H", scores=(490, 0)), DRAW)
    summary = told(state, turn(meld("7H 8H 9H"), discard="KS"))
    assert (summary.round_over, summary.new_round, summary.winners) == (True, False, (A,))


def test_leaving_and_asking_for_an_empty_stock() -> None:
    state = table("7H 8H KS", "2C", "3C")
    summary = summarize(RUMMY.leave(state, B).changes, view(state, A))
    assert (summary.mover, summary.actions, summary.is_draw) == (B, ("LEFT",), False)
    state = table("7H", "2C", rest="discard", options={"stock_out": "discard_only"})
    summary = told(state, DRAW)
    assert (summary.actions, summary.mover, summary.round_over) == (("DRAW STOCK",), A, True)


def test_only_what_means_something_here_is_heard() -> None:
    names = {kind.__name__ for kind in EVENTS}
    lobby = {"Error", "ChooseMatch", "RoomUpdate", "PlayerStatus"}
    assert names == lobby | {"PlayersInfo", "UpdateMessage", "GameView"}
