"""Messages that must be acknowledged."""

from server.dialects.rummy.acknowledgements import AckQueue

BODY = ("x",)


class RecordingOutbox:
    """A queue, and what it sent."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.queue = AckQueue(lambda kind, body: self.sent.append(kind))


def test_one_message_is_under_way_at_a_time() -> None:
    box = RecordingOutbox()
    box.queue.add("CONNECT", BODY, 0)
    box.queue.add("BEGIN", BODY, 0)
    assert (box.sent, box.queue.kind) == (["CONNECT"], "CONNECT")
    assert box.queue.acknowledge("CONNECT", 1)
    assert box.sent == ["CONNECT", "BEGIN"]
    assert box.queue.acknowledge("BEGIN", 2)
    assert box.queue.kind == ""


def test_only_the_matching_word_acknowledges() -> None:
    box = RecordingOutbox()
    for kind in ("", "MOVE"):
        assert not box.queue.acknowledge(kind, 0)
    box.queue.add("MOVE", BODY, 0)
    assert not box.queue.acknowledge("BEGIN", 0)
    assert not box.queue.acknowledge("", 0)
    assert box.queue.acknowledge("MOVE", 0)


def test_silence_or_a_question_sends_it_again() -> None:
    box = RecordingOutbox()
    box.queue.resend("", 0)
    box.queue.add("MOVE", BODY, 10)
    box.queue.tick(14, 5)
    assert box.queue.tries == 1
    box.queue.tick(15, 5)
    box.queue.tick(19, 5)
    assert box.queue.tries == 2
    box.queue.resend("MOVE", 19)
    box.queue.resend("END", 19)
    box.queue.tick(23, 5)
    assert box.sent == ["MOVE"] * 3
    assert box.queue.unacknowledged_for(23) == 13
    assert box.queue.waited(23) == 4


def test_begin_and_move_make_others_wait() -> None:
    box = RecordingOutbox()
    assert not box.queue.blocks_turns
    for kind, blocking in (("CONNECT", False), ("MOVE", True)):
        box.queue.add(kind, BODY, 0)
        assert box.queue.blocks_turns is blocking
    box.queue.clear()
    assert not box.queue.blocks_turns
    assert box.queue.unacknowledged_for(99) == box.queue.waited(99) == 0
    box.queue.tick(99, 5)
    assert box.sent == ["CONNECT"]


def test_at_the_end_of_the_server_the_rest_is_said_at_once() -> None:
    box = RecordingOutbox()
    for kind in ("MOVE", "MOVE", "END"):
        box.queue.add(kind, BODY, 0)
    box.queue.send_all()
    assert box.sent == ["MOVE", "MOVE", "END"]
    box.queue.send_all()
    assert box.sent == ["MOVE", "MOVE", "END"]
