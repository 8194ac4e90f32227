"""Error codes and the exceptions that become an Error message.

    ProtocolError      the bytes or the data are not a message        -> Error, may close
    Refusal            a valid message is refused now                 -> Error to its sender only
        IllegalAction  the rules of the game refuse an action         (games/base.py)

Codes are for programs, texts for people: a text says what to do instead.
"""

from enum import StrEnum


class ErrorCode(StrEnum):
    """The error types of the original protocol document, then those added since."""

    DUPLICATENICKNAME = "DUPLICATENICKNAME"
    INVALIDNICKNAME = "INVALIDNICKNAME"
    CHOICENOTVALID = "CHOICENOTVALID"
    NOTYOURTURN = "NOTYOURTURN"

    ACTIONNONVALID = "ACTIONNONVALID"
    MALFORMEDMESSAGE = "MALFORMEDMESSAGE"
    UNEXPECTEDMESSAGE = "UNEXPECTEDMESSAGE"
    FRAMETOOLONG = "FRAMETOOLONG"
    RATELIMITED = "RATELIMITED"
    MATCHFULL = "MATCHFULL"
    NOTALLOWED = "NOTALLOWED"
    SUSPENDED = "SUSPENDED"
    SESSIONUNKNOWN = "SESSIONUNKNOWN"
    SUPERSEDED = "SUPERSEDED"
    TOOSLOW = "TOOSLOW"
    SERVERFULL = "SERVERFULL"
    NOTSAVED = "NOTSAVED"
    INTERNALERROR = "INTERNALERROR"


class ProtocolError(Exception):
    """Raised for input that is not a message. ``reply_to`` is its id if that could be read.

    ``is_fatal``: the input after it cannot be read either, so the connection must be closed.
    """

    def __init__(
        self, code: ErrorCode, text: str, reply_to: int | None = None, *, is_fatal: bool = False
    ) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.reply_to = reply_to
        self.is_fatal = is_fatal


class Refusal(Exception):
    """Raised for a valid message that is refused; nothing has changed."""

    def __init__(self, code: ErrorCode, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
