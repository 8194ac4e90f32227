"""Messages that must be acknowledged."""

from server.dialects.rummy.acknowledgements import Post

BODY = ("x",)


class Box:
    """A post, and what it sent."""

    def __init__(self) -> None:
        self.sent: list[str] = []
        self.post = Post(lambda kind, body: self.sent.append(kind))


def test_one_message_is_under_way_at_a_time() -> None:
    box = Box()
    box.post.add("CONNECT", BODY, 0)
    box.post.add("BEGIN", BODY, 0)
    assert (box.sent, box.post.kind) == (["CONNECT"], "CONNECT")
    assert box.post.acknowledged("CONNECT", 1)
    assert box.sent == ["CONNECT", "BEGIN"]
    assert box.post.acknowledged("BEGIN", 2)
    assert box.post.kind == ""


def test_only_the_matching_word_acknowledges() -> None:
    box = Box()
    for kind in ("", "MOVE"):
        assert not box.post.acknowledged(kind, 0)
    box.post.add("MOVE", BODY, 0)
    assert not box.post.acknowledged("BEGIN", 0)
    assert not box.post.acknowledged("", 0)
    assert box.post.acknowledged("MOVE", 0)


def test_silence_or_a_question_sends_it_again() -> None:
    box = Box()
    box.post.asked_again("", 0)
    box.post.add("MOVE", BODY, 10)
    box.post.tick(14, 5)
    assert box.post.tries == 1
    box.post.tick(15, 5)
    box.post.tick(19, 5)
    assert box.post.tries == 2
    box.post.asked_again("MOVE", 19)
    box.post.asked_again("END", 19)
    box.post.tick(23, 5)
    assert box.sent == ["MOVE"] * 3
    assert box.post.silent_for(23) == 13
    assert box.post.unanswered_for(23) == 4


def test_begin_and_move_make_others_wait() -> None:
    box = Box()
    assert not box.post.blocking
    for kind, blocking in (("CONNECT", False), ("MOVE", True)):
        box.post.add(kind, BODY, 0)
        assert box.post.blocking is blocking
    box.post.clear()
    assert not box.post.blocking
    assert box.post.silent_for(99) == box.post.unanswered_for(99) == 0
    box.post.tick(99, 5)
    assert box.sent == ["CONNECT"]


def test_at_the_end_of_the_server_the_rest_is_said_at_once() -> None:
    box = Box()
    for kind in ("MOVE", "MOVE", "END"):
        box.post.add(kind, BODY, 0)
    box.post.say_all()
    assert box.sent == ["MOVE", "MOVE", "END"]
    box.post.say_all()
    assert box.sent == ["MOVE", "MOVE", "END"]
