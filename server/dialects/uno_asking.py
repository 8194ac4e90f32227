"""UNO's old dialect: how a command asks the server (UNO 11.6).

A command that needs the server yields what is to be said, all at once, and goes on with the answers
when they have come and everything that belongs to them was heard.
"""

from collections.abc import Generator, Mapping, Sequence
from typing import TypeAlias, TypeVar

from messages import Error, ErrorCode, Message
from messages.registry import AnyClientMessage
from server.dialects.uno_lines import Code, Wrong

T = TypeVar("T")

Steps: TypeAlias = Generator[Sequence[AnyClientMessage], list[Message], None]

CODES: Mapping[ErrorCode, Code] = {
    ErrorCode.DUPLICATENICKNAME: Code.NAME_TAKEN,
    ErrorCode.INVALIDNICKNAME: Code.BAD_NAME,
    ErrorCode.ACTIONNONVALID: Code.CARD,
    ErrorCode.MATCHFULL: Code.COMPUTERS,
}
"""What a refusal is called here; all others are E006."""


def do(message: AnyClientMessage) -> Steps:
    """Have the server do it, or raise Wrong with this dialect's word for why not."""
    (answer,) = yield [message]
    if isinstance(answer, Error):
        raise Wrong(CODES.get(answer.error, Code.INVALID))


def well_formed(value: T | None, code: Code = Code.INVALID) -> T:
    """What was read, or Wrong if it could not be."""
    if value is None:
        raise Wrong(code)
    return value
