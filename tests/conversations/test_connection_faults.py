"""One connection fault at any message of a match: players reconnect and the match ends the same.

The cases combine every message of the script, the side that sends it, five kinds of faults, all
transports and both players, with one fault per match. `make test` plays one case in sixty, over the
web one in 180, other messages for each combination; the soak tests play all.
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

SAMPLE_STEPS = {"socket": 60, "pyro": 60, "web": 180}
OUR_TRANSPORTS = ("socket", "pyro")
"""Transports whose client is ours; it detects a silent connection by its own time-out."""
FAILING_RECONNECT_COUNTS = 4
"""The number of failing reconnects cycles from 0 to one less than this."""
SURE_PYRO_SHARE = 0.5
"""Share of the messages over Pyro5 that every run has.

A poll that is answered late has several pushes in its answer. So a run on a busy machine has fewer
messages, and a late fault may not happen.
"""

COMBINATIONS = list(product(TRANSPORTS, NAMES, Side, FaultKind))


@pytest.fixture(autouse=True)
def _disable_poll_timeout(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make a match fail that would continue only because a poll times out."""
    monkeypatch.setattr("client.connections.pyro.POLL_SECONDS", 2 * GIVE_UP_SECONDS)


def _play(transport: str, victim: str, fault: Fault | None) -> tuple[MatchSummary, FaultyProxy]:
    with TemporaryDirectory() as data:
        return play_match(transport, victim, fault, Path(data))


@cache
def _play_without_fault(transport: str, victim: str) -> tuple[MatchSummary, FaultyProxy]:
    return _play(transport, victim, None)


def _check_fault(transport: str, victim: str, fault: Fault) -> None:
    expected, faultless_proxy = _play_without_fault(transport, victim)
    try:
        summary, proxy = _play(transport, victim, fault)
        assert summary == expected
        sure_messages = SURE_PYRO_SHARE * faultless_proxy.forwarded[fault.side]
        assert proxy.triggered or (transport == "pyro" and fault.number > sure_messages)
    except BaseException as error:
        error.add_note(f"Case: {transport}, player {victim}, {fault}")
        raise


def _check_faults(combination: tuple[str, str, Side, FaultKind], first: int, step: int) -> None:
    transport, victim, side, kind = combination
    _, faultless_proxy = _play_without_fault(transport, victim)
    for number in range(first, faultless_proxy.forwarded[side] + 1, step):
        _check_fault(
            transport,
            victim,
            Fault(side, number, kind, failing_reconnects=number % FAILING_RECONNECT_COUNTS),
        )


def test_match_without_faults_has_the_expected_winners_over_every_transport() -> None:
    summaries = [
        _play_without_fault(transport, victim)[0]
        for transport, victim in product(TRANSPORTS, NAMES)
    ]
    assert all(summary == summaries[0] for summary in summaries)
    assert summaries[0].winners == [(1,), (1,)]
    assert len(summaries[0].acted) == 120


@pytest.mark.parametrize("index", range(len(COMBINATIONS)), ids=str)
def test_match_with_a_fault_at_every_sixtieth_message_ends_as_without(index: int) -> None:
    step = SAMPLE_STEPS[COMBINATIONS[index][0]]
    _check_faults(COMBINATIONS[index], first=1 + index * 7 % step, step=step)


@pytest.mark.parametrize(("transport", "side"), list(product(OUR_TRANSPORTS, Side)))
def test_client_detects_a_silent_connection_by_timeout_and_the_match_ends_as_without(
    transport: str, side: Side, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("client.connections.socket.HEARTBEAT_SECONDS", 0.1)
    monkeypatch.setattr("client.connections.pyro.CALL_SECONDS", 0.3)
    monkeypatch.setattr("client.connections.pyro.POLL_SECONDS", 0.3)
    fault = Fault(side, 40, FaultKind.HOLE, failing_reconnects=1, hole_seconds=None)
    _check_fault(transport, NAMES[0], fault)


@pytest.mark.soak
@pytest.mark.parametrize("index", range(len(COMBINATIONS)), ids=str)
def test_match_with_a_fault_at_any_message_ends_as_without(index: int) -> None:
    _check_faults(COMBINATIONS[index], first=1, step=1)
