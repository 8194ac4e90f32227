"""Rummy's old dialect: status messages cut out of a byte stream, no sockets (Rummy 10.2).

A message is a header of two lines, an empty line, a body of one or more lines, an empty line. Any
number of empty lines may stand between messages, and the header may be on one line. The first key
of the header, ``Message Type`` or ``Type``, tells which profile a connection speaks.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from messages.rummy.actions import (
    DrawRummyStock,
    LayOffRummyCards,
    LayRummyMeld,
    PlayRummyTurn,
    RummyAction,
    RummyPlay,
    TakeRummyDiscard,
)

HEADER_BYTES = 256
BODY_BYTES = 8 * 1024
TYPES = ("CONNECT", "TURN", "MOVE", "BEGIN", "END", "OK", "ERR")

_HEADER = re.compile(r"(message type|type)\s*:\s*(\w+)\s+sender\s*:\s*(.*)", re.IGNORECASE)


class TooLong(Exception):
    """A header or a body beyond its limit: the connection is closed."""


class Frame(NamedTuple):
    """One message; ``later`` is whether its first key was ``Type``."""

    type: str
    sender: str
    body: tuple[str, ...]
    later: bool = False

    @property
    def word(self) -> str:
        """The first line of the body, in lower case."""
        return self.body[0].lower()

    def field(self, key: str) -> str | None:
        """The value of a named field, in any place and any letter case."""
        for line in self.body:
            name, colon, value = line.partition(":")
            if colon and name.strip().lower() == key:
                return value.strip()
        return None


START = Frame("BEGIN", "", ("Start",))
"""What the bare line ``start`` means."""


def write(kind: str, body: tuple[str, ...], *, later: bool) -> bytes:
    """A message of the host."""
    key = "Type" if later else "Message Type"
    return "\n".join((f"{key}: {kind}", "Sender: host", "", *body, "", "")).encode()


class Frames:
    """Feed it what was read; None stands for a message that cannot be understood."""

    def __init__(self) -> None:
        self._rest = b""
        self._header: list[str] = []
        self._body: list[str] | None = None
        self._size = 0

    @property
    def pending(self) -> bool:
        """Whether a message was begun and has not ended yet."""
        return bool(self._rest or self._header)

    def feed(self, data: bytes) -> list[Frame | None]:
        """The messages that are whole now."""
        *whole, self._rest = (self._rest + data).split(b"\n")
        found: list[Frame | None] = []
        for line in whole:
            self._count(len(line) + 1)
            text = line.decode(errors="replace").removesuffix("\r")
            found += self._take(text)
        self._check(self._size + len(self._rest))
        return found

    def _count(self, size: int) -> None:
        self._size += size
        self._check(self._size)

    def _check(self, size: int) -> None:
        if size > (HEADER_BYTES if self._body is None else BODY_BYTES):
            raise TooLong

    def _take(self, line: str) -> list[Frame | None]:
        """One more line; an empty one ends the header, or the message."""
        if self._body is not None:
            return self._take_body(line)
        if line.strip():
            if not self._header and line.strip().lower() == "start":
                self._size = 0
                return [START]
            self._header.append(line.strip())
            return []
        self._size = 0
        if self._header and _HEADER.fullmatch(" ".join(self._header)) is None:
            self._header = []
            return [None]
        self._body = [] if self._header else None
        return []

    def _take_body(self, line: str) -> list[Frame | None]:
        assert self._body is not None
        if line.strip():
            self._body.append(line.strip())
            return []
        header, body = " ".join(self._header), tuple(self._body)
        self._header, self._body, self._size = [], None, 0
        return [_maybe_frame(header, body)]


def _maybe_frame(header: str, body: tuple[str, ...]) -> Frame | None:
    found = _HEADER.fullmatch(header)
    assert found is not None
    key, kind, sender = found.groups()
    if kind.upper() not in TYPES or not body:
        return None
    return Frame(kind.upper(), sender.strip(), body, key.lower() == "type")


RANKS = "A23456789TJQK"
SUITS = {"H": "Hearts", "C": "Clubs", "S": "Spades", "D": "Diamonds"}
_LETTERS = {name.upper(): letter for letter, name in SUITS.items()}

ALIAS_LENGTH = 20
RESERVED = ("host", "none")


class Unreadable(Exception):
    """An action that cannot be read; ``str()`` of it says why."""


def maybe_alias(text: str) -> str | None:
    """The alias, if it may be one (9.5)."""
    fits = 1 <= len(text) <= ALIAS_LENGTH and text.lower() not in RESERVED
    return text if fits and all(c.isascii() and (c.isalnum() or c in "_-.") for c in text) else None


def card_text(card: str) -> str:
    """``5H`` as ``5 of Hearts``."""
    return f"{card[0]} of {SUITS[card[1]]}"


def maybe_card(text: str) -> str | None:
    """``5 of Hearts``, ``10 of hearts``, ``TH`` and ``10H`` as our cards."""
    rank, of, suit = text.strip().upper().partition(" OF ")
    short = rank + _LETTERS.get(suit.strip(), "?") if of else rank
    short = short.replace("10", "T", 1)
    return short if len(short) == 2 and short[0] in RANKS and short[1] in SUITS else None


def card_list(cards: Iterable[str]) -> str:
    """Cards with a comma and a space between them."""
    return ", ".join(map(card_text, cards))


def maybe_cards(text: str) -> tuple[str, ...] | None:
    """A list of cards; a comma at its end is nothing."""
    cards = [maybe_card(part) for part in text.split(",") if part.strip()]
    return None if None in cards else tuple(card for card in cards if card)


def scores(names: Sequence[str], totals: Iterable[int]) -> str:
    """``alice - 15, bob - -20``."""
    return ", ".join(f"{name} - {total}" for name, total in zip(names, totals, strict=True))


# --- actions of the seed profile: 10.5 ----------------------------------------------------------


def read_turn(text: str) -> RummyAction:
    """The actions of a TURN as one of ours; a draw stands alone, a discard is the last."""
    parts = [part.strip() for part in text.split(";") if part.strip()]
    if not parts:
        raise Unreadable("no action")
    if parts[0].upper().startswith("DRAW"):
        if len(parts) > 1:
            raise Unreadable("a draw is a turn of its own")
        return _read_draw(parts[0])
    plays = tuple(_read_play(part) for part in parts if not _is_discard(part))
    discards = [part for part in parts if _is_discard(part)]
    if discards and (len(discards) > 1 or not _is_discard(parts[-1])):
        raise Unreadable("one discard ends the turn")
    return PlayRummyTurn(plays, _card(discards[0][len("DISCARD") :]) if discards else None)


def _is_discard(part: str) -> bool:
    return part.upper().startswith("DISCARD")


def _read_draw(part: str) -> RummyAction:
    _, _, what = part.upper().partition(" ")
    if what.strip() == "STOCK":
        return DrawRummyStock()
    if what.strip().startswith("DISCARD "):
        return TakeRummyDiscard(_card(what.strip()[len("DISCARD ") :]))
    raise Unreadable("draw STOCK, or DISCARD and a card")


def _read_play(part: str) -> RummyPlay:
    verb, _, rest = part.partition(" ")
    if verb.upper() == "MELD":
        return LayRummyMeld(_cards(rest))
    if verb.upper() == "LAYOFF":
        number, _, named = rest.strip().partition(" ")
        digits = number.removeprefix("#")
        if digits.isascii() and digits.isdigit() and len(digits) < 4:
            return LayOffRummyCards(int(digits), _cards(named))
    raise Unreadable("actions are DRAW, MELD, LAYOFF #n and DISCARD")


def _card(text: str) -> str:
    card = maybe_card(text)
    if card is None:
        raise Unreadable("no such card")
    return card


def _cards(text: str) -> tuple[str, ...]:
    cards = maybe_cards(text)
    if not cards or len(cards) > len(RANKS):
        raise Unreadable("no such cards")
    return cards
