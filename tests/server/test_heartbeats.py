"""Heartbeats: silent clients are asked, late ones reported and lost ones disconnected."""

from messages import Error, Heartbeat, PlayerStatus
from server.heartbeats import LATE_BEATS, LOST_BEATS
from server.limits import Limits
from tests.harness.handler import House


def test_the_silent_are_asked_every_five_seconds() -> None:
    house = House()
    peer = house.guest("ada")
    house.tick(16.0)
    assert len(house.got(peer, Heartbeat)) == 3


def test_the_interval_is_a_limit() -> None:
    house = House(Limits(heartbeat_seconds=8.0))
    peer = house.guest("ada")
    house.tick(7.0)
    assert house.got(peer, Heartbeat) == []
    house.tick(9.5)
    assert len(house.got(peer, Heartbeat)) == 2


def test_who_speaks_is_not_asked() -> None:
    house = House()
    peer = house.guest("ada")
    for _ in range(10):
        house.tick(3.0)
        house.say(peer, Heartbeat())
    assert house.got(peer, Heartbeat) == []


def test_one_missed_is_late_and_three_are_lost() -> None:
    house = House()
    ada, bob = house.table("ada", "bob")
    house.say(ada, Heartbeat())
    house.tick(8.0)
    assert house.got(bob, PlayerStatus) == [PlayerStatus("ada", "late")]
    house.say(ada, Heartbeat())
    assert house.got(bob, PlayerStatus)[-1] == PlayerStatus("ada", "present")
    house.tick(14.0)
    assert ada not in house.ended
    house.tick(2.0)
    assert ada in house.ended


def test_who_was_late_is_reported_present_before_the_answer() -> None:
    house = House()
    ada, bob = house.table("ada", "bob")
    house.say(ada, Heartbeat())
    house.tick(8.0)
    received = house.handler.counts.received
    outcome = house.handler.receive(ada, Heartbeat(id=7), house.now)
    (send,) = outcome.before_answer
    assert send.peers == (ada, bob)
    assert send.messages == (PlayerStatus("ada", "present"),)
    assert outcome.answer == Heartbeat(reply_to=7)
    assert house.handler.counts.received == received + 1


def test_one_that_never_sent_any_is_trusted_to_its_connection() -> None:
    house = House()
    ada, _ = house.table("ada", "bob")
    house.tick(1_000.0)
    assert ada not in house.ended


def test_a_repeated_heartbeat_passes_a_failing_journal_like_the_first() -> None:
    house = House()
    peer = house.guest("ada")
    for _ in range(2):
        outcome = house.handler.receive(peer, Heartbeat(id=7), house.now)
        assert outcome.answer == Heartbeat(reply_to=7)
        assert outcome.passes_failing_journal


def test_a_late_client_that_is_refused_for_its_rate_is_present_all_the_same() -> None:
    house = House(Limits(trusted=(), commands_burst=40.0, commands_per_second=0.001))
    ada, _ = house.table("ada", "bob")
    house.say(ada, Heartbeat())
    house.state.peers[ada].prepaid = 0.0
    for bucket in house.state.peers[ada].buckets:
        bucket.level = 0.0
    house.tick(8.0)
    outcome = house.handler.receive(ada, Heartbeat(), house.now)
    assert isinstance(outcome.answer, Error)
    assert [send.messages for send in outcome.before_answer] == [(PlayerStatus("ada", "present"),)]
    house.tick(1.0)
    assert not house.state.peers[ada].is_late


def test_late_and_lost_are_counted_in_heartbeats() -> None:
    seconds = 20.0
    house = House(Limits(heartbeat_seconds=seconds, pause_seconds=1000.0))
    ada, bob = house.table("ada", "bob")
    house.say(ada, Heartbeat())
    house.tick(LATE_BEATS * seconds - 1)
    assert house.got(bob, PlayerStatus) == []
    house.tick(2.0)
    assert house.got(bob, PlayerStatus) == [PlayerStatus("ada", "late")]
    house.tick((LOST_BEATS - LATE_BEATS) * seconds - 2)
    assert ada not in house.ended
    house.tick(2.0)
    assert ada in house.ended
