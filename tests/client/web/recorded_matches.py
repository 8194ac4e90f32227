"""Matches as one seat sees them, recorded for the unit tests of the browser boards.

``python -m tests.client.web.recorded_matches`` writes ``recorded.json`` beside each board that has
recordings. A recording has the first view and the steps. A step has the prompt and the legal
actions of the seat, its action if it acted, and the changes that it received. Some steps also have
the view after them.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from games.registry import GAMES
from games.rng import Rng
from messages.base import Seat
from tests.games.random_games import NEVER, Moment, Odds, play
from tests.games.weighted_choice import choose_by_kind

FOLDER = Path(__file__).parents[3] / "client" / "web" / "src" / "games"
STEPS_PER_VIEW = 6
"""A recording usually has the view after each this many steps, and after the last step."""


class Recording(NamedTuple):
    """A seeded random match, as seat 0 sees it."""

    game: str
    players: int
    seed: int
    options: Mapping[str, Any]
    mode: bool = False
    most_steps: int = 120
    odds: Odds = NEVER
    most_actions: int = 4096
    """Of more legal actions than this only a sample is recorded."""
    steps_per_view: int = STEPS_PER_VIEW


RECORDINGS = (
    Recording("eriantys", 2, 3, {}, most_actions=6, steps_per_view=24),
    Recording("eriantys", 4, 1, {}, most_actions=4, steps_per_view=24),
    Recording("eriantys", 3, 57, {}, mode=True, most_steps=152, most_actions=4, steps_per_view=24),
    Recording("eriantys", 3, 40, {}, mode=True, most_actions=4, steps_per_view=24),
    Recording("eriantys", 2, 56, {}, mode=True, most_actions=4, steps_per_view=24),
    Recording("eriantys", 2, 35, {}, mode=True, most_actions=4, steps_per_view=24),
    Recording("eriantys", 3, 2, {}, mode=True, most_actions=4, steps_per_view=24),
    Recording("eriantys", 2, 31, {}, mode=True, most_actions=4, steps_per_view=24),
    Recording("eriantys", 2, 40, {}, mode=True, most_steps=125, most_actions=4, steps_per_view=24),
    Recording("eriantys", 3, 54, {}, mode=True, most_steps=130, most_actions=4, steps_per_view=24),
    Recording("uno", 4, 1, {"target_score": 60}),
    Recording("uno", 2, 48, {"mode": "progressive", "target_score": 100}, most_steps=150),
    Recording("uno", 3, 2, {"mode": "seven_o", "target_score": 60}),
    Recording("uno", 4, 1, {"mode": "jump_in", "target_score": 60}, odds=Odds(0.02, 0.02)),
    Recording("uno", 3, 5, {"target_score": 100}, mode=True),
    Recording("uno", 10, 1, {"uno_penalty": 4}, most_steps=110),
    Recording("rummy500", 2, 1, {"target": 60}),
    Recording("rummy500", 3, 47, {"target": 100, "stock_out": "reshuffle"}, most_steps=150),
    Recording("rummy500", 4, 1, {"target": 60, "ace_runs": "low"}, odds=Odds(0.02, 0.02)),
    Recording("rummy500", 5, 4, {"target": 60, "ace_runs": "high", "stock_out": "discard_only"}),
    Recording("codex", 2, 6, {}),
    Recording("codex", 3, 3, {"track_cap": False}, odds=Odds(0.02, 0.03)),
    Recording("shelfie", 2, 59, {}),
    Recording("shelfie", 3, 28, {"squares_same_type": True}),
    Recording("shelfie", 4, 12, {}, odds=Odds(0.015, 0.02)),
)
SEAT: Seat = 0


def record(recording: Recording) -> dict[str, Any]:
    """Return a recording in the form of the wire."""
    game, random = GAMES[recording.game], Random(recording.seed)
    options = game.options(recording.mode, recording.options)
    start = game.start(recording.players, options, Rng(recording.seed.to_bytes(16, "big")))
    moments = play(
        game,
        start.state,
        random,
        lambda state, seat, chance: choose_by_kind(game.legal(state, seat), chance),
        lambda _: recording.odds,
    )
    steps = [_step(recording, moment) for moment in islice(moments, recording.most_steps)]
    return {
        "first": _plain(game.view(start.state, SEAT)),
        "steps": list(_thinned(steps, recording.steps_per_view)),
    }


def _step(recording: Recording, moment: Moment[Any, Any]) -> dict[str, Any]:
    """Return one step with the view after it."""
    game, state = GAMES[recording.game], moment.state
    is_active = SEAT in game.active(state)
    seen = [game.redact(change, SEAT) for change in moment.step.changes]
    return {
        "prompt": _plain(game.prompt(state, SEAT)) if is_active else None,
        "actions": _sample(game.legal(state, SEAT), recording.most_actions),
        "action": _plain(moment.action) if moment.seat == SEAT and moment.action else None,
        "changes": [_plain(change) for change in seen if change is not None],
        "view": _plain(game.view(moment.step.state, SEAT)),
    }


def _sample(actions: Sequence[object], most: int) -> list[Any]:
    """Return at most this number of actions, at equal distances."""
    distance = -(-len(actions) // most) or 1
    return [_plain(action) for action in actions[::distance]]


def _thinned(steps: list[dict[str, Any]], steps_per_view: int) -> Iterator[dict[str, Any]]:
    """Yield the steps, most of them without their view."""
    for number, step in enumerate(steps, 1):
        if number % steps_per_view and number < len(steps):
            del step["view"]
        yield step


def _plain(value: object) -> Any:
    return None if value is None else msgspec.to_builtins(value)


def recorded_text(game: str) -> str:
    """Return the file of a game: one line per step."""
    encode = msgspec.json.Encoder().encode
    texts = []
    for recording in RECORDINGS:
        if recording.game == game:
            match = record(recording)
            lines = ",\n".join([encode(step).decode() for step in match["steps"]])
            texts.append(f'{{"first":{encode(match["first"]).decode()},"steps":[\n{lines}\n]}}')
    return "[\n" + ",\n".join(texts) + "\n]\n"


def recorded_games() -> list[str]:
    """Return the games that have recordings."""
    return sorted({recording.game for recording in RECORDINGS})


def recorded_path(game: str) -> Path:
    """Return the path of the recordings of a game."""
    return FOLDER / game / "recorded.json"


if __name__ == "__main__":
    for name in recorded_games():
        recorded_path(name).write_text(recorded_text(name), encoding="utf-8")
