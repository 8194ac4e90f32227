"""How the two profiles word what the host says, and how melds are inferred."""

from random import Random

import pytest

from games.rummy import RUMMY
from games.rummy.cards import card_names
from games.rummy.state import State
from games.rummy.view import view
from messages.rummy.actions import LayOffRummyCards, LayRummyMeld, PlayRummyTurn
from server.dialects.rummy.profiles import (
    InferredMelds,
    LaterProfile,
    Move,
    SeedProfile,
    infer_melds,
    laid_points,
)
from tests.games.rummy.games import moments, quick
from tests.games.rummy.tables import DRAW, A, B, after, meld, table

MOVE = Move("alice", "DRAW STOCK; DISCARD K of Spades", "bob", 7, 18, "KS", ("KS", "4S"))


def test_the_words_of_the_seed_profile() -> None:
    seed = SeedProfile()
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
    later = LaterProfile()
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
    assert SeedProfile().begin(view(state, A), ("alice", "bob", "carol"))[-1] == (
        "Scores: alice - 0, carol - 0"
    )


def inferred(state: State, missing: str) -> InferredMelds:
    return infer_melds(view(state, A), tuple(missing.split()))


@pytest.mark.parametrize(
    ("missing", "plays", "lost"),
    [
        ("", (), ""),
        ("5H 6H 7H", ("5H 6H 7H",), ""),
        ("5H 6H 7H 8H 9H", ("5H 6H 7H 8H 9H",), ""),
        ("5H 6H 7H 7C 7S", ("7H 7C 7S",), "5H 6H"),
        ("5H 6H 7H 7C 7S 7D", ("7C 7S 7D", "5H 6H 7H"), ""),
        ("KH 2C", (), "KH 2C"),
    ],
)
def test_new_melds(missing: str, plays: tuple[str, ...], lost: str) -> None:
    found = inferred(table("5H", "2D", discard="3D"), missing)
    assert {frozenset(play.cards) for play in found.plays} == {frozenset(p.split()) for p in plays}
    assert set(found.lost) == set(lost.split())


def test_lay_offs_on_own_melds_only() -> None:
    state = table("5H", "2D", discard="3D", melds=((A, "6H 7H 8H"), (B, "JC JS JD")))
    found = inferred(state, "9H TH JH")
    assert found.lost == ()
    state = table("5H", "2D", discard="3D", melds=((A, "6H 7H 8H"), (B, "JC JS JD")))
    found = inferred(state, "9H TH")
    assert found.plays == (LayOffRummyCards(1, ("9H",)), LayOffRummyCards(1, ("TH",)))
    assert inferred(state, "JH").lost == ("JH",)


def test_what_is_inferred_is_lawful() -> None:
    """Whatever somebody put down in one turn of a random game is inferred, and accepted."""
    random, seen = Random(1), 0
    for seed in range(6):
        for moment in moments(3, quick(6 * seed), seed):
            state = moment.state
            hand = view(state, state.turn).hand
            if state.decision != "PLAY" or state.owed != 52 or len(hand) < 5:
                continue
            melds = [a for a in RUMMY.legal(state, state.turn) if isinstance(a, LayRummyMeld)]
            if not melds:
                continue
            missing = random.choice(melds).cards
            found = infer_melds(view(state, state.turn), missing)
            assert found.lost == ()
            rest = [card for card in hand if card not in missing]
            if rest:
                RUMMY.apply(state, state.turn, PlayRummyTurn(found.plays, rest[0]))
                seen += 1
    assert seen > 10


def test_a_very_large_hand_is_inferred_quickly() -> None:
    state = table("5H", "2D", discard="3D")
    missing = tuple(text for text in card_names(range(52)) if text not in ("5H", "2D", "3D"))
    assert len(infer_melds(view(state, A), missing).lost) < 10


def test_a_meld_of_this_turn_can_be_inferred_with_what_was_laid_before() -> None:
    state = after(table("6H 7H 8H 2C 4C", "2D", discard="3D", stock="9H"), DRAW, meld("6H 7H 8H"))
    assert inferred(state, "9H") == InferredMelds((LayOffRummyCards(1, ("9H",)),), ())
