"""What can go wrong, and how it is said.

    ProtocolError      the bytes or the data are not a message        -> Error, often the end
    Refusal            a readable message that cannot be followed now -> Error to its sender only
        IllegalAction  the rules of the game say no                   (games/base.py)

Codes are for programs, sentences for people: a sentence says what to do instead.
"""

from enum import StrEnum


class ErrorCode(StrEnum):
    """The protocol document's four error types, then our own in the same style."""

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
    """Something that is not a message arrived. ``reply_to`` is its id where one was readable."""

    def __init__(self, code: ErrorCode, text: str, reply_to: int | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.reply_to = reply_to


class Refusal(Exception):
    """A message was understood and is not followed; nothing has changed."""

    def __init__(self, code: ErrorCode, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
