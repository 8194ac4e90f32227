"""Rummy's old dialect: cards, lists, names and actions as text (Rummy 9.5, 10.4, 10.5)."""

from collections.abc import Iterable, Sequence

from messages.rummy.actions import (
    DrawRummyStock,
    LayOffRummyCards,
    LayRummyMeld,
    PlayRummyTurn,
    RummyAction,
    RummyPlay,
    TakeRummyDiscard,
)

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
