"""When a message must be whole."""

from math import inf

from server.limits import Limits
from server.transports.deadline import Deadline

LIMITS = Limits(hello_seconds=60.0, message_seconds=5.0)


def test_somebody_who_says_nothing_has_the_time_for_a_hello() -> None:
    assert Deadline(LIMITS, 100.0).due == 160.0


def test_a_message_that_is_begun_has_the_time_for_a_message() -> None:
    deadline = Deadline(LIMITS, 100.0)
    deadline.heard(110.0, whole=False, pending=True)
    assert deadline.due == 115.0
    deadline.heard(114.0, whole=False, pending=True)
    assert deadline.due == 115.0, "dripping does not help"
    deadline.heard(114.5, whole=True, pending=True)
    assert deadline.due == 119.5, "this is the next message"
    deadline.heard(115.0, whole=True, pending=False)
    assert deadline.due == inf
    deadline.heard(900.0, whole=False, pending=True)
    assert deadline.due == 905.0
