"""Export of matches for analysis: one JSON object per match, without tokens, codes and chat.

``archive.py`` exports the records of a match, which can be verified and replayed.
"""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from games.base import AnyGame
from messages.lobby import Options
from messages.registry import Action
from server.history.archive import escape_unprintable, seed_commitment
from server.history.replay import Replay
from server.journal.records import Acted, Entry, Left, TimedOut, decode_record

FORMAT = "tavolata-match-1"


class ExportedPlayer(Struct, frozen=True):
    """A player by seat; ``strategy`` is empty for people and remote bots."""

    name: str
    wizard: str
    strategy: str


class ExportedStep(Struct, frozen=True, omit_defaults=True):
    """One step: an action of a seat, or ``event`` timeout or left.

    ``time`` is in milliseconds since the start of the match; None if an earlier version wrote it.
    """

    seat: int
    time: int | None = None
    action: Action | None = None
    event: str = ""


class ExportedMatch(Struct, frozen=True, rename="camel"):
    """A match from its start; ``seed`` is empty until its end.

    ``winners`` and ``scores`` are None without a result.
    ``error`` says why the replay stopped at a damaged record; it is empty otherwise.
    """

    format: str
    match: int
    game: str
    mode: bool
    options: Options
    players: tuple[ExportedPlayer, ...]
    started_at: int
    ended_at: int
    seed: str
    seed_hash: str
    seeded: bool
    steps: tuple[ExportedStep, ...]
    winners: tuple[str, ...] | None
    scores: dict[str, int] | None
    reason: str
    error: str


def match_line(entries: Iterable[Entry], number: int, games: Mapping[str, AnyGame]) -> str:
    """Return a match as one line of JSON; empty if there is no readable start of it.

    The seed of a match that is not over is left out, because it determines hidden cards. A match
    that ended without a result has its seed. ``error`` says where a damaged match breaks off.
    """
    replay = Replay(number, games, muted=True, skips_snapshots=True)
    steps: list[ExportedStep] = []
    for entry in entries:
        replay.feed(entry)
        if not replay.error and not entry.is_snapshot:
            steps += _steps(decode_record(entry.body))
    if replay.began is None or replay.match is None:
        return ""
    exported = _exported(replay, tuple(steps))
    return escape_unprintable(msgspec.json.encode(exported).decode())


def _steps(record: Any) -> list[ExportedStep]:
    """Return the step of a record in a list, which is empty if the record is no step."""
    match record:
        case Acted(seat, action, time):
            return [ExportedStep(seat, time, action)]
        case TimedOut(seat, time):
            return [ExportedStep(seat, time, event="timeout")]
        case Left(seat, time):
            return [ExportedStep(seat, time, event="left")]
    return []


def _exported(replay: Replay, steps: tuple[ExportedStep, ...]) -> ExportedMatch:
    """Return the export of a replayed match; its seed is empty unless the match is over."""
    began, match = replay.began, replay.match
    assert began is not None
    assert match is not None
    result, names = match.result, match.seating.nicknames
    return ExportedMatch(
        format=FORMAT,
        match=replay.number,
        game=began.setup.game,
        mode=began.setup.mode,
        options=began.setup.options,
        players=tuple(ExportedPlayer(p.name, p.wizard, p.strategy) for p in began.players),
        started_at=began.started_at,
        ended_at=replay.ended_at,
        seed=began.seed.hex() if replay.is_over else "",
        seed_hash=seed_commitment(began.seed),
        seeded=bool(began.setup.seed),
        steps=steps,
        winners=tuple(names[seat] for seat in result.winners) if result else None,
        scores=dict(zip(names, result.scores, strict=True)) if result else None,
        reason=result.reason if result else "",
        error=replay.error,
    )
