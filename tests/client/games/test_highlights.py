"""Test the helpers for highlights, and the highlights of random matches of every game."""

import re
from random import Random
from typing import Any

import pytest

from client.games.highlights import Lead, Standing, by_seat, maybe_lead, with_rounds
from client.games.registry import ui
from games.registry import GAMES
from messages.base import Change
from messages.uno.table import UnoRoundStarted, UnoSaid
from tests.games.variants import VARIANTS, Variant, start_variant

MISPLACED_YOU = re.compile(r"[a-z,;:] You\b|\b[Yy]ou (?:is|has|was|does)\b")
MAX_STEPS = 3000


def test_standings_by_seat_are_in_the_order_of_the_seats() -> None:
    assert by_seat([7, 3]) == (Standing((0,), 7), Standing((1,), 3))


def test_lead_needs_the_least_number_and_no_tie() -> None:
    assert maybe_lead({0: 2, 1: 5}, 5) == Lead(1, 5)
    assert maybe_lead({0: 2, 1: 5}, 6) is None
    assert maybe_lead({0: 5, 1: 5}, 1) is None
    assert maybe_lead({}, 0) is None


def test_changes_before_the_first_start_of_a_round_belong_to_round_1() -> None:
    start = UnoRoundStarted(4, 0, "RED 5", 7, 90)
    changes = [UnoSaid(0), start, UnoSaid(1)]
    assert [number for number, _ in with_rounds(changes, UnoRoundStarted)] == [1, 4, 4]


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.label)
def test_highlights_of_a_random_match_are_sentences_about_its_players(variant: Variant) -> None:
    game: Any = GAMES[variant.name]
    random, step = Random(7), start_variant(variant, 7)
    changes: list[Change] = []
    for _ in range(MAX_STEPS):
        if not game.active(step.state):
            break
        seat = random.choice(sorted(game.active(step.state)))
        step = game.apply(step.state, seat, random.choice(game.legal(step.state, seat)))
        changes += [seen for c in step.changes if (seen := game.redact(c, 0)) is not None]
    record, view = ui(variant.name), game.view(step.state, 0)
    assert record.standings is not None
    assert record.highlights is not None
    standings = record.standings(view)
    assert sorted(seat for standing in standings for seat in standing.seats) == list(
        range(variant.players)
    )

    def who(seat: int) -> str:
        return "You" if seat == 0 else f"player{seat}"

    sentences = record.highlights(view, who, changes)
    assert [s for s in sentences if not s.endswith(".") or MISPLACED_YOU.search(s)] == []
    assert all("ou " in s or "player" in s for s in sentences)
    if (result := game.result(step.state)) is not None:
        scores = {seat: standing.score for standing in standings for seat in standing.seats}
        assert [scores[seat] for seat in range(variant.players)] == list(result.scores)
