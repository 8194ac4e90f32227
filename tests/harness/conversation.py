"""A conversation in the match of ``tests/harness/table_messages.py``, and the messages it sends."""

from msgspec import UNSET, structs

from client.connections import ConnectionEvent
from client.games.drawing import Size, Span, to_text
from client.tui.conversation import Conversation
from client.tui.match_pages import MatchPage, Pointer, build_page
from client.tui.pages import Page
from messages import ClientMessage, Message
from tests.client.games.eriantys.tables import full_view
from tests.harness.table_messages import table_messages

SMALL = Size(80, 17)


class ConversationHarness(Conversation):
    """A conversation whose ``receive`` and ``type_line`` return the sent messages without ids."""

    now = 0.0

    def receive(self, *messages: Message | ConnectionEvent) -> list[ClientMessage]:
        return [
            _without_id(sent) for message in messages for sent in self.on_message(message, self.now)
        ]

    def type_line(self, line: str) -> list[ClientMessage]:
        return [_without_id(sent) for sent in self.on_line(line, self.now)]

    def page(self, size: Size = SMALL, last_nickname: str = "") -> Page:
        return build_page(self, size, self.now, last_nickname).page

    def match_page(self, size: Size = SMALL, pointer: Pointer | None = None) -> MatchPage:
        return build_page(self, size, self.now, pointer=pointer)


def _without_id(message: ClientMessage) -> ClientMessage:
    return structs.replace(message, id=UNSET)


def seated(*more: Message) -> ConversationHarness:
    """Return a conversation of ada on her turn in a match with bob."""
    conversation = ConversationHarness()
    conversation.receive(*table_messages(full_view()), *more)
    return conversation


def title(conversation: ConversationHarness, size: Size = SMALL) -> str:
    """Return the title of the page as text."""
    shown = conversation.page(size).title
    return shown if isinstance(shown, str) else to_text([shown])[0]


def body(conversation: ConversationHarness) -> list[str]:
    """Return the lines of the page as text."""
    lines = conversation.page().body
    return to_text([(Span(line),) if isinstance(line, str) else line for line in lines])


def labels(conversation: ConversationHarness) -> list[str]:
    """Return the labels of the menu."""
    return [entry.label for entry in conversation.page().entries]
