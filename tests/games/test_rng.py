"""Rng: equal output on every machine, fair, and immutable."""

import os
import subprocess
import sys
from collections import Counter
from hashlib import blake2b
from itertools import permutations
from pathlib import Path

import pytest
from msgspec import msgpack

from games.rng import Rng

ROOT = Path(__file__).parents[2]
SEED = b"sixteen bytes..."


def test_fixed_seeds_and_counters_give_fixed_numbers_and_shuffles() -> None:
    assert Rng(SEED).numbers((6,) * 12)[0] == [0, 1, 4, 5, 5, 4, 4, 1, 4, 2, 1, 1]
    assert Rng(SEED, 7).numbers((1000,) * 5)[0] == [325, 948, 165, 315, 996]
    assert "".join(Rng(SEED).shuffled("tavolata")[0]) == "vtaoalat"


def test_numbers_are_the_words_of_keyed_hashes_of_a_counter_and_advance_it() -> None:
    block = blake2b((3).to_bytes(8, "big"), digest_size=64, key=SEED).digest()
    words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 64, 4)]
    picks, after = Rng(SEED, 3).numbers((2**32,) * 16)
    assert picks == words
    assert after == Rng(SEED, 4)


def test_words_that_would_favour_small_numbers_are_discarded() -> None:
    bound = 2**31 + 1
    block = blake2b((0).to_bytes(8, "big"), digest_size=64, key=SEED).digest()
    words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 64, 4)]
    kept = [word for word in words if word < bound]
    assert 0 < len(kept) < len(words)
    assert Rng(SEED).numbers((bound,) * len(kept))[0] == kept


def test_draw_leaves_the_rng_unchanged_and_returns_one_with_other_numbers() -> None:
    rng = Rng(SEED)
    first, after = rng.below(1000)
    assert rng.below(1000) == (first, after)
    assert after != rng
    assert after.below(10**6) != rng.below(10**6)


def test_an_rng_survives_encoding() -> None:
    _, after = Rng(SEED).shuffled(range(100))
    assert msgpack.decode(msgpack.encode(after), type=Rng) == after


def test_rng_is_encoded_as_a_map_of_seed_and_counter_as_in_hashes_of_journals() -> None:
    assert msgpack.encode(Rng(SEED, 7)) == msgpack.encode({"seed": SEED, "counter": 7})


@pytest.mark.parametrize("bound", [1, 2, 3, 12, 120])
def test_every_number_below_the_bound_is_about_equally_likely(bound: int) -> None:
    draws = 600 * bound
    counts = Counter(Rng(SEED).numbers((bound,) * draws)[0])
    assert sorted(counts) == list(range(bound))
    # Six standard deviations of a binomial distribution with mean 600.
    assert all(abs(count - 600) < 6 * 600**0.5 for count in counts.values())


def test_every_order_of_a_shuffle_is_about_equally_likely() -> None:
    counts: Counter[tuple[str, ...]] = Counter()
    rng = Rng(SEED)
    for _ in range(6 * 400):
        order, rng = rng.shuffled("abc")
        counts[tuple(order)] += 1
    assert set(counts) == set(permutations("abc"))
    assert all(abs(count - 400) < 6 * 400**0.5 for count in counts.values())


def test_shuffle_of_zero_to_five_items_keeps_all() -> None:
    for size in range(6):
        order, _ = Rng(SEED, size).shuffled(range(size))
        assert sorted(order) == list(range(size))


PROGRAM = """
import sys
from msgspec import msgpack
from games.rng import Rng
from games.registry import GAMES

steps = []
for game in GAMES.values():
    for players in game.seats:
        step = game.start(players, game.options(True, {}), Rng(b"seed"))
        for _ in range(40):
            seat = min(game.active(step.state))
            actions = game.legal(step.state, seat)
            step = game.apply(step.state, seat, actions[len(actions) // 2])
            steps.append(step)
sys.stdout.buffer.write(msgpack.encode(steps))
"""


def test_games_do_not_depend_on_pythons_hash_seed() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(outputs) == 1
    assert len(outputs.pop()) > 1000
