"""Texts of seeds and the seeds that follow from one."""

from hashlib import sha256
from itertools import islice

import pytest

from messages.seeds import SEED_RULE, next_seed, parse_seed, player_seed, seed_series

SEED = bytes.fromhex("002a")


@pytest.mark.parametrize("text", ["00", "002A", "ff" * 32])
def test_seed_is_one_to_32_bytes_in_digits_of_either_case(text: str) -> None:
    assert parse_seed(text).hex() == text.lower()


@pytest.mark.parametrize("text", ["", "7", "0x2a", "00 2a", " 00", "zz", "ff" * 33, "\u0660\u0660"])
def test_other_text_is_refused_with_the_rule(text: str) -> None:
    with pytest.raises(ValueError, match="hexadecimal digits") as caught:
        parse_seed(text)
    assert str(caught.value) == SEED_RULE


def test_series_begins_with_the_seed_and_does_not_continue_with_its_published_hash() -> None:
    first, second, third = islice(seed_series(SEED), 3)
    assert (first, second, third) == (SEED, next_seed(SEED), next_seed(next_seed(SEED)))
    assert second == sha256(b"next match" + SEED).digest()
    assert second != sha256(SEED).digest()


def test_computer_players_have_different_seeds_that_do_not_contain_the_seed() -> None:
    numbers = {player_seed(seed, number) for seed in (SEED, b"x") for number in range(16)}
    assert len(numbers) == 32
    assert all(0 <= number < 2**64 for number in numbers)
