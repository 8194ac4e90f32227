"""Ids of the messages that a client sends, and the ids that have no answer yet. No I/O."""

import random
from collections.abc import Iterable
from itertools import count

from msgspec import UNSET, structs

from messages import ClientMessage, Message, ServerMessage, play

Replies = list[ClientMessage]
"""Messages to send, with their ids."""


def random_first_id() -> int:
    """Return an id that no earlier client of a session has probably used, below those of retries.

    A connection that repeats messages uses ids from 2**41 on.
    """
    return 1 + random.getrandbits(40)


class MessageIds:
    """Gives ids to messages, from ``first_id`` on, and records which ones are unanswered."""

    def __init__(self, first_id: int = 1) -> None:
        self._ids = count(first_id)
        self._unanswered: set[int] = set()
        self._automatic: set[int] = set()
        """The ids of unanswered requests for legal actions that the user did not make."""

    @property
    def is_answer_pending(self) -> bool:
        """True while a sent message has no answer."""
        return bool(self._unanswered)

    def number(self, messages: Iterable[ClientMessage]) -> Replies:
        """Return copies of the messages with new ids, which are recorded as unanswered."""
        numbered = [structs.replace(message, id=next(self._ids)) for message in messages]
        self._unanswered.update(message.id for message in numbered if message.id is not UNSET)
        return numbered

    def mark_automatic(self, messages: Replies) -> Replies:
        """Record requests for legal actions as not made by the user, and return all messages."""
        requests = {m.id for m in messages if isinstance(m, play.ListActions) and m.id is not UNSET}
        self._automatic = (self._automatic & self._unanswered) | requests
        return messages

    def receive(self, message: Message) -> bool:
        """Record the answer of the server; return False if the message is not for the user.

        That is the refusal of a request that the user did not make: the match may just have ended.
        """
        if not isinstance(message, ServerMessage) or message.reply_to is UNSET:
            return True
        self._unanswered.discard(message.reply_to)
        return not (isinstance(message, play.Error) and message.reply_to in self._automatic)
