"""Test the queue of unacknowledged messages (server.dialects.rummy.acknowledgements)."""

from server.dialects.rummy.acknowledgements import AckQueue

BODY = ("x",)


class RecordedQueue:
    """A queue with the types of the messages it has sent."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.queue = AckQueue(lambda kind, body: self.sent.append(kind))


def test_next_message_is_sent_only_after_the_acknowledgement_of_the_one_before() -> None:
    recorded = RecordedQueue()
    recorded.queue.add("CONNECT", BODY, 0)
    recorded.queue.add("BEGIN", BODY, 0)
    assert (recorded.sent, recorded.queue.kind) == (["CONNECT"], "CONNECT")
    assert recorded.queue.acknowledge("CONNECT", 1)
    assert recorded.sent == ["CONNECT", "BEGIN"]
    assert recorded.queue.acknowledge("BEGIN", 2)
    assert recorded.queue.kind == ""


def test_only_the_type_of_the_sent_message_acknowledges_it_and_nothing_an_empty_queue() -> None:
    recorded = RecordedQueue()
    for kind in ("", "MOVE"):
        assert not recorded.queue.acknowledge(kind, 0)
    recorded.queue.add("MOVE", BODY, 0)
    assert not recorded.queue.acknowledge("BEGIN", 0)
    assert not recorded.queue.acknowledge("", 0)
    assert recorded.queue.acknowledge("MOVE", 0)


def test_head_is_resent_after_the_timeout_or_on_request_of_its_type_and_times_are_counted() -> None:
    recorded = RecordedQueue()
    recorded.queue.resend("", 0)
    recorded.queue.add("MOVE", BODY, 10)
    recorded.queue.tick(14, 5)
    assert recorded.queue.send_count == 1
    recorded.queue.tick(15, 5)
    recorded.queue.tick(19, 5)
    assert recorded.queue.send_count == 2
    recorded.queue.resend("MOVE", 19)
    recorded.queue.resend("END", 19)
    recorded.queue.tick(23, 5)
    assert recorded.sent == ["MOVE"] * 3
    assert recorded.queue.seconds_since_first_send(23) == 13
    assert recorded.queue.seconds_since_send(23) == 4


def test_unsent_or_unacknowledged_move_blocks_turns_but_connect_or_an_empty_queue_not() -> None:
    recorded = RecordedQueue()
    assert not recorded.queue.blocks_turns
    for kind, blocking in (("CONNECT", False), ("MOVE", True)):
        recorded.queue.add(kind, BODY, 0)
        assert recorded.queue.blocks_turns is blocking
    recorded.queue.clear()
    assert not recorded.queue.blocks_turns
    assert recorded.queue.seconds_since_first_send(99) == recorded.queue.seconds_since_send(99) == 0
    recorded.queue.tick(99, 5)
    assert recorded.sent == ["CONNECT"]


def test_send_all_sends_the_unsent_messages_once() -> None:
    recorded = RecordedQueue()
    for kind in ("MOVE", "MOVE", "END"):
        recorded.queue.add(kind, BODY, 0)
    recorded.queue.send_all()
    assert recorded.sent == ["MOVE", "MOVE", "END"]
    recorded.queue.send_all()
    assert recorded.sent == ["MOVE", "MOVE", "END"]
