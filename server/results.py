"""Messages about the start and the result of a match, with the proof that its seed is unchanged.

The hash of the seed is sent at the start of a match, the seed itself with the final scores.
"""

from collections.abc import Iterator
from hashlib import sha256
from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from games.base import Result, Seating
from messages.base import ServerMessage
from messages.lobby import PlayersInfo, SelectModeAndPlayers
from messages.play import FinalScores, OtherPlayerWins, YouWin

if TYPE_CHECKING:
    from server.match import SeatMessages


def with_setup(
    message: ServerMessage, seed: bytes, setup: SelectModeAndPlayers | None
) -> ServerMessage:
    """Add the hash of the seed and the public set-up to PlayersInfo.

    Any other message is returned unchanged. None for the set-up means the defaults.
    """
    if not isinstance(message, PlayersInfo):
        return message
    message = replace(message, seed_hash=sha256(seed).hexdigest())
    if setup is None:
        return message
    return replace(
        message,
        options=setup.options,
        private=setup.private,
        clock=setup.clock,
        watchers=setup.watchers,
    )


def seeded_mark(setup: SelectModeAndPlayers | None) -> bool | UnsetType:
    """Return the value of the field ``seeded``: True if the set-up chooses the seed, or UNSET."""
    return True if setup is not None and setup.seed else UNSET


def result_messages(
    scores: FinalScores, result: Result, seating: Seating
) -> "Iterator[SeatMessages]":
    """Yield YouWin for winners, OtherPlayerWins per winner for the others, and ``scores``."""
    names, seq = seating.nicknames, scores.seq
    losers = tuple(seat for seat in range(len(names)) if seat not in result.winners)
    yield (result.winners, (YouWin(seq=seq),))
    yield (losers, tuple(OtherPlayerWins(names[winner], seq=seq) for winner in result.winners))
    yield (None, (scores,))


def final_scores(
    result: Result, seating: Seating, seed: bytes, seq: int, seeded: bool | UnsetType = UNSET
) -> FinalScores:
    """Return the winners, scores and reason of the result, and the seed, now revealed.

    ``seq`` is the number of the last change, ``seeded`` the mark of a chosen seed.
    """
    names = seating.nicknames
    return FinalScores(
        winners=tuple(names[seat] for seat in result.winners),
        scores=dict(zip(names, result.scores, strict=True)),
        reason=result.reason,
        seed=seed.hex(),
        seeded=seeded,
        seq=seq,
    )
