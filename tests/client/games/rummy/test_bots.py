"""The Rummy bots: decisions of the greedy one, its strength, and its helpers."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from client.bots import Bot, GreedyBot, RandomBot
from client.games.rummy.bots import evaluate
from games.rummy import RUMMY
from games.rummy.state import State
from messages.registry import Action
from messages.rummy.actions import DiscardRummyCard
from messages.rummy.table import RummyView
from tests.games.rummy.tables import DRAW, B, after, discard, lay_off, meld, table, take
from tests.harness.arena import Arena, Rules, wins

ROOT = Path(__file__).parents[4]


def greedy_choice(state: State, seed: int = 1) -> Action | None:
    """Return the action of the greedy bot on turn, which sees only its own view."""
    view = RUMMY.view(state, state.turn)
    return GreedyBot(seed).choose(view, RUMMY.legal(state, state.turn))


def test_values_are_in_the_order_of_the_actions() -> None:
    state = table("KH KC 2S 5D", "3C 4S", discard="KD")
    legal = RUMMY.legal(state, 0)
    view = RUMMY.view(state, 0)
    assert isinstance(view, RummyView)
    values = evaluate(view, legal)
    assert legal[values.index(max(values))] == take("KD")


def test_greedy_takes_a_discard_that_makes_a_valuable_meld() -> None:
    assert greedy_choice(table("KH KC 2S 5D", "3C 4S", discard="KD")) == take("KD")


def test_greedy_draws_instead_of_taking_many_discards_near_the_end() -> None:
    pile = "QC TC JD 8S 7D 9S AC 2H"
    assert greedy_choice(table("2C 2D 5D", "3C", discard=pile)) == DRAW


def test_greedy_lays_the_most_valuable_meld_first() -> None:
    state = table("7H 7C 7S 8H 9H 2C", "3C 4S", stock="KS")
    assert greedy_choice(after(state, DRAW)) == meld("7H 8H 9H")


def test_greedy_lays_off_before_it_discards() -> None:
    state = table("KH 4S 5S", "3C 4D", stock="9C", melds=((B, "KC KD KS"),))
    assert greedy_choice(after(state, DRAW)) == lay_off(1, "KH")


LARGE_HAND = "3C 4S 5C 6S 2H"
"""A hand of an opponent who cannot go out soon."""


def test_greedy_discards_and_holds_its_meld_while_the_end_is_far() -> None:
    state = after(table("KH KC KS 4D 9S", LARGE_HAND, stock="9C"), DRAW)
    assert greedy_choice(state) in (discard("4D"), discard("9S"), discard("9C"))


@pytest.mark.parametrize(
    ("opponent_hand", "rest"), [("3C 4S 5C", "stock"), (LARGE_HAND, "discard")]
)
def test_greedy_lays_its_meld_if_an_opponent_has_3_cards_or_the_stock_is_small(
    opponent_hand: str, rest: str
) -> None:
    state = after(table("KH KC KS 4D 9S", opponent_hand, stock="9C JD", rest=rest), DRAW)
    assert greedy_choice(state) == meld("KH KC KS")


def test_greedy_lays_its_meld_if_it_can_go_out() -> None:
    state = after(table("KH KC KS 9S", LARGE_HAND, stock="9C", melds=((B, "6C 7C 8C"),)), DRAW)
    assert greedy_choice(state) == meld("KH KC KS")


def test_greedy_lays_only_the_meld_of_the_owed_card_and_discards_while_the_end_is_far() -> None:
    hand = "7H 7C TH JH QH 2D 4D"
    state = after(table(hand, LARGE_HAND, stock="9C", discard="7S"), take("7S"))
    assert {greedy_choice(state, seed) for seed in range(8)} == {meld("7H 7C 7S")}
    assert greedy_choice(after(state, meld("7H 7C 7S"))) in (discard("2D"), discard("4D"))


def test_greedy_keeps_cards_that_may_become_melds_and_discards_another() -> None:
    state = table("7H 8H 9S 9D KC", "3C 4D 5C 6S 2H", stock="4C")
    chosen = greedy_choice(after(state, DRAW))
    assert chosen in (discard("KC"), discard("4C"))


def test_greedy_discards_high_cards_when_an_opponent_is_about_to_go_out() -> None:
    state = table("QH KS 3C 5D", "4D", stock="4C")
    assert greedy_choice(after(state, DRAW)) in (discard("QH"), discard("KS"))


def test_greedy_wins_at_least_16_of_20_matches_against_random() -> None:
    assert wins(Rules("rummy500"), GreedyBot, RandomBot, range(20)) >= 16


@pytest.mark.soak
def test_greedy_wins_at_least_175_of_200_matches_against_random() -> None:
    assert wins(Rules("rummy500"), GreedyBot, RandomBot, range(200)) >= 175


@pytest.mark.soak
@pytest.mark.parametrize("players", [3, 4, 5])
def test_greedy_wins_at_least_42_of_60_matches_against_2_to_4_random_bots(players: int) -> None:
    won = 0
    for number in range(60):
        bots: list[Bot] = [RandomBot(number * 5 + seat) for seat in range(players)]
        bots[number % players] = GreedyBot(number)
        won += Arena(Rules("rummy500"), bots, number).play().winners == (number % players,)
    assert won >= 42


def test_seeded_match_has_equal_scores_in_processes_with_different_hash_seeds() -> None:
    """The order of a set of cards depends on the hash seed of the process."""
    assert len({_scores(hash_seed) for hash_seed in ("1", "2", "3")}) == 1


def _scores(hash_seed: str) -> str:
    game = """
from tests.harness.arena import Arena, Rules
from client.bots import GreedyBot
print(Arena(Rules("rummy500"), [GreedyBot(1), GreedyBot(2)], 1).play().scores)
"""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed}
    done = subprocess.run(
        [sys.executable, "-c", game], env=environment, cwd=ROOT, capture_output=True, text=True
    )
    assert done.stdout, done.stderr
    return done.stdout


def test_random_lays_its_meld_before_it_discards_any_of_the_other_cards() -> None:
    bot, state = RandomBot(1), after(table("7H 8H 9H 2C KC", "3C"), DRAW)
    view = RUMMY.view(state, 0)
    assert {bot.choose(view, RUMMY.legal(state, 0)) for _ in range(50)} == {meld("7H 8H 9H")}
    state = after(state, meld("7H 8H 9H"))
    chosen = {bot.choose(view, RUMMY.legal(state, 0)) for _ in range(50)}
    assert len(chosen) == 3
    assert all(isinstance(action, DiscardRummyCard) for action in chosen)


def test_match_of_five_random_bots_ends_with_a_winner() -> None:
    assert Arena(Rules("rummy500"), [RandomBot(seat) for seat in range(5)], 1).play().winners
