"""My Shelfie's old dialect: how a request asks the server, and how it fails."""

from typing import TypeVar

from messages import Error
from messages.registry import AnyClientMessage
from server.dialects.shelfie import words as words
from server.dialects.shelfie.wire import maybe_number
from server.dialects.steps import Steps

T = TypeVar("T")


class Wrong(Exception):
    """A request that is not followed; ``text`` is shown, if there is any."""

    def __init__(self, text: str = "") -> None:
        super().__init__(text)
        self.text = text


def do(message: AnyClientMessage) -> Steps:
    """Have the server do it, or raise Wrong with the server's words for why not."""
    (answer,) = yield [message]
    if isinstance(answer, Error):
        raise Wrong(answer.message)


def there(value: T | None, text: str = words.NOT_NOW) -> T:
    """What is needed, or Wrong if there is none."""
    if value is None:
        raise Wrong(text)
    return value


def number(text: str, otherwise: str) -> int:
    """A whole number, or Wrong."""
    return there(maybe_number(text), otherwise)
