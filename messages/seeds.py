"""Random seeds of matches as texts, and the seeds that follow from one.

A seed is written as hexadecimal digits everywhere: in messages, options and exports.
"""

from collections.abc import Iterator
from hashlib import blake2b, sha256

MAX_SEED_BYTES = 32
"""The size of the seeds that a server generates; two digits for each byte fit into a Word."""
SEED_RULE = f"A seed is 2 to {2 * MAX_SEED_BYTES} hexadecimal digits, an even number, such as 002a."

_NEXT_MATCH = b"next match"
_PLAYER = b"computer player"


def parse_seed(text: str) -> bytes:
    """Return the bytes of a seed. Raises ValueError with SEED_RULE for any other text."""
    try:
        seed = bytes.fromhex(text)
    except ValueError:
        raise ValueError(SEED_RULE) from None
    if not 0 < len(seed) <= MAX_SEED_BYTES or len(text) != 2 * len(seed):
        raise ValueError(SEED_RULE)
    return seed


def next_seed(seed: bytes) -> bytes:
    """Return the seed of the match that follows one with this seed in a series.

    It differs from the published hash of the seed, which would reveal it during the match.
    """
    return sha256(_NEXT_MATCH + seed).digest()


def seed_series(seed: bytes) -> Iterator[bytes]:
    """Yield the seeds of a series of matches, without end; the first is ``seed``."""
    while True:
        yield seed
        seed = next_seed(seed)


def player_seed(seed: bytes, number: int) -> int:
    """Return the seed of the random choices of a computer player, counted from 0 in its room.

    Nothing about the deal follows from it.
    """
    digest = blake2b(number.to_bytes(2, "big"), key=seed, digest_size=8, person=_PLAYER)
    return int.from_bytes(digest.digest(), "big")
