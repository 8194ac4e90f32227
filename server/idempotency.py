"""The last answers to messages with an id, kept for those who ask twice.

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
    """Remember what was answered to the message with this number."""
    answers[number] = accepted(answer.msg) if type(answer) is ActionValid else answer
    trim(answers, most)


def trim(answers: Answers, most: int) -> None:
    """Forget the oldest."""
    while len(answers) > most:
        del answers[next(iter(answers))]


def maybe_answer(answers: Answers, number: int) -> Message | None:
    """The same answer again."""
    known = answers.get(number)
    return replace(known, reply_to=number) if type(known) is ActionValid else known


@lru_cache(maxsize=TEXTS)
def accepted(text: str) -> ActionValid:
    """One for all who are told this."""
    return ActionValid(text)
