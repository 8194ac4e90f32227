"""Attackers and honest guests, for a moment; and as many as there should be."""

import pytest

from benchmarks.harness import Plan
from benchmarks.processes import two_cores
from benchmarks.siege import siege
from tests.benchmarks.tiny import TINY, Steps


def test_every_kind_of_attacker_comes_to_both_routes() -> None:
    rows = siege(TINY, Steps())
    assert [row.limit for row in rows] == ["≤ 1.2"] * 4 + ["≤ 1"] * 2
    assert all(float(row.value) > 0 for row in rows)
    assert all("0 errors" in row.detail for row in rows)
    assert all("connections" in row.detail for row in rows)


@pytest.mark.soak
def test_guests_notice_little() -> None:
    for row in siege(Plan(rounds=3, cores=two_cores()), Steps()):
        assert row.verdict != "MISS", row
        assert "0 errors" in row.detail
