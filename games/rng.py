"""Chance that is the same on every machine: a seed, a counter and BLAKE2b.

A Chance is a frozen value and part of a game's state where the game needs chance again after the
start. Drawing gives the number and the next Chance. It never reaches a view.
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


class Chance(Struct, frozen=True):
    """``counter`` says how many blocks of 64 bytes have been used."""

    seed: bytes
    counter: int = 0

    def below(self, bound: int) -> tuple[int, "Chance"]:
        """A number from 0 to bound - 1, each equally likely."""
        numbers, after = self.numbers((bound,))
        return numbers[0], after

    def shuffled(self, items: Sequence[T]) -> tuple[list[T], "Chance"]:
        """The items in a random order (Fisher-Yates)."""
        result = list(items)
        bounds = range(len(result), 1, -1)
        picks, after = self.numbers(bounds)
        for last, pick in zip(bounds, picks, strict=True):
            result[pick], result[last - 1] = result[last - 1], result[pick]
        return result, after

    def numbers(self, bounds: Sequence[int]) -> tuple[list[int], "Chance"]:
        """One number below each bound. Words that would favour small numbers are thrown away."""
        picks: list[int] = []
        stream = _Words(self.seed, self.counter)
        for bound in bounds:
            fair = _RANGE - _RANGE % bound
            word = stream.next()
            while word >= fair:
                word = stream.next()
            picks.append(word % bound)
        return picks, Chance(self.seed, stream.counter)


class _Words:
    """32-bit words from consecutive blocks."""

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
