"""Rummy's dialect: decode and encode status messages and their texts (Rummy 9.5, 10).

A message is a header of two lines, an empty line, a body of one or more lines, an empty line. Any
number of empty lines may separate messages. The header may be on one line, and so may the fields of
a CONNECT or TURN. The first key of the header identifies the profile of the client: ``Message
Type`` is seed, ``Type`` is later.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from messages.rummy import actions
from messages.rummy.actions import RummyAction
from server.dialects.base import is_plain_name
from server.dialects.requests import Refused, require

MAX_HEADER_BYTES = 256
MAX_BODY_BYTES = 8 * 1024
MESSAGE_TYPES = ("CONNECT", "TURN", "MOVE", "BEGIN", "END", "OK", "ERR")

RANKS = "A23456789TJQK"
SUITS = {"H": "Hearts", "C": "Clubs", "S": "Spades", "D": "Diamonds"}
RESERVED_ALIASES = ("host", "none")

_SUIT_LETTERS = {name.upper(): letter for letter, name in SUITS.items()}
_HEADER = re.compile(r"(message type|type)\s*:\s*(\w+)\s+sender\s*:\s*(.*)", re.IGNORECASE)
_CONNECT_KEYS = "port num|player"
_TURN_KEYS = "player|previous game state|new turn|cards remaining|hand|points"
_FIELD_STARTS = {
    kind: re.compile(rf"\s(?=(?:{keys})\s*:)", re.IGNORECASE)
    for kind, keys in (("CONNECT", _CONNECT_KEYS), ("TURN", _TURN_KEYS))
}
"""The space before each field of a body, except the first one on its line."""
_TURN_ENDS = re.compile(r"(p|points\s*:\s*-?\d+)\s+(\S.*)", re.IGNORECASE)
"""The lines of a TURN that are followed by a line without a key: an index or a card."""


# --- messages ------------------------------------------------------------------------------------


class MessageTooLong(Exception):
    """Raised for a header or body over its limit; the connection is closed."""


class Frame(NamedTuple):
    """One message; ``is_later`` if its first key was ``Type``."""

    type: str
    sender: str
    body: tuple[str, ...]
    is_later: bool = False

    @property
    def first_line(self) -> str:
        """Return the first line of the body, in lower case."""
        return self.body[0].lower()

    def field(self, key: str) -> str | None:
        """Return the value of ``key: value`` in the body; None if missing.

        ``key`` is in lower case; the body may use any letter case.
        """
        for line in self.body:
            name, colon, value = line.partition(":")
            if colon and name.strip().lower() == key:
                return value.strip()
        return None


START_FRAME = Frame("BEGIN", "", ("Start",))
"""The message for which the bare line ``start`` stands."""


def encode(kind: str, body: tuple[str, ...], *, is_later: bool) -> bytes:
    """Return a message from the server as bytes."""
    key = "Type" if is_later else "Message Type"
    return "\n".join((f"{key}: {kind}", "Sender: host", "", *body, "", "")).encode()


class FrameReader:
    """Splits a byte stream into messages."""

    def __init__(self) -> None:
        self._rest = b""
        self._lines: list[str] = []
        """Lines of the header, or of the body once the header is complete."""
        self._header: re.Match[str] | None = None
        self._size = 0
        """Bytes of the header or the body so far."""

    @property
    def has_partial_message(self) -> bool:
        """Return whether the start of a message was read but not its end."""
        return bool(self._rest or self._lines or self._header)

    def feed(self, data: bytes) -> list[Frame | None]:
        """Add bytes; return the messages that they complete, with None for an unreadable one.

        Raises MessageTooLong for a header or body over its limit.
        """
        *whole, self._rest = (self._rest + data).split(b"\n")
        frames: list[Frame | None] = []
        for line in whole:
            self._size += len(line) + 1
            self._check_size(self._size)
            frames += self._add_line(line.decode(errors="replace").strip())
        self._check_size(self._size + len(self._rest))
        return frames

    def _check_size(self, size: int) -> None:
        """Raise MessageTooLong if ``size`` exceeds the limit of the header or body being read."""
        if size > (MAX_BODY_BYTES if self._header else MAX_HEADER_BYTES):
            raise MessageTooLong

    def _add_line(self, line: str) -> list[Frame | None]:
        """Add one line; return the message that it completes, if any, and None for a bad one.

        The bare line ``start`` between messages stands for BEGIN. An empty line ends a header or a
        body.
        """
        if not (self._header or self._lines) and line.lower() == "start":
            self._size = 0
            return [START_FRAME]
        if line:
            self._lines.append(line)
            return []
        lines, self._lines, self._size = self._lines, [], 0
        if self._header is None:
            self._header = _HEADER.fullmatch(" ".join(lines))
            return [None] if lines and self._header is None else []
        header, self._header = self._header, None
        return [_maybe_frame(header, tuple(lines))]


def _maybe_frame(header: re.Match[str], body: tuple[str, ...]) -> Frame | None:
    """Return the message; None if its type is unknown or its body is empty.

    The type may have any letter case and is returned in upper case.
    """
    key, kind, sender = header.groups()
    if kind.upper() not in MESSAGE_TYPES or not body:
        return None
    lines = tuple(part for line in body for part in _split_fields(kind.upper(), line))
    return Frame(kind.upper(), sender.strip(), lines, key.lower() == "type")


def _split_fields(kind: str, line: str) -> list[str]:
    """Split a line of a CONNECT or TURN into one line for each field, as the digest has them."""
    if kind not in _FIELD_STARTS:
        return [line]
    parts = [part.strip() for part in _FIELD_STARTS[kind].split(line)]
    last = _TURN_ENDS.fullmatch(parts[-1]) if kind == "TURN" else None
    return parts if last is None else [*parts[:-1], *last.groups()]


# --- names and cards -----------------------------------------------------------------------------


def maybe_alias(text: str) -> str | None:
    """Return the alias; None if it is empty, too long, not plain or, in any letter case, reserved.

    A plain alias has only ASCII letters, digits and ``_ - .`` (9.5).
    """
    is_allowed = text.isascii() and text.lower() not in RESERVED_ALIASES
    return text if is_allowed and is_plain_name(text) else None


def card_text(card: str) -> str:
    """Return ``5H`` as ``5 of Hearts``."""
    return f"{card[0]} of {SUITS[card[1]]}"


def maybe_card(text: str) -> str | None:
    """Parse ``5 of Hearts``, ``10 of hearts``, ``TH`` or ``10H`` as ``5H`` or ``TH``.

    Letter case and spaces around the card do not matter. None if it is invalid.
    """
    rank, of, suit = text.strip().upper().partition(" OF ")
    short = rank + _SUIT_LETTERS.get(suit.strip(), "?") if of else rank
    short = short.replace("10", "T", 1)
    return short if len(short) == 2 and short[0] in RANKS and short[1] in SUITS else None


def card_list(cards: Iterable[str]) -> str:
    """Return the texts of the cards, separated by commas; empty without cards."""
    return ", ".join(map(card_text, cards))


def maybe_cards(text: str) -> tuple[str, ...] | None:
    """Parse a list of cards, separated by commas; None if one is invalid.

    Empty parts, such as after a comma at the end, are ignored.
    """
    cards = [maybe_card(part) for part in text.split(",") if part.strip()]
    return None if None in cards else tuple(card for card in cards if card)


def score_list(names: Sequence[str], totals: Iterable[int]) -> str:
    """Return names and totals like ``alice - 15, bob - -20``."""
    return ", ".join(f"{name} - {total}" for name, total in zip(names, totals, strict=True))


# --- actions of the seed profile (10.5) ----------------------------------------------------------


def read_turn(text: str) -> RummyAction:
    """Parse the actions of a TURN: a draw alone, or plays and an optional discard at the end.

    Raises Refused if the text is empty, an action is unreadable or the order is wrong.
    """
    parts = [part.strip() for part in text.split(";") if part.strip()]
    if not parts:
        raise Refused("no action")
    if parts[0].upper().startswith("DRAW"):
        if len(parts) > 1:
            raise Refused("a draw is a turn of its own")
        return _read_draw(parts[0])
    plays = tuple(_read_play(part) for part in parts if not _is_discard(part))
    discards = [part for part in parts if _is_discard(part)]
    if discards and (len(discards) > 1 or not _is_discard(parts[-1])):
        raise Refused("one discard ends the turn")
    discard = _read_card(discards[0][len("DISCARD") :]) if discards else None
    return actions.PlayRummyTurn(plays, discard)


def _is_discard(part: str) -> bool:
    """Return whether an action of a TURN is a discard, in any letter case."""
    return part.upper().startswith("DISCARD")


def _read_draw(part: str) -> RummyAction:
    """Parse ``DRAW STOCK`` or ``DRAW DISCARD card`` in any letter case; raise Refused otherwise."""
    _, _, source = part.upper().partition(" ")
    if source.strip() == "STOCK":
        return actions.DrawRummyStock()
    if source.strip().startswith("DISCARD "):
        return actions.TakeRummyDiscard(_read_card(source.strip()[len("DISCARD ") :]))
    raise Refused("draw STOCK, or DISCARD and a card")


def _read_play(part: str) -> actions.RummyPlay:
    """Parse ``MELD cards`` or ``LAYOFF #n cards``; raise Refused otherwise.

    The ``#`` is optional, and letter case does not matter.
    """
    verb, _, rest = part.partition(" ")
    if verb.upper() == "MELD":
        return actions.LayRummyMeld(_read_cards(rest))
    if verb.upper() == "LAYOFF":
        number, _, named = rest.strip().partition(" ")
        digits = number.removeprefix("#")
        if digits.isascii() and digits.isdigit() and len(digits) < 4:
            return actions.LayOffRummyCards(int(digits), _read_cards(named))
    raise Refused("actions are DRAW, MELD, LAYOFF #n and DISCARD")


def _read_card(text: str) -> str:
    """Parse a card; raise Refused if it is invalid."""
    return require(maybe_card(text), "no such card")


def _read_cards(text: str) -> tuple[str, ...]:
    """Parse 1 to 13 cards; raise Refused if one is invalid or their number is not allowed."""
    cards = maybe_cards(text)
    if not cards or len(cards) > len(RANKS):
        raise Refused("no such cards")
    return cards
