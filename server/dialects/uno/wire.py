"""UNO's dialect: parse and format the parts of lines (UNO 11.1, 11.2).

A line is ``CODE|argument|argument``. Sent lines have no space beside a ``|`` and no ``;`` at the
end of a list. Received arguments are trimmed, and alternative spellings of cards are accepted.
"""

import unicodedata
from collections.abc import Mapping
from enum import StrEnum

from messages import ErrorCode
from messages.uno.actions import UNO_COLORS, UnoColor
from server.dialects.base import is_plain_name

MAX_LINE_BYTES = 4096
MAX_LOBBY_NAME_LENGTH = 30
MAX_CHAT_LENGTH = 256
CLIENT_TYPES = ("human_player", "computer_player")


class Code(StrEnum):
    """Error codes of ``ERR`` (UNO 11.6)."""

    PROTOCOL = "E001"
    NAME_TAKEN = "E002"
    MISSING = "E003"
    PLAYING = "E004"
    FULL = "E005"
    INVALID = "E006"
    DISCONNECTED = "E007"
    BAD_NAME = "E008"
    CHAT = "E009"
    CARD = "E010"
    COMPUTERS = "E011"


CODES_BY_ERROR: Mapping[ErrorCode, Code] = {
    ErrorCode.DUPLICATENICKNAME: Code.NAME_TAKEN,
    ErrorCode.INVALIDNICKNAME: Code.BAD_NAME,
    ErrorCode.ACTIONNONVALID: Code.CARD,
    ErrorCode.MATCHFULL: Code.COMPUTERS,
}
"""Codes for errors of the handler; all others are E006."""


def flag_text(value: bool) -> str:
    """Return a boolean as ``true`` or ``false``."""
    return "true" if value else "false"


def normalize_name(name: str) -> str:
    """Return a nickname of any transport as this dialect writes it: normalized, in lower case."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).lower())


def sanitize_argument(text: str) -> str:
    """Return free text with ``/`` for ``|`` and without ``;`` or spaces at its end."""
    return text.replace("|", "/").rstrip("; ")


def split_line(text: str) -> tuple[str, list[str]]:
    """Return the code and the arguments of a line, each without spaces around it."""
    code, *arguments = [part.strip() for part in text.split("|")]
    return code, arguments


def maybe_name(text: str) -> str | None:
    """Return a nickname, normalized and in lower case; None if it is not allowed."""
    name = normalize_name(text)
    return name if is_plain_name(name) else None


def maybe_lobby_name(text: str) -> str | None:
    """Return a lobby name; None if it is not allowed."""
    return text if is_plain_name(text, MAX_LOBBY_NAME_LENGTH) else None


def maybe_flag(text: str) -> bool | None:
    """Parse ``true`` or ``false`` in any letter case; None for another text."""
    return {"true": True, "false": False}.get(text.lower())


def maybe_color(text: str) -> UnoColor | None:
    """Parse a colour, ignoring a ``;`` at its end; None if there is no such colour."""
    wanted = text.removesuffix(";").rstrip()
    return next((color for color in UNO_COLORS if color == wanted), None)


NO_COLOR = ("WILD", "BLACK", "ANY")
"""Accepted instead of the colour of a wild card that has none yet; the first one is sent."""

NUMBERS = ("ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE")
COLORED = (*map(str, range(10)), "SKIP", "REVERSE", "DRAW_2")
WILDS = ("WILD", "DRAW_4")
ALIASES = {
    **{word: str(number) for number, word in enumerate(NUMBERS)},
    "DRAW_TWO": "DRAW_2",
    "DRAW_FOUR": "DRAW_4",
    "WILD_DRAW_4": "DRAW_4",
    "PICK": "WILD",
}


def maybe_card(text: str) -> str | None:
    """Parse a card into the server's spelling; None if there is no such card (UNO 11.2).

    A ``;`` at the end is ignored. A wild card may have a colour or a word of ``NO_COLOR``.
    """
    words = text.removesuffix(";").split()
    if len(words) != 2:
        return None
    color, value = words[0], ALIASES.get(words[1], words[1])
    if color in NO_COLOR:
        return f"{NO_COLOR[0]} {value}" if value in WILDS else None
    exists = color in UNO_COLORS and value in COLORED + WILDS
    return f"{color} {value}" if exists else None


def is_seven(card: str | None) -> bool:
    """Return whether a card is a seven, which swaps hands (UNO 8.4); False for None."""
    return card is not None and card.endswith(" 7")
