"""A conversation at the table of ``tests/harness/table_messages.py``, and what it would send."""

from msgspec import UNSET, structs

from client.connections import ConnectionEvent
from client.tui.conversation import Conversation
from client.tui.pages import Page, Space, page
from messages import ClientMessage, Message
from tests.client.games.eriantys.tables import full_view
from tests.harness.table_messages import table_messages

SMALL = Space(80, 17)


class Talk(Conversation):
    """``hear`` and ``type`` return messages without their ids."""

    now = 0.0

    def hear(self, *messages: Message | ConnectionEvent) -> list[ClientMessage]:
        return [_bare(sent) for message in messages for sent in self.heard(message, self.now)]

    def type(self, line: str) -> list[ClientMessage]:
        return [_bare(sent) for sent in self.typed(line)]

    def page(self, space: Space = SMALL, known_name: str = "") -> Page:
        return page(self, space, self.now, known_name)


def _bare(message: ClientMessage) -> ClientMessage:
    return structs.replace(message, id=UNSET)


def seated(*more: Message) -> Talk:
    """ada's turn at a table with bob."""
    talk = Talk()
    talk.hear(*table_messages(full_view()), *more)
    return talk
