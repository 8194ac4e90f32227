"""UNO's old dialect: how a command asks the server, and how it fails (UNO 11.6)."""

from collections.abc import Mapping
from typing import TypeVar

from messages import Error, ErrorCode
from messages.registry import AnyClientMessage
from server.dialects.steps import Steps
from server.dialects.uno.wire import Code, Wrong

T = TypeVar("T")

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
