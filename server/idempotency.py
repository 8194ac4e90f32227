"""Idempotency cache: the last answers to messages with an id, for clients that repeat a message.

Every session has a cache, so it is kept small: ActionValid is stored without the message id, as one
object that all sessions share.
"""

from functools import lru_cache
from typing import TypeAlias

from msgspec.structs import replace

from messages import ActionValid, Message

Answers: TypeAlias = dict[int, Message]
"""Answers by message id, oldest first."""

MAX_SHARED_TEXTS = 256
"""More than there are texts of ActionValid."""


def store_answer(answers: Answers, message_id: int, answer: Message, max_answers: int) -> None:
    """Store the answer to a message; drop the oldest answers beyond ``max_answers``.

    ActionValid is replaced by the shared object of its text, without ``reply_to``.
    """
    answers[message_id] = shared_answer(answer.msg) if type(answer) is ActionValid else answer
    drop_oldest(answers, max_answers)


def drop_oldest(answers: Answers, max_answers: int) -> None:
    """Drop the oldest answers until at most ``max_answers`` are left."""
    while len(answers) > max_answers:
        del answers[next(iter(answers))]


def stored_answer(answers: Answers, message_id: int) -> Message:
    """Return the answer stored for this id, with ``reply_to`` set; the id must be known."""
    answer = answers[message_id]
    return replace(answer, reply_to=message_id) if type(answer) is ActionValid else answer


@lru_cache(maxsize=MAX_SHARED_TEXTS)
def shared_answer(text: str) -> ActionValid:
    """Return the one ActionValid object with this text and without ``reply_to``."""
    return ActionValid(text)
