"""Heartbeats: silent clients are asked, late ones reported and lost ones disconnected."""

from messages import Error, Heartbeat, PlayerStatus
from server.heartbeats import DISCONNECT_AFTER_HEARTBEATS, LATE_AFTER_HEARTBEATS
from server.limits import Limits
from tests.harness.handler import HandlerHarness


def test_the_silent_are_asked_every_five_seconds() -> None:
    harness = HandlerHarness()
    peer = harness.connect_named("ada")
    harness.tick(16.0)
    assert len(harness.received(peer, Heartbeat)) == 3


def test_the_interval_is_a_limit() -> None:
    harness = HandlerHarness(Limits(heartbeat_seconds=8.0))
    peer = harness.connect_named("ada")
    harness.tick(7.0)
    assert harness.received(peer, Heartbeat) == []
    harness.tick(9.5)
    assert len(harness.received(peer, Heartbeat)) == 2


def test_who_speaks_is_not_asked() -> None:
    harness = HandlerHarness()
    peer = harness.connect_named("ada")
    for _ in range(10):
        harness.tick(3.0)
        harness.send(peer, Heartbeat())
    assert harness.received(peer, Heartbeat) == []


def test_one_missed_is_late_and_three_are_lost() -> None:
    harness = HandlerHarness()
    ada, bob = harness.start_match("ada", "bob")
    harness.send(ada, Heartbeat())
    harness.tick(8.0)
    assert harness.received(bob, PlayerStatus) == [PlayerStatus("ada", "late")]
    harness.send(ada, Heartbeat())
    assert harness.received(bob, PlayerStatus)[-1] == PlayerStatus("ada", "present")
    harness.tick(14.0)
    assert ada not in harness.closed_peers
    harness.tick(2.0)
    assert ada in harness.closed_peers


def test_who_was_late_is_reported_present_before_the_answer() -> None:
    harness = HandlerHarness()
    ada, bob = harness.start_match("ada", "bob")
    harness.send(ada, Heartbeat())
    harness.tick(8.0)
    received = harness.handler.counts.received
    outcome = harness.handler.receive(ada, Heartbeat(id=7), harness.now)
    (send,) = outcome.before_answer
    assert send.peers == (ada, bob)
    assert send.messages == (PlayerStatus("ada", "present"),)
    assert outcome.answer == Heartbeat(reply_to=7)
    assert harness.handler.counts.received == received + 1


def test_one_that_never_sent_any_is_trusted_to_its_connection() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    harness.tick(1_000.0)
    assert ada not in harness.closed_peers


def test_a_repeated_heartbeat_passes_a_failing_journal_like_the_first() -> None:
    harness = HandlerHarness()
    peer = harness.connect_named("ada")
    for _ in range(2):
        outcome = harness.handler.receive(peer, Heartbeat(id=7), harness.now)
        assert outcome.answer == Heartbeat(reply_to=7)
        assert outcome.passes_failing_journal


def test_a_late_client_that_is_refused_for_its_rate_is_present_all_the_same() -> None:
    harness = HandlerHarness(
        Limits(trusted_networks=(), commands_burst=40.0, commands_per_second=0.001)
    )
    ada, _ = harness.start_match("ada", "bob")
    harness.send(ada, Heartbeat())
    harness.state.peers[ada].prepaid = 0.0
    for bucket in harness.state.peers[ada].buckets:
        bucket.level = 0.0
    harness.tick(8.0)
    outcome = harness.handler.receive(ada, Heartbeat(), harness.now)
    assert isinstance(outcome.answer, Error)
    assert [send.messages for send in outcome.before_answer] == [(PlayerStatus("ada", "present"),)]
    harness.tick(1.0)
    assert not harness.state.peers[ada].is_late


def test_late_and_lost_are_counted_in_heartbeats() -> None:
    seconds = 20.0
    harness = HandlerHarness(Limits(heartbeat_seconds=seconds, tick_gap_seconds=1000.0))
    ada, bob = harness.start_match("ada", "bob")
    harness.send(ada, Heartbeat())
    harness.tick(LATE_AFTER_HEARTBEATS * seconds - 1)
    assert harness.received(bob, PlayerStatus) == []
    harness.tick(2.0)
    assert harness.received(bob, PlayerStatus) == [PlayerStatus("ada", "late")]
    harness.tick((DISCONNECT_AFTER_HEARTBEATS - LATE_AFTER_HEARTBEATS) * seconds - 2)
    assert ada not in harness.closed_peers
    harness.tick(2.0)
    assert ada in harness.closed_peers
