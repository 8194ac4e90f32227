"""What an event means, and how the profiles word it (rummy_events, rummy_profiles, rummy_news)."""

from games.rummy import RUMMY
from games.rummy.state import State
from games.rummy.view import view
from messages.rummy.actions import RummyAction
from server.dialects.rummy.events import Tale, tell
from server.dialects.rummy.news import _NEWS
from server.dialects.rummy.profiles import Later, Move, Seed, laid_points
from tests.games.rummy.tables import DRAW, A, B, after, discard, meld, table, take, turn

MOVE = Move("alice", "DRAW STOCK; DISCARD K of Spades", "bob", 7, 18, "KS", ("KS", "4S"))


def told(state: State, action: RummyAction) -> Tale:
    step = RUMMY.apply(state, state.turn, action)
    return tell(step.changes, view(state, B))


def test_a_draw_is_kept_for_later() -> None:
    state = table("7H 8H KS", "2C", discard="9H")
    assert told(state, DRAW).is_draw
    assert told(state, take("9H")).actions == ("DRAW DISCARD 9 of Hearts",)


def test_plays_and_the_end_of_a_turn() -> None:
    state = after(table("7H 8H KS 2S", "2C", stock="9H"), DRAW)
    tale = told(state, meld("7H 8H 9H"))
    assert tale.actions == ("MELD #1 7 of Hearts, 8 of Hearts, 9 of Hearts",)
    assert not tale.turn_over
    assert not tale.is_draw
    tale = told(after(state, meld("7H 8H 9H")), discard("KS"))
    assert (tale.mover, tale.discarded, tale.turn_over) == (A, "KS", True)
    assert not tale.round_over


def test_the_end_of_a_round_and_of_a_match() -> None:
    state = after(table("7H 8H KS", "2C", stock="9H"), DRAW)
    tale = told(state, turn(meld("7H 8H 9H"), discard="KS"))
    assert (tale.round_over, tale.new_round, tale.winners) == (True, True, ())
    state = after(table("7H 8H KS", "2C", stock="9H", scores=(490, 0)), DRAW)
    tale = told(state, turn(meld("7H 8H 9H"), discard="KS"))
    assert (tale.round_over, tale.new_round, tale.winners) == (True, False, (A,))


def test_leaving_and_asking_for_an_empty_stock() -> None:
    state = table("7H 8H KS", "2C", "3C")
    tale = tell(RUMMY.leave(state, B).changes, view(state, A))
    assert (tale.mover, tale.actions, tale.is_draw) == (B, ("LEFT",), False)
    state = table("7H", "2C", rest="discard", options={"stock_out": "discard_only"})
    tale = told(state, DRAW)
    assert (tale.actions, tale.mover, tale.round_over) == (("DRAW STOCK",), A, True)


def test_the_words_of_the_seed_profile() -> None:
    seed = Seed()
    assert seed.move(MOVE)[1:] == (
        "Move: DRAW STOCK; DISCARD K of Spades",
        "Next player: bob",
        "Seq: 7",
    )
    assert seed.given(("9H",)) == ("valid", "Cards: 9 of Hearts")
    assert seed.given(None) == ("valid",)
    state = table("5H KS", "2C", discard="4S", scores=(3, -4))
    assert seed.begin(view(state, A), ("alice", "bob")) == (
        "First player: alice",
        "Setup info: hand=5 of Hearts, K of Spades; discard=4 of Spades; stock=48",
        "Round: 1",
        "Scores: alice - 3, bob - -4",
    )
    words = ("connected", "begun", "move received", "ending", "ping")
    assert [seed.acknowledges(word) for word in words] == ["CONNECT", "BEGIN", "MOVE", "END", ""]


def test_the_words_of_the_later_profile() -> None:
    later = Later()
    assert later.move(MOVE) == (
        "Player: alice",
        "Points: 18",
        "Next player: bob",
        "Discarded: K of Spades",
        "K of Spades, 4 of Spades",
    )
    assert later.move(MOVE._replace(discarded=None, pile=()))[3:] == ("Discarded: none", "none")
    assert later.given(("9H",)) == ("TURN", "9 of Hearts")
    state = table("5H KS", "2C", discard="4S")
    assert later.begin(view(state, A), ("alice", "bob"))[1:] == (
        "Round: 1",
        "Scores: alice - 0, bob - 0",
        "Starting Hand: 5 of Hearts, K of Spades",
        "4 of Spades",
    )
    assert later.acknowledges("move") == "MOVE"


def test_points_laid() -> None:
    state = table("5H", "2C", melds=((A, "7H 8H 9H"), (B, "AC AS AD")))
    assert [laid_points(view(state, A), seat) for seat in (A, B)] == [24, 30]


def test_who_left_has_no_score() -> None:
    state = RUMMY.leave(table("5H", "2C", "3C"), B).state
    assert Seed().begin(view(state, A), ("alice", "bob", "carol"))[-1] == (
        "Scores: alice - 0, carol - 0"
    )


def test_only_what_means_something_here_is_heard() -> None:
    names = {kind.__name__ for kind in _NEWS}
    lobby = {"ChooseMatch", "RoomUpdate", "PlayerStatus"}
    assert names == lobby | {"PlayersInfo", "UpdateMessage", "GameView"}
