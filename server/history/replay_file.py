"""The replay file of a finished match: what every seat and the spectators saw, as one JSON object.

The page for browsers shows it without rules of its own: it has the views after the set-up, and for
each later step the changes as each viewer may see them. Viewer ``n`` of a match with ``n`` seats is
the spectator. It has neither tokens nor chat. There is none of a match that is not finished, so no
hand is shown before the end.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

import msgspec
from msgspec import Struct

from games.base import AnyGame, Step
from messages.base import Change, Seat
from messages.lobby import PlayersInfo
from messages.play import FinalScores
from messages.registry import UpdateMessage
from server.history.replay import Replay
from server.journal.records import Entry
from server.match import Match, SeatMessages

FORMAT: Final = 1
_encode = msgspec.json.Encoder().encode
NOT_FINISHED: Final = "the match has no result"


class NoReplay(Exception):
    """There is no replay file of these records; ``str()`` is the reason."""


class SeenChange(Struct, frozen=True, omit_defaults=True):
    """A change as some viewers see it; without ``to`` all of them do."""

    change: Any
    to: tuple[int, ...] = ()


class _OpenMatch(Match):
    """A match whose steps have the changes only, not redacted."""

    def _step_messages(self, step: Step[Any], to_prompt: tuple[Seat, ...]) -> list[SeatMessages]:
        """Return the changes of a step."""
        return [(None, tuple([UpdateMessage(change) for change in step.changes]))]


def replay_file(entries: Iterable[Entry], number: int, games: Mapping[str, AnyGame]) -> bytes:
    """Return the replay file of a match. Raises NoReplay."""
    return b"".join(replay_file_parts(entries, number, games))


def replay_file_parts(
    entries: Iterable[Entry], number: int, games: Mapping[str, AnyGame]
) -> Iterator[bytes]:
    """Yield the replay file in parts, one for each record, so that the caller can pause.

    The parts of records that show nothing are empty. Raises NoReplay, perhaps after some parts, if
    a record is invalid or the match has no result.
    """
    replay = Replay(number, games, match_type=_OpenMatch, skips_snapshots=True)
    separator = b""
    for entry in entries:
        is_start = replay.match is None
        step = replay.feed(entry)
        if replay.error or replay.match is None:
            raise NoReplay(replay.error or "its start is missing")
        if is_start:
            yield _head(replay.match, number)
        else:
            part = _encode_step(replay.match, step)
            yield separator + part if part else b""
            separator = b"," if part else separator
    if replay.match is None or replay.match.result is None or not replay.is_over:
        raise NoReplay(NOT_FINISHED)
    yield _tail(replay.match)


def _head(match: Match, number: int) -> bytes:
    """Return the beginning of the file: the players and the first view of each viewer."""
    info = next(m for m in match.public_messages(None) if isinstance(m, PlayersInfo))
    fields = {"format": FORMAT, "match": number, "players": info, "views": _views(match)}
    return _encode(fields)[:-1] + b',"steps":['


def _tail(match: Match) -> bytes:
    """Return the end of the file: the last view of each viewer and the result."""
    result = next(m for m in match.public_messages(None) if isinstance(m, FinalScores))
    return b"]," + _encode({"lastViews": _views(match), "result": result})[1:]


def _views(match: Match) -> list[Any]:
    """Return the present view of each viewer, that of the spectator last."""
    return [match.view(viewer).view for viewer in (*match.seats, None)]


def _encode_step(match: Match, step: list[SeatMessages]) -> bytes:
    """Return the changes of a step as the viewers see them; empty without any."""
    messages = [message for _, some in step for message in some]
    seen = [_seen(match, m.change) for m in messages if isinstance(m, UpdateMessage)]
    return _encode(seen) if seen else b""


def _seen(match: Match, change: Change) -> list[SeenChange]:
    """Return the forms in which the viewers see a change; none for those who do not see it."""
    redact, viewers = match.game.redact, (*match.seats, None)
    forms: list[tuple[Change, list[int]]] = []
    for index, viewer in enumerate(viewers):
        form = redact(change, viewer)
        if form is None:
            continue
        for known, to in forms:
            if known is form or known == form:
                to.append(index)
                break
        else:
            forms.append((form, [index]))
    if len(forms) == 1 and len(forms[0][1]) == len(viewers):
        return [SeenChange(forms[0][0])]
    return [SeenChange(form, tuple(to)) for form, to in forms]
