"""What a client of the later profile must have put down."""

from random import Random

import pytest

from games.rummy import RUMMY
from games.rummy.cards import card_names
from games.rummy.state import State
from games.rummy.view import view
from messages.rummy.actions import LayOffRummyCards, LayRummyMeld, PlayRummyTurn
from server.dialects.rummy.explain import Explained, explain
from tests.games.rummy.games import moments, quick
from tests.games.rummy.tables import DRAW, A, B, after, meld, table


def explained(state: State, missing: str) -> Explained:
    return explain(view(state, A), tuple(missing.split()))


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
    found = explained(table("5H", "2D", discard="3D"), missing)
    assert {frozenset(play.cards) for play in found.plays} == {frozenset(p.split()) for p in plays}
    assert set(found.lost) == set(lost.split())


def test_lay_offs_on_own_melds_only() -> None:
    state = table("5H", "2D", discard="3D", melds=((A, "6H 7H 8H"), (B, "JC JS JD")))
    found = explained(state, "9H TH JH")
    assert found.lost == ()
    state = table("5H", "2D", discard="3D", melds=((A, "6H 7H 8H"), (B, "JC JS JD")))
    found = explained(state, "9H TH")
    assert found.plays == (LayOffRummyCards(1, ("9H",)), LayOffRummyCards(1, ("TH",)))
    assert explained(state, "JH").lost == ("JH",)


def test_what_is_explained_is_lawful() -> None:
    """Whatever somebody put down in one turn of a random game is explained, and accepted."""
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
            found = explain(view(state, state.turn), missing)
            assert found.lost == ()
            rest = [card for card in hand if card not in missing]
            if rest:
                RUMMY.apply(state, state.turn, PlayRummyTurn(found.plays, rest[0]))
                seen += 1
    assert seen > 10


def test_a_very_large_hand_is_explained_quickly() -> None:
    state = table("5H", "2D", discard="3D")
    missing = tuple(text for text in card_names(range(52)) if text not in ("5H", "2D", "3D"))
    assert len(explain(view(state, A), missing).lost) < 10


def test_a_meld_of_this_turn_can_be_explained_with_what_was_laid_before() -> None:
    state = after(table("6H 7H 8H 2C 4C", "2D", discard="3D", stock="9H"), DRAW, meld("6H 7H 8H"))
    assert explained(state, "9H") == Explained((LayOffRummyCards(1, ("9H",)),), ())
