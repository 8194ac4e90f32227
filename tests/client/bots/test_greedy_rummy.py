"""The greedy player of Rummy 500: what it prefers, and how much better than chance it plays."""

from typing import cast

import pytest

from benchmarks.arena import Rules, wins
from client.bots import GreedyBot, RandomBot
from games.rummy import RUMMY
from games.rummy.state import State
from messages import Action, AnyView
from tests.games.rummy.tables import DRAW, B, after, discard, lay_off, meld, table, take


def choice(state: State) -> Action | None:
    """What the bot does in the position, knowing its own view only."""
    view = cast(AnyView, RUMMY.view(state, state.turn))
    return GreedyBot(1).choose(view, RUMMY.legal(state, state.turn))


def test_it_takes_a_card_that_makes_a_dear_meld() -> None:
    assert choice(table("KH KC 2S 5D", "3C 4S", discard="KD")) == take("KD")


def test_it_draws_rather_than_loading_its_hand_near_the_end() -> None:
    pile = "QC TC JD 8S 7D 9S AC 2H"
    assert choice(table("2C 2D 5D", "3C", discard=pile)) == DRAW


def test_it_lays_the_dearest_meld_first() -> None:
    state = table("7H 7C 7S 8H 9H 2C", "3C 4S KD QS JC", stock="KS")
    assert choice(after(state, DRAW)) == meld("7H 8H 9H")


def test_it_lays_off_before_it_discards() -> None:
    state = table("KH 4S 5S", "3C 4D", stock="9C", melds=((B, "KC KD KS"),))
    assert choice(after(state, DRAW)) == lay_off(1, "KH")


def test_it_keeps_what_belongs_together() -> None:
    state = table("7H 8H 9S 9D KC", "3C 4D 5C 6S 2H", stock="4C")
    chosen = choice(after(state, DRAW))
    assert chosen in (discard("KC"), discard("4C"))


def test_it_keeps_no_dear_cards_when_another_is_about_to_go_out() -> None:
    state = table("QH KS 3C 5D", "4D", stock="4C")
    assert choice(after(state, DRAW)) in (discard("QH"), discard("KS"))


def test_it_beats_chance() -> None:
    assert wins(Rules("rummy500"), GreedyBot, RandomBot, range(20)) >= 14


@pytest.mark.soak
def test_it_beats_chance_in_four_of_five_games() -> None:
    assert wins(Rules("rummy500"), GreedyBot, RandomBot, range(200)) >= 160
