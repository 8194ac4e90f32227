"""UNO's dialect: the small parts of its lines, read and written (UNO 11.1, 11.2).

A line is ``CODE|argument|argument``. What is sent has no space beside a ``|`` and no ``;`` at the
end of a list; what comes in is trimmed, and some other spellings of cards are understood.
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
    """What ``ERR`` says (UNO 11.6)."""

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
"""The codes of errors of the server; all others are E006."""


def flag_text(value: bool) -> str:
    """A boolean."""
    return "true" if value else "false"


def normalize_name(name: str) -> str:
    """A nickname as this dialect writes it, whatever transport its owner uses: in lower case."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).lower())


def sanitize_argument(text: str) -> str:
    """Free text without the sign that ends an argument, and without one that ends a list."""
    return text.replace("|", "/").rstrip("; ")


def split_line(text: str) -> tuple[str, list[str]]:
    """Code and trimmed arguments."""
    code, *arguments = [part.strip() for part in text.split("|")]
    return code, arguments


def maybe_name(text: str) -> str | None:
    """A player's name in lower case, or None if it breaks the rule."""
    name = normalize_name(text)
    return name if is_plain_name(name) else None


def maybe_lobby_name(text: str) -> str | None:
    """A lobby's name, or None if it breaks the rule."""
    return text if is_plain_name(text, MAX_LOBBY_NAME_LENGTH) else None


def maybe_flag(text: str) -> bool | None:
    """A boolean in any letter case."""
    return {"true": True, "false": False}.get(text.lower())


def maybe_color(text: str) -> UnoColor | None:
    """A colour; a ``;`` at its end is ignored."""
    named = text.removesuffix(";").rstrip()
    return next((color for color in UNO_COLORS if color == named), None)


NO_COLOR = ("WILD", "BLACK", "ANY")
"""Instead of a colour: a wild whose colour is not named yet. The first is the one we send."""

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
    """Return a card as the server spells it, or None if there is no such card (UNO 11.2)."""
    words = text.removesuffix(";").split()
    if len(words) != 2:
        return None
    color, value = words[0], ALIASES.get(words[1], words[1])
    if color in NO_COLOR:
        return f"{NO_COLOR[0]} {value}" if value in WILDS else None
    known = color in UNO_COLORS and value in COLORED + WILDS
    return f"{color} {value}" if known else None


def is_seven(card: str | None) -> bool:
    """Whether it is a card that swaps hands (UNO 8.4)."""
    return card is not None and card.endswith(" 7")
