"""Connections of all transports, without sockets: deadlines, send queues, overflow, closing."""

from math import inf

from server.limits import Limits
from server.transports.connection import Connection
from tests.harness.fake_streams import LIMITS, FakeTransport

# --- deadlines ------------------------------------------------------------------------------------


def test_first_message_is_due_after_handshake_seconds() -> None:
    connection, _ = FakeTransport().connect()
    assert not connection.is_late(160.0)
    assert connection.is_late(160.1)


def test_begun_message_is_due_after_message_seconds_and_a_completed_one_never() -> None:
    transport = FakeTransport()
    connection: Connection = transport.connect()[0]

    def due_after(now: float, *, completed: bool, pending: bool) -> float:
        transport.time = now
        connection.update_deadline(completed=completed, pending=pending)
        return connection._input_deadline

    assert due_after(110.0, completed=False, pending=True) == 115.0
    assert due_after(114.0, completed=False, pending=True) == 115.0, (
        "further bytes do not extend the deadline"
    )
    assert due_after(114.5, completed=True, pending=True) == 119.5, (
        "the deadline of the next message"
    )
    assert due_after(115.0, completed=True, pending=False) == inf
    assert due_after(900.0, completed=False, pending=True) == 905.0


# --- queues ---------------------------------------------------------------------------------------


def test_bytes_queued_in_one_iteration_are_sent_with_one_write_or_earlier_by_flush() -> None:
    transport = FakeTransport()
    (first_connection, first), (second_connection, second) = (
        transport.connect(),
        transport.connect(),
    )
    for data in (b"a", b"b"):
        first_connection.queue(data)
        second_connection.queue(data)
    assert transport.scheduled == 1
    assert first.sent == []
    transport.run_iteration()
    assert first.sent == second.sent == [b"ab"]
    transport.flusher.flush()
    assert first.sent == [b"ab"], "nothing is sent twice"
    first_connection.queue(b"c")
    transport.flusher.flush()
    assert first.sent == [b"ab", b"c"], "flush() sends immediately"
    assert not transport.scheduled
    first_connection.queue(b"d")
    transport.run_iteration()
    assert first.sent == [b"ab", b"c", b"d"]


def test_client_that_does_not_read_is_aborted_above_queue_bytes_and_gets_nothing_more() -> None:
    transport = FakeTransport()
    connection, stream = transport.connect()
    assert stream.high == LIMITS.unread_bytes
    connection.queue(b"x" * 11)
    connection.queue(b"x" * 19)
    transport.run_iteration()
    assert not stream.aborted, "30 bytes are unsent"
    connection.queue(b"x")
    assert stream.aborted, "the limit applies when bytes are queued, not when they are flushed"
    connection.queue(b"y")
    transport.run_iteration()
    assert stream.sent == [b"x" * 11], "nothing more is sent"


def test_one_long_message_is_sent_to_a_client_that_reads() -> None:
    transport = FakeTransport()
    connection, stream = transport.connect()
    connection.queue(b"x" * 1000)
    assert [len(data) for data in stream.sent] == [1000]
    assert not stream.aborted


def test_bytes_for_a_congested_connection_wait_and_are_sent_in_order_when_the_client_reads() -> (
    None
):
    transport = FakeTransport()
    connection, stream = transport.connect()
    connection.queue(b"a" * 11)
    for data in (b"b" * 6, b"c" * 6, b"d" * 6):
        connection.queue(data)
        transport.run_iteration()
    assert stream.sent == [b"a" * 11]
    stream.read_by_client()
    transport.run_iteration()
    assert stream.sent[1:] == [b"b" * 6 + b"c" * 6], "more would congest the connection again"
    stream.read_by_client()
    transport.run_iteration()
    assert stream.sent[2:] == [b"d" * 6]


def test_congested_connection_is_not_read_until_the_client_reads() -> None:
    transport = FakeTransport()
    connection, stream = transport.connect()
    connection.queue(b"x" * 11)
    assert not stream.is_reading
    stream.read_by_client()
    transport.run_iteration()
    assert stream.is_reading


def test_pause_does_not_count_for_the_input_deadline_but_ends_after_unread_seconds() -> None:
    transport = FakeTransport()
    connection, stream = transport.connect()
    connection.update_deadline(completed=False, pending=True)
    transport.time = 104.0
    connection.queue(b"x" * 11)
    assert not connection.is_late(124.0)
    assert connection.is_late(124.1)
    transport.time = 120.0
    stream.read_by_client()
    transport.run_iteration()
    assert not connection.is_late(121.0)
    assert connection.is_late(121.1), "the message may need 5 seconds in which it was read"


def test_close_of_a_congested_connection_sends_what_is_queued() -> None:
    transport = FakeTransport()
    connection, stream = transport.connect()
    connection.queue(b"x" * 11)
    connection.queue(b"last")
    connection.close()
    assert stream.sent == [b"x" * 11, b"last"]
    stream.read_by_client()
    transport.run_iteration()
    assert not stream.is_reading


# --- endings --------------------------------------------------------------------------------------


def test_repeated_close_sends_queued_bytes_once_and_aborts_after_close_seconds() -> None:
    transport = FakeTransport()
    connection, stream = transport.connect()
    connection.queue(b"bye")
    connection.close()
    connection.close()
    assert stream.sent == [b"bye"]
    assert stream.closed
    ((seconds, abort),) = transport.timers
    assert seconds == Limits().close_seconds
    abort()
    assert stream.aborted == 1


def test_abort_discards_queued_bytes() -> None:
    transport = FakeTransport()
    connection, stream = transport.connect()
    connection.queue(b"lost")
    connection.abort()
    transport.run_iteration()
    assert stream.sent == []


def test_connection_has_address_and_port_and_is_removed_and_silent_after_its_end() -> None:
    transport = FakeTransport()
    connection, _ = transport.connect()
    assert (connection.address, connection.port) == ("192.0.2.1", 4711)
    assert transport.connections == {connection}
    connection.connection_lost(None)
    assert not transport.connections
    connection.queue(b"too late")
    assert not transport.scheduled
