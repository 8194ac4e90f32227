"""A line client that records what it writes and what it sends."""

from typing import Any

from msgspec import UNSET, structs

from client.connections import ConnectionEvent
from client.tui.line_client import LineClient
from messages import ClientMessage, Message


class LineClientHarness:
    """A line client that records what it writes and returns what it sends, without ids.

    Its clock shows ``now``.
    """

    def __init__(self, **settings: Any) -> None:
        self.now = 0.0
        self.lines: list[str] = []
        self.client = LineClient(self.lines.append, clock=lambda: self.now, **settings)

    def receive(self, *messages: Message | ConnectionEvent) -> list[ClientMessage]:
        return [
            _without_id(sent) for message in messages for sent in self.client.on_message(message)
        ]

    def type_line(self, line: str) -> list[ClientMessage]:
        self.lines.clear()
        return [_without_id(sent) for sent in self.client.on_line(line)]

    def has_written(self, part: str) -> bool:
        return any(part in line for line in self.lines)


def _without_id(message: ClientMessage) -> ClientMessage:
    return structs.replace(message, id=UNSET)
