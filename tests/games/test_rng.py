"""Chance is the same on every machine, fair, and a value."""

import os
import subprocess
import sys
from collections import Counter
from hashlib import blake2b
from itertools import permutations
from pathlib import Path

import pytest
from msgspec import msgpack

from games.rng import Chance

ROOT = Path(__file__).parents[2]
SEED = b"sixteen bytes..."


def test_fixed_seeds_give_fixed_numbers() -> None:
    assert Chance(SEED).numbers((6,) * 12)[0] == [0, 1, 4, 5, 5, 4, 4, 1, 4, 2, 1, 1]
    assert Chance(SEED, 7).numbers((1000,) * 5)[0] == [325, 948, 165, 315, 996]
    assert "".join(Chance(SEED).shuffled("tavolata")[0]) == "vtaoalat"


def test_numbers_are_the_words_of_keyed_hashes_of_a_counter() -> None:
    block = blake2b((3).to_bytes(8, "big"), digest_size=64, key=SEED).digest()
    words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 64, 4)]
    picks, after = Chance(SEED, 3).numbers((2**32,) * 16)
    assert picks == words
    assert after == Chance(SEED, 4)


def test_words_that_would_favour_small_numbers_are_thrown_away() -> None:
    bound = 2**31 + 1
    block = blake2b((0).to_bytes(8, "big"), digest_size=64, key=SEED).digest()
    words = [int.from_bytes(block[at : at + 4], "big") for at in range(0, 64, 4)]
    kept = [word for word in words if word < bound]
    assert 0 < len(kept) < len(words)
    assert Chance(SEED).numbers((bound,) * len(kept))[0] == kept


def test_a_draw_leaves_the_chance_as_it_was() -> None:
    chance = Chance(SEED)
    first, after = chance.below(1000)
    assert chance.below(1000) == (first, after)
    assert after != chance
    assert after.below(10**6) != chance.below(10**6)


def test_a_chance_survives_being_written_down() -> None:
    _, after = Chance(SEED).shuffled(range(100))
    assert msgpack.decode(msgpack.encode(after), type=Chance) == after


@pytest.mark.parametrize("bound", [1, 2, 3, 12, 120])
def test_every_number_below_the_bound_is_about_equally_likely(bound: int) -> None:
    draws = 600 * bound
    counts = Counter(Chance(SEED).numbers((bound,) * draws)[0])
    assert sorted(counts) == list(range(bound))
    # Six standard deviations of a binomial distribution with mean 600.
    assert all(abs(count - 600) < 6 * 600**0.5 for count in counts.values())


def test_every_order_is_about_equally_likely() -> None:
    counts: Counter[tuple[str, ...]] = Counter()
    chance = Chance(SEED)
    for _ in range(6 * 400):
        order, chance = chance.shuffled("abc")
        counts[tuple(order)] += 1
    assert set(counts) == set(permutations("abc"))
    assert all(abs(count - 400) < 6 * 400**0.5 for count in counts.values())


def test_a_shuffle_keeps_all_items() -> None:
    for size in range(6):
        order, _ = Chance(SEED, size).shuffled(range(size))
        assert sorted(order) == list(range(size))


PROGRAM = """
import sys
from msgspec import msgpack
from games.rng import Chance
from games.registry import GAMES

said = []
for game in GAMES.values():
    for players in game.seats:
        step = game.start(players, game.options(True, {}), Chance(b"seed"))
        for _ in range(40):
            seat = min(game.active(step.state))
            actions = game.legal(step.state, seat)
            step = game.apply(step.state, seat, actions[len(actions) // 2])
            said.append(step)
sys.stdout.buffer.write(msgpack.encode(said))
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
