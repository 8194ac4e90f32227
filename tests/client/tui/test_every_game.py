"""Test the text of every game in random matches, from the view of one seat."""

import re
from collections.abc import Iterator
from itertools import chain
from random import Random
from typing import Any

import pytest

from client.games.prose import to_plain_text
from client.model import Model
from client.tui.text import screen
from client.tui.text.messages import describe
from games.registry import GAMES
from messages import PlayersInfo, YourTurn
from messages.registry import GameView, UpdateMessage
from tests.games.variants import VARIANTS, Variant, start_variant

COLUMNS = 78
"""Width of the top line on the smallest screen."""
MAX_STEPS = 300
MISPLACED_YOU = re.compile(r"[a-z,;] You\b|\b[Yy]ou (?:is|has|was|does)\b")
"""Matches a capitalised "You" inside a sentence, or "you" with a verb in the third person."""


def play_randomly(variant: Variant, seed: int) -> Iterator[tuple[Model, list[str]]]:
    """Yield the model of seat 0 and the new lines of its log after each step of a match."""
    game: Any = GAMES[variant.name]
    random, step = Random(seed), start_variant(variant, seed)
    model = Model()
    model.nickname = "ada"
    names = ("ada", *(f"other-player-{n:06}" for n in range(1, variant.players)))
    model.receive(PlayersInfo(names, variant.players))
    for _ in range(MAX_STEPS):
        redacted = [game.redact(change, 0) for change in step.changes]
        lines = [
            to_plain_text(line)
            for c in redacted
            if c is not None
            for line in describe(model, UpdateMessage(c))
        ]
        model.receive(GameView(game.view(step.state, 0)))
        prompt = game.prompt(step.state, 0)
        for message in (YourTurn(), *([prompt] if prompt else [])):
            model.receive(message)
        yield model, lines
        if not game.active(step.state):
            return
        seat = random.choice(sorted(game.active(step.state)))
        step = game.apply(step.state, seat, random.choice(game.legal(step.state, seat)))


@pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.label)
def test_you_has_correct_case_and_verb_and_status_fits_78_columns(variant: Variant) -> None:
    for model, lines in chain.from_iterable(play_randomly(variant, seed) for seed in range(5)):
        assert [line for line in lines if MISPLACED_YOU.search(line)] == []
        assert len(screen.status_line(model)) <= COLUMNS, screen.status_line(model)
