"""Heartbeats: silent clients get heartbeats, late ones are announced, then disconnected."""

from messages import Error, Heartbeat, PlayerStatus
from server.heartbeats import DISCONNECT_AFTER_HEARTBEATS, LATE_AFTER_HEARTBEATS
from server.limits import Limits
from tests.harness.handler import HandlerHarness


def test_silent_client_gets_heartbeat_every_five_seconds() -> None:
    harness = HandlerHarness()
    peer = harness.connect_named("ada")
    harness.tick(16.0)
    assert len(harness.received(peer, Heartbeat)) == 3


def test_silent_client_gets_heartbeats_at_the_interval_of_heartbeat_seconds() -> None:
    harness = HandlerHarness(Limits(heartbeat_seconds=8.0))
    peer = harness.connect_named("ada")
    harness.tick(7.0)
    assert harness.received(peer, Heartbeat) == []
    harness.tick(9.5)
    assert len(harness.received(peer, Heartbeat)) == 2


def test_client_that_sends_heartbeats_in_time_gets_none() -> None:
    harness = HandlerHarness()
    peer = harness.connect_named("ada")
    for _ in range(10):
        harness.tick(3.0)
        harness.send(peer, Heartbeat())
    assert harness.received(peer, Heartbeat) == []


def test_client_is_late_then_present_when_it_sends_and_closed_after_three_heartbeats() -> None:
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


def test_late_client_is_announced_present_to_all_players_before_its_answer() -> None:
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


def test_silent_player_who_never_sent_heartbeats_is_not_disconnected() -> None:
    harness = HandlerHarness()
    ada, _ = harness.start_match("ada", "bob")
    harness.tick(1_000.0)
    assert ada not in harness.closed_peers


def test_answers_to_a_heartbeat_and_its_repetition_pass_a_failing_journal() -> None:
    harness = HandlerHarness()
    peer = harness.connect_named("ada")
    for _ in range(2):
        outcome = harness.handler.receive(peer, Heartbeat(id=7), harness.now)
        assert outcome.answer == Heartbeat(reply_to=7)
        assert outcome.passes_failing_journal


def test_late_client_is_announced_present_even_if_its_message_is_rate_limited() -> None:
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


def test_late_and_disconnect_times_are_multiples_of_heartbeat_seconds() -> None:
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
