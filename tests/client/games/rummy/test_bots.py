"""The greedy player of Rummy 500: what it prefers, and how much better than chance it plays."""

import os
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from client.bots import Bot, GreedyBot, RandomBot
from client.games.rummy.bots import best_melds, layoff_cards, longest_melds, points_of
from games.rummy import RUMMY
from games.rummy.cards import CARDS, card_names, hand_of, value_of
from games.rummy.melds import attached, melds_in
from games.rummy.state import State
from messages.registry import Action
from messages.rummy.actions import RUMMY_ACES, DiscardRummyCard, RummyAces
from messages.rummy.table import RummyMeldView
from tests.games.rummy.tables import DRAW, B, after, discard, lay_off, meld, table, take
from tests.harness.arena import Arena, Rules, wins

ROOT = Path(__file__).parents[4]


def choice(state: State, seed: int = 1) -> Action | None:
    """What the bot does in the position, knowing its own view only."""
    view = RUMMY.view(state, state.turn)
    return GreedyBot(seed).choose(view, RUMMY.legal(state, state.turn))


def test_it_takes_a_card_that_makes_a_dear_meld() -> None:
    assert choice(table("KH KC 2S 5D", "3C 4S", discard="KD")) == take("KD")


def test_it_draws_rather_than_loading_its_hand_near_the_end() -> None:
    pile = "QC TC JD 8S 7D 9S AC 2H"
    assert choice(table("2C 2D 5D", "3C", discard=pile)) == DRAW


def test_it_lays_the_dearest_meld_first() -> None:
    state = table("7H 7C 7S 8H 9H 2C", "3C 4S", stock="KS")
    assert choice(after(state, DRAW)) == meld("7H 8H 9H")


def test_it_lays_off_before_it_discards() -> None:
    state = table("KH 4S 5S", "3C 4D", stock="9C", melds=((B, "KC KD KS"),))
    assert choice(after(state, DRAW)) == lay_off(1, "KH")


MANY = "3C 4S 5C 6S 2H"
"""More cards than somebody has who is about to go out."""


def test_it_keeps_melds_back_while_the_end_is_far() -> None:
    state = after(table("KH KC KS 4D 9S", MANY, stock="9C"), DRAW)
    assert choice(state) in (discard("4D"), discard("9S"), discard("9C"))


@pytest.mark.parametrize(("other", "rest"), [("3C 4S 5C", "stock"), (MANY, "discard")])
def test_it_puts_them_down_when_the_end_is_near(other: str, rest: str) -> None:
    state = after(table("KH KC KS 4D 9S", other, stock="9C JD", rest=rest), DRAW)
    assert choice(state) == meld("KH KC KS")


def test_it_puts_them_down_when_that_ends_the_round() -> None:
    state = after(table("KH KC KS 9S", MANY, stock="9C", melds=((B, "6C 7C 8C"),)), DRAW)
    assert choice(state) == meld("KH KC KS")


def test_it_keeps_back_all_but_what_it_owes() -> None:
    hand = "7H 7C TH JH QH 2D 4D"
    state = after(table(hand, MANY, stock="9C", discard="7S"), take("7S"))
    assert {choice(state, seed) for seed in range(8)} == {meld("7H 7C 7S")}
    assert choice(after(state, meld("7H 7C 7S"))) in (discard("2D"), discard("4D"))


def test_it_keeps_what_belongs_together() -> None:
    state = table("7H 8H 9S 9D KC", "3C 4D 5C 6S 2H", stock="4C")
    chosen = choice(after(state, DRAW))
    assert chosen in (discard("KC"), discard("4C"))


def test_it_keeps_no_dear_cards_when_another_is_about_to_go_out() -> None:
    state = table("QH KS 3C 5D", "4D", stock="4C")
    assert choice(after(state, DRAW)) in (discard("QH"), discard("KS"))


def test_it_beats_chance() -> None:
    assert wins(Rules("rummy500"), GreedyBot, RandomBot, range(20)) >= 16


@pytest.mark.soak
def test_it_beats_chance_in_most_games() -> None:
    assert wins(Rules("rummy500"), GreedyBot, RandomBot, range(200)) >= 175


@pytest.mark.soak
@pytest.mark.parametrize("players", [3, 4, 5])
def test_it_beats_chance_at_larger_tables(players: int) -> None:
    won = 0
    for number in range(60):
        bots: list[Bot] = [RandomBot(number * 5 + seat) for seat in range(players)]
        bots[number % players] = GreedyBot(number)
        won += Arena(Rules("rummy500"), bots, number).play().winners == (number % players,)
    assert won >= 42


def test_a_seed_means_the_same_game_in_every_process() -> None:
    """Sets of cards are in another order wherever strings have other hashes."""
    assert len({_scores(hashes) for hashes in ("1", "2", "3")}) == 1


def _scores(hashes: str) -> str:
    game = """
from tests.harness.arena import Arena, Rules
from client.bots import GreedyBot
print(Arena(Rules("rummy500"), [GreedyBot(1), GreedyBot(2)], 1).play().scores)
"""
    environment = {**os.environ, "PYTHONHASHSEED": hashes}
    done = subprocess.run(
        [sys.executable, "-c", game], env=environment, cwd=ROOT, capture_output=True, text=True
    )
    assert done.stdout, done.stderr
    return done.stdout


every_ace = pytest.mark.parametrize("aces", RUMMY_ACES)


@every_ace
def test_the_melds_among_cards_are_melds_of_the_rules_and_the_longest(aces: RummyAces) -> None:
    random = Random(1)
    for _ in range(300):
        hand = random.sample(CARDS, random.randint(3, 20))
        lawful = {frozenset(card_names(meld)) for meld in melds_in(hand_of(hand), aces)}
        found = {frozenset(meld) for meld in longest_melds(card_names(hand), aces)}
        assert found <= lawful
        assert all(any(meld <= longer for longer in found) for meld in lawful)


@every_ace
def test_what_fits_on_the_table_is_what_the_rules_let_join(aces: RummyAces) -> None:
    random = Random(2)
    for _ in range(100):
        melds = melds_in(hand_of(random.sample(CARDS, 20)), aces)
        for laid in melds:
            joining = {
                card_names((card,))[0]
                for card in CARDS
                if attached(laid, (card,), aces) is not None
            }
            shown = RummyMeldView(card_names(laid), (0,) * len(laid))
            assert layoff_cards((shown,), aces) - set(shown.cards) == joining


def test_points_are_those_of_the_rules() -> None:
    assert points_of(card_names(CARDS)) == value_of(CARDS) == 376


def test_the_dearest_meld_is_counted_first() -> None:
    assert best_melds(["7H", "7C", "7S", "8H", "9H", "2C"], "both") == (24, {"7C", "7S", "2C"})
    assert best_melds(["7H", "2C"], "both") == (0, {"7H", "2C"})


def test_it_puts_down_what_it_can_before_it_discards() -> None:
    bot, state = RandomBot(1), after(table("7H 8H 9H 2C KC", "3C"), DRAW)
    view = RUMMY.view(state, 0)
    assert {bot.choose(view, RUMMY.legal(state, 0)) for _ in range(50)} == {meld("7H 8H 9H")}
    state = after(state, meld("7H 8H 9H"))
    chosen = {bot.choose(view, RUMMY.legal(state, 0)) for _ in range(50)}
    assert len(chosen) == 3
    assert all(isinstance(action, DiscardRummyCard) for action in chosen)


def test_five_of_them_come_to_an_end() -> None:
    assert Arena(Rules("rummy500"), [RandomBot(seat) for seat in range(5)], 1).play().winners
