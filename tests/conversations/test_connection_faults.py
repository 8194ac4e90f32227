"""One cut at every message of a match: the players come back and the match ends as if uncut.

Every message of the script x the side that says it x five kinds of trouble x both routes x both
players, one cut per match. `make test` plays one case in twenty, another twentieth for each
combination; the soak plays all of them.
"""

from functools import cache
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from tests.harness.clients import TRANSPORTS
from tests.harness.faulty_proxy import Fault, FaultKind, FaultyProxy, Side
from tests.harness.scripted_match import NAMES, MatchSummary, play_match
from tests.harness.timeouts import GIVE_UP_SECONDS

EVERY = 20
SPOILED = 4
"""A client that comes back is disturbed none to three times: this many cases in turn."""
SLACK = 30
"""How many messages fewer a run over Pyro5 may have: how much one poll fetches is chance."""

COMBINATIONS = list(product(TRANSPORTS, NAMES, Side, FaultKind))


@pytest.fixture(autouse=True)
def _endless_polls(monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that continues only because a poll ran out was stuck: let the test fail."""
    monkeypatch.setattr("client.connections.pyro.POLL_SECONDS", 2 * GIVE_UP_SECONDS)


def _play(route: str, victim: str, cut: Fault | None) -> tuple[MatchSummary, FaultyProxy]:
    with TemporaryDirectory() as data:
        return play_match(route, victim, cut, Path(data))


@cache
def _uncut(route: str, victim: str) -> tuple[MatchSummary, FaultyProxy]:
    return _play(route, victim, None)


def _cut_and_compare(route: str, victim: str, cut: Fault) -> None:
    story, whole = _uncut(route, victim)
    try:
        told, proxy = _play(route, victim, cut)
        assert told == story
        near_the_end = route == "pyro" and cut.number > whole.forwarded[cut.side] - SLACK
        assert proxy.triggered or near_the_end
    except BaseException as error:
        error.add_note(f"The case: {route}, {victim} is cut, {cut}")
        raise


def _cut_all(combination: tuple[str, str, Side, FaultKind], first: int, step: int) -> None:
    route, victim, side, kind = combination
    _, whole = _uncut(route, victim)
    for number in range(first, whole.forwarded[side] + 1, step):
        _cut_and_compare(
            route, victim, Fault(side, number, kind, failing_reconnects=number % SPOILED)
        )


def test_the_script_is_played_to_its_end_by_both_routes() -> None:
    stories = [_uncut(route, victim)[0] for route, victim in product(TRANSPORTS, NAMES)]
    assert all(story == stories[0] for story in stories)
    assert stories[0].winners == [(0,), (0,)]
    assert len(stories[0].acted) == 54


@pytest.mark.parametrize("place", range(len(COMBINATIONS)), ids=str)
def test_a_cut_at_one_message_in_twenty(place: int) -> None:
    _cut_all(COMBINATIONS[place], first=1 + place * 7 % EVERY, step=EVERY)


@pytest.mark.parametrize(("route", "side"), list(product(TRANSPORTS, Side)))
def test_a_hole_that_only_the_client_s_own_patience_ends(
    route: str, side: Side, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.connections.socket.HEARTBEAT_SECONDS", 0.1)
    monkeypatch.setattr("client.connections.pyro.CALL_SECONDS", 0.3)
    monkeypatch.setattr("client.connections.pyro.POLL_SECONDS", 0.3)
    cut = Fault(side, 40, FaultKind.HOLE, failing_reconnects=1, hole_seconds=None)
    _cut_and_compare(route, NAMES[0], cut)


@pytest.mark.soak
@pytest.mark.parametrize("place", range(len(COMBINATIONS)), ids=str)
def test_a_cut_at_every_message(place: int) -> None:
    _cut_all(COMBINATIONS[place], first=1, step=1)
