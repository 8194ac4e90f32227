"""A random number generator with the same output on every machine, from a seed and a counter.

An Rng is a frozen value. Drawing returns the number and the next Rng. A game that needs randomness
after the start keeps its Rng in the state; it must never reach a view, because it predicts all
later draws.

The fields of Rng are part of the state hashes in journals: their names and order must not change.
"""

import struct
from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

from msgspec import Struct

T = TypeVar("T")

_BLOCK = 64
_RANGE = 1 << 32
_unpack = struct.Struct(">16I").unpack


class Rng(Struct, frozen=True):
    """The generator at one position; ``counter`` is the number of 64-byte blocks used so far."""

    seed: bytes
    counter: int = 0

    def below(self, bound: int) -> tuple[int, "Rng"]:
        """Draw a number from 0 to bound - 1, each equally likely."""
        numbers, after = self.numbers((bound,))
        return numbers[0], after

    def shuffled(self, items: Sequence[T]) -> tuple[list[T], "Rng"]:
        """Return the items in a random order (Fisher-Yates)."""
        result = list(items)
        bounds = range(len(result), 1, -1)
        picks, after = self.numbers(bounds)
        for last, pick in zip(bounds, picks, strict=True):
            result[pick], result[last - 1] = result[last - 1], result[pick]
        return result, after

    def numbers(self, bounds: Sequence[int]) -> tuple[list[int], "Rng"]:
        """Draw one number below each bound; words that would favour small numbers are discarded."""
        picks: list[int] = []
        stream = _Words(self.seed, self.counter)
        for bound in bounds:
            fair = _RANGE - _RANGE % bound
            word = stream.next()
            while word >= fair:
                word = stream.next()
            picks.append(word % bound)
        return picks, Rng(self.seed, stream.counter)


class _Words:
    """The stream of 32-bit words from consecutive BLAKE2b blocks, keyed by the seed."""

    def __init__(self, seed: bytes, counter: int) -> None:
        self._seed = seed
        self.counter = counter
        self._block: tuple[int, ...] = ()
        self._at = 0

    def next(self) -> int:
        if self._at == len(self._block):
            number = self.counter.to_bytes(8, "big")
            block = blake2b(number, digest_size=_BLOCK, key=self._seed).digest()
            self._block = _unpack(block)
            self.counter += 1
            self._at = 0
        word = self._block[self._at]
        self._at += 1
        return word
