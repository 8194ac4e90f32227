"""Test message bodies and the inference of melds (server.dialects.rummy.profiles)."""

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
    total_points,
)
from tests.games.rummy.games import moments, quick
from tests.games.rummy.tables import DRAW, A, B, after, meld, table

MOVE = Move("alice", "DRAW STOCK; DISCARD K of Spades", "bob", 7, 18, "KS", ("KS", "4S"))


def test_seed_profile_formats_move_turn_answer_and_begin_and_knows_acknowledgements() -> None:
    seed = SeedProfile()
    assert seed.move_body(MOVE)[1:] == (
        "Move: DRAW STOCK; DISCARD K of Spades",
        "Next player: bob",
        "Seq: 7",
    )
    assert seed.turn_answer(("9H",)) == ("valid", "Cards: 9 of Hearts")
    assert seed.turn_answer(None) == ("valid",)
    state = table("5H KS", "2C", discard="4S", scores=(3, -4))
    assert seed.begin_body(view(state, A), ("alice", "bob")) == (
        "First player: alice",
        "Setup info: hand=5 of Hearts, K of Spades; discard=4 of Spades; stock=48",
        "Round: 1",
        "Scores: alice - 3, bob - -4",
    )
    words = ("connected", "begun", "move received", "ending", "ping")
    assert [seed.acknowledged_type(word) for word in words] == [
        "CONNECT",
        "BEGIN",
        "MOVE",
        "END",
        "",
    ]


def test_later_profile_formats_move_turn_answer_and_begin_and_knows_acknowledgements() -> None:
    later = LaterProfile()
    assert later.move_body(MOVE) == (
        "Player: alice",
        "Points: 18",
        "Next player: bob",
        "Discarded: K of Spades",
        "K of Spades, 4 of Spades",
    )
    assert later.move_body(MOVE._replace(discarded=None, pile=()))[3:] == (
        "Discarded: none",
        "none",
    )
    assert later.turn_answer(("9H",)) == ("TURN", "9 of Hearts")
    state = table("5H KS", "2C", discard="4S")
    assert later.begin_body(view(state, A), ("alice", "bob"))[1:] == (
        "Round: 1",
        "Scores: alice - 0, bob - 0",
        "Starting Hand: 5 of Hearts, K of Spades",
        "4 of Spades",
    )
    assert later.acknowledged_type("move") == "MOVE"


def test_total_points_are_the_score_plus_the_points_of_the_melds_of_a_seat() -> None:
    state = table("5H", "2C", melds=((A, "7H 8H 9H"), (B, "AC AS AD")), scores=(100, -40))
    assert [total_points(view(state, A), seat) for seat in (A, B)] == [124, -10]


def test_scores_omit_players_who_left() -> None:
    state = RUMMY.leave(table("5H", "2C", "3C"), B).state
    assert SeedProfile().begin_body(view(state, A), ("alice", "bob", "carol"))[-1] == (
        "Scores: alice - 0, carol - 0"
    )


def inferred(state: State, missing: str) -> InferredMelds:
    return infer_melds(view(state, A), tuple(missing.split()))


@pytest.mark.parametrize(
    ("missing", "plays", "left_over"),
    [
        ("", (), ""),
        ("5H 6H 7H", ("5H 6H 7H",), ""),
        ("5H 6H 7H 8H 9H", ("5H 6H 7H 8H 9H",), ""),
        ("5H 6H 7H 7C 7S", ("7H 7C 7S",), "5H 6H"),
        ("5H 6H 7H 7C 7S 7D", ("7C 7S 7D", "5H 6H 7H"), ""),
        ("KH 2C", (), "KH 2C"),
    ],
)
def test_new_melds_are_inferred_from_missing_cards_and_unmatched_cards_are_left_over(
    missing: str, plays: tuple[str, ...], left_over: str
) -> None:
    result = inferred(table("5H", "2D", discard="3D"), missing)
    assert {frozenset(play.cards) for play in result.plays} == {frozenset(p.split()) for p in plays}
    assert set(result.left_over) == set(left_over.split())


def test_lay_offs_are_inferred_on_own_melds_but_not_on_those_of_other_players() -> None:
    state = table("5H", "2D", discard="3D", melds=((A, "6H 7H 8H"), (B, "JC JS JD")))
    result = inferred(state, "9H TH JH")
    assert result.left_over == ()
    state = table("5H", "2D", discard="3D", melds=((A, "6H 7H 8H"), (B, "JC JS JD")))
    result = inferred(state, "9H TH")
    assert result.plays == (LayOffRummyCards(1, ("9H",)), LayOffRummyCards(1, ("TH",)))
    assert inferred(state, "JH").left_over == ("JH",)


def test_melds_legal_in_random_games_are_inferred_without_left_over_cards_and_accepted() -> None:
    """Melds that are legal in random games are inferred and accepted."""
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
            result = infer_melds(view(state, state.turn), missing)
            assert result.left_over == ()
            rest = [card for card in hand if card not in missing]
            if rest:
                RUMMY.apply(state, state.turn, PlayRummyTurn(result.plays, rest[0]))
                seen += 1
    assert seen > 10


def test_inference_for_49_missing_cards_ends_with_fewer_than_10_left_over() -> None:
    state = table("5H", "2D", discard="3D")
    missing = tuple(text for text in card_names(range(52)) if text not in ("5H", "2D", "3D"))
    assert len(infer_melds(view(state, A), missing).left_over) < 10


def test_lay_off_on_a_meld_of_the_same_turn_is_inferred() -> None:
    state = after(table("6H 7H 8H 2C 4C", "2D", discard="3D", stock="9H"), DRAW, meld("6H 7H 8H"))
    assert inferred(state, "9H") == InferredMelds((LayOffRummyCards(1, ("9H",)),), ())
