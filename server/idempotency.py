"""The last answers to messages with an id, kept for clients that send a message twice.

Every session has some, so they are kept small: an answer without its number is the same object
for everybody who got it, and the number is the key.
"""

from functools import lru_cache
from typing import TypeAlias

from msgspec.structs import replace

from messages import ActionValid, Message

Answers: TypeAlias = dict[int, Message]
"""The oldest first."""

TEXTS = 256
"""More than there are texts of this kind."""


def keep(answers: Answers, number: int, answer: Message, most: int) -> None:
    """Keep the answer to the message with this number, and at most so many answers."""
    answers[number] = accepted(answer.msg) if type(answer) is ActionValid else answer
    trim(answers, most)


def trim(answers: Answers, most: int) -> None:
    """Drop the oldest answers."""
    while len(answers) > most:
        del answers[next(iter(answers))]


def repeated(answers: Answers, number: int) -> Message:
    """The answer that the message with this number got."""
    answer = answers[number]
    return replace(answer, reply_to=number) if type(answer) is ActionValid else answer


@lru_cache(maxsize=TEXTS)
def accepted(text: str) -> ActionValid:
    """The same object for everybody who gets this text."""
    return ActionValid(text)
