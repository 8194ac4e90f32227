"""Rummy 500 as typed commands, in both directions: ``parse(text(action), view) == action``.

draw · take 9H · take 3 · meld 5H 6H 7H · off 2 8H · discard KC
"""

from collections.abc import Callable, Sequence

from client.tui.commands.words import CommandError, number, pick
from client.tui.rummy_cards import RANKS, SUITS, card_name, card_names
from messages import (
    DiscardRummyCard,
    DrawRummyStock,
    LayOffRummyCards,
    LayRummyMeld,
    PlayRummyTurn,
    RummyAction,
    RummyPlay,
    RummyView,
    TakeRummyDiscard,
)

HELP = (
    "draw                      draw a card from the stock",
    "take 9H                   take a card of the discard pile and all above it;",
    "                          to be put down in this turn (take 3: by its place)",
    "meld 5H 6H 7H             lay a meld: three or more in a row of one suit,",
    "                          or three or four of one rank",
    "off 2 8H                  add cards to meld 2, whoever laid it",
    "discard KC                put a card away; your turn is over",
    "  several at once: meld 5H 6H 7H; off 2 8H; discard KC",
)
LEGEND = (
    "Cards are rank and suit: A 2 3 4 5 6 7 8 9 10 J Q K of H hearts, C clubs,",
    "S spades, D diamonds. > has the turn. laid: points put down in this round;",
    "after the total come the points of the last rounds. A, 10, J, Q, K count 10.",
)

Parser = Callable[[list[str], RummyView | None], RummyAction]


def parse(line: str, view: RummyView | None = None) -> RummyAction:
    """The action a line means; several parts with ``;`` between them are one turn."""
    parts = [part for part in line.split(";") if part.strip()]
    if not parts:
        raise CommandError("Type a command, or help.")
    actions = [_parse(part, view) for part in parts]
    return actions[0] if len(actions) == 1 else _turn(actions)


def _parse(line: str, view: RummyView | None) -> RummyAction:
    first, *words = line.replace(",", " ").lower().split()
    if first == "d" and view is not None:
        first = "draw" if view.decision == "DRAW" else "discard"
    return pick(first, _VERBS, "command (help lists them)")(words, view)


def _turn(actions: Sequence[RummyAction]) -> PlayRummyTurn:
    *most, last = actions
    ending = last if isinstance(last, DiscardRummyCard) else None
    plays = [a for a in (most if ending else actions) if isinstance(a, RummyPlay)]
    if len(plays) + (ending is not None) != len(actions):
        raise CommandError("Only melds and lay-offs, then one discard, can be done at once.")
    return PlayRummyTurn(plays=tuple(plays), discard=ending.card if ending else None)


def _draw(words: list[str], view: RummyView | None) -> RummyAction:
    if words:
        raise CommandError("Nothing comes after draw; to take a discard type: take 9H.")
    return DrawRummyStock()


def _take(words: list[str], view: RummyView | None) -> RummyAction:
    if len(words) != 1:
        raise CommandError("Like this: take 9H, or take 3 for the third card of the pile.")
    if words[0].isdigit() and view is not None:
        return TakeRummyDiscard(_at(number(words[0], "place"), view))
    return TakeRummyDiscard(_card(words[0]))


def _at(place: int, view: RummyView) -> str:
    if not 1 <= place <= len(view.discard):
        raise CommandError(f"The cards of the pile have the places 1 to {len(view.discard)}.")
    return view.discard[place - 1]


def _meld(words: list[str], view: RummyView | None) -> RummyAction:
    if not words:
        raise CommandError("Like this: meld 5H 6H 7H.")
    return LayRummyMeld(tuple(map(_card, words)))


def _off(words: list[str], view: RummyView | None) -> RummyAction:
    if len(words) < 2:
        raise CommandError("Like this: off 2 8H, which adds the 8H to meld 2.")
    meld = number(words[0].removeprefix("#"), "number of a meld")
    return LayOffRummyCards(meld, tuple(map(_card, words[1:])))


def _discard(words: list[str], view: RummyView | None) -> RummyAction:
    if len(words) != 1:
        raise CommandError("Like this: discard KC.")
    return DiscardRummyCard(_card(words[0]))


def _card(word: str) -> str:
    """``5h``, ``10c``, ``TC``."""
    card = word.upper().replace("10", "T", 1)
    if len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
        raise CommandError(f"{word!r} is no card: write rank and suit, like 5H, 10C, QS or AD.")
    return card


_VERBS: dict[str, Parser] = {
    "draw": _draw,
    "take": _take,
    "meld": _meld,
    "off": _off,
    "layoff": _off,
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
