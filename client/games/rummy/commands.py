"""Rummy 500 as typed commands, in both directions: ``parse(text(action), view) == action``.

draw · take 9H · take 3 · meld 5H 6H 7H · off 2 8H · discard KC
"""

from collections.abc import Callable, Sequence

from client.games import text as shared
from client.games.parsing import CommandError, number, pick
from client.games.rummy import text_typing as phrases
from client.games.rummy.text_cards import RANKS, SUITS, card_name, card_names
from messages.rummy.actions import (
    DiscardRummyCard,
    DrawRummyStock,
    LayOffRummyCards,
    LayRummyMeld,
    PlayRummyTurn,
    RummyAction,
    RummyPlay,
    TakeRummyDiscard,
)
from messages.rummy.table import RummyView

Parser = Callable[[list[str], RummyView | None], RummyAction]


def parse(line: str, view: RummyView | None = None) -> RummyAction:
    """The action a line means; several parts with ``;`` between them are one turn."""
    parts = [part for part in line.split(";") if part.strip()]
    if not parts:
        raise CommandError(shared.NO_COMMAND)
    actions = [_parse(part, view) for part in parts]
    return actions[0] if len(actions) == 1 else _turn(actions)


def _parse(line: str, view: RummyView | None) -> RummyAction:
    first, *words = line.replace(",", " ").lower().split()
    if first == "d" and view is not None:
        first = "draw" if view.decision == "DRAW" else "discard"
    return pick(first, _VERBS, shared.A_COMMAND)(words, view)


def _turn(actions: Sequence[RummyAction]) -> PlayRummyTurn:
    *most, last = actions
    ending = last if isinstance(last, DiscardRummyCard) else None
    plays = [a for a in (most if ending else actions) if isinstance(a, RummyPlay)]
    if len(plays) + (ending is not None) != len(actions):
        raise CommandError(phrases.ONE_TURN)
    return PlayRummyTurn(plays=tuple(plays), discard=ending.card if ending else None)


def _draw(words: list[str], view: RummyView | None) -> RummyAction:
    if words:
        raise CommandError(phrases.DRAW_USAGE)
    return DrawRummyStock()


def _take(words: list[str], view: RummyView | None) -> RummyAction:
    if len(words) != 1:
        raise CommandError(phrases.TAKE_USAGE)
    if words[0].isdigit() and view is not None:
        return TakeRummyDiscard(_at(number(words[0], "place"), view))
    return TakeRummyDiscard(_card(words[0]))


def _at(place: int, view: RummyView) -> str:
    if not 1 <= place <= len(view.discard):
        raise CommandError(phrases.PILE_NUMBERS.format(count=len(view.discard)))
    return view.discard[place - 1]


def _meld(words: list[str], view: RummyView | None) -> RummyAction:
    if not words:
        raise CommandError(phrases.MELD_USAGE)
    return LayRummyMeld(tuple(map(_card, words)))


def _off(words: list[str], view: RummyView | None) -> RummyAction:
    if len(words) < 2:
        raise CommandError(phrases.OFF_USAGE)
    meld = number(words[0].removeprefix("#"), phrases.A_MELD)
    return LayOffRummyCards(meld, tuple(map(_card, words[1:])))


def _lay(words: list[str], view: RummyView | None) -> RummyAction:
    """``lay 5H 6H 7H`` and ``lay off 2 8H``, as people say it."""
    return _off(words[1:], view) if words[:1] == ["off"] else _meld(words, view)


def _discard(words: list[str], view: RummyView | None) -> RummyAction:
    if len(words) != 1:
        raise CommandError(phrases.DISCARD_USAGE)
    return DiscardRummyCard(_card(words[0]))


def _card(word: str) -> str:
    """``5h``, ``10c``, ``TC``."""
    card = word.upper().replace("10", "T", 1)
    if len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
        raise CommandError(phrases.NO_CARD.format(word=word))
    return card


_VERBS: dict[str, Parser] = {
    "draw": _draw,
    "take": _take,
    "meld": _meld,
    "off": _off,
    "layoff": _off,
    "lay": _lay,
    "discard": _discard,
}


def text(action: RummyAction) -> str:
    """The command that means this action."""
    match action:
        case DrawRummyStock():
            return "draw"
        case TakeRummyDiscard(card):
            return f"take {card_name(card)}"
        case LayRummyMeld(cards):
            return f"meld {card_names(cards)}"
        case LayOffRummyCards(meld, cards):
            return f"off {meld} {card_names(cards)}"
        case DiscardRummyCard(card):
            return f"discard {card_name(card)}"
        case PlayRummyTurn(plays, discard):
            parts = [text(play) for play in plays]
            return "; ".join(parts + ([f"discard {card_name(discard)}"] if discard else []))
