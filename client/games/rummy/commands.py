"""Convert between Rummy actions and typed commands.

``parse(command_text(action), view) == action``. Examples:

draw · take 9H · take 3 · meld 5H 6H 7H · off 2 8H · discard KC
"""

from collections.abc import Sequence

from client.games import text as shared
from client.games.base import GameCommands, Names, Offer, Unavailable
from client.games.layout import wrap_items
from client.games.parsing import CommandError, item_by_number, parse_number, pick_verb
from client.games.rummy import text as phrases
from client.games.rummy.text import RANKS, SUITS, card_name, card_names, card_points
from messages.rummy import actions as rummy
from messages.rummy.actions import RummyAction
from messages.rummy.table import RummyView

_VERBS = {verb: verb for verb in ("draw", "take", "meld", "off")}
_VERBS |= {"layoff": "off", "lay": "lay", "discard": "discard"}


def parse(line: str, view: RummyView | None = None) -> RummyAction:
    """Return the action for a line; several parts separated by ``;`` become one turn.

    Commas count as spaces. Without a view, positions in the pile and the abbreviation ``d`` are
    refused. Raises CommandError for a line that is no command.
    """
    parts = [part for part in line.replace(",", " ").split(";") if part.strip()]
    if not parts:
        raise CommandError(shared.NO_COMMAND)
    actions = [_parse_part(part, view) for part in parts]
    return actions[0] if len(actions) == 1 else _combine_turn(actions)


def _parse_part(part: str, view: RummyView | None) -> RummyAction:
    """Return the action for one part of a line; the part is not blank. Raises CommandError.

    With a view, ``d`` is draw or discard, as the view demands, and ``take 3`` takes the third card
    of the pile; without one both are refused. ``lay`` is a meld, ``lay off`` a lay-off.
    """
    first, *words = part.lower().split()
    if first == "d" and view is not None:
        first = "draw" if view.decision == "DRAW" else "discard"
    verb = pick_verb([first], _VERBS)
    if verb == "lay":  # accepts ``lay 5H 6H 7H`` and ``lay off 2 8H``
        verb, words = ("off", words[1:]) if words[:1] == ["off"] else ("meld", words)
    match [verb, *words]:
        case ["draw"]:
            return rummy.DrawRummyStock()
        case ["take", place] if place.isdigit() and view is not None:
            card = item_by_number(view.discard, parse_number(place, "place"), phrases.PILE_NUMBERS)
            return rummy.TakeRummyDiscard(card)
        case ["take", card]:
            return rummy.TakeRummyDiscard(_parse_card(card))
        case ["meld", _, *_]:
            return rummy.LayRummyMeld(tuple(map(_parse_card, words)))
        case ["off", meld, _, *_]:
            meld_number = parse_number(meld.removeprefix("#"), phrases.A_MELD)
            return rummy.LayOffRummyCards(meld_number, tuple(map(_parse_card, words[1:])))
        case ["discard", card]:
            return rummy.DiscardRummyCard(_parse_card(card))
    raise CommandError(phrases.USAGE[verb])


def _combine_turn(actions: Sequence[RummyAction]) -> rummy.PlayRummyTurn:
    """Return one turn of melds and lay-offs, with an optional discard as the last action.

    Raises CommandError for any other actions.
    """
    *others, last = actions
    ending = last if isinstance(last, rummy.DiscardRummyCard) else None
    plays = [a for a in (others if ending else actions) if isinstance(a, rummy.RummyPlay)]
    if len(plays) + (ending is not None) != len(actions):
        raise CommandError(phrases.ONE_TURN)
    return rummy.PlayRummyTurn(plays=tuple(plays), discard=ending.card if ending else None)


def _parse_card(word: str) -> str:
    """Return the card for a word such as ``5h``, ``10c`` or ``TC``; raises CommandError."""
    card = word.upper().replace("10", "T", 1)
    if len(card) != 2 or card[0] not in RANKS or card[1] not in SUITS:
        raise CommandError(phrases.NO_CARD.format(word=word))
    return card


def command_text(action: RummyAction) -> str:
    """Return the command for an action; the parts of a whole turn are separated by ``;``."""
    match action:
        case rummy.DrawRummyStock():
            return "draw"
        case rummy.TakeRummyDiscard(card):
            return f"take {card_name(card)}"
        case rummy.LayRummyMeld(cards):
            return f"meld {card_names(cards)}"
        case rummy.LayOffRummyCards(meld, cards):
            return f"off {meld} {card_names(cards)}"
        case rummy.DiscardRummyCard(card):
            return f"discard {card_name(card)}"
        case rummy.PlayRummyTurn(plays, discard):
            parts = [command_text(play) for play in plays]
            return "; ".join(parts + ([f"discard {card_name(discard)}"] if discard else []))


# --- choices --------------------------------------------------------------------------------------


MAX_NUMBERED_PLAYS = 12
"""Maximum number of melds and lay-offs that are listed with numbers."""


def offer(view: RummyView, actions: Sequence[RummyAction]) -> Offer:
    """Return the numbered choices: 0 draws, cards of the pile have their position as number.

    After the draw the first MAX_NUMBERED_PLAYS melds and lay-offs and then all discards are
    numbered from 1, and a line says that a discard ends the turn.
    """
    numbers = _draw_numbers(view, actions) or _play_numbers(actions)
    lines = (
        tuple(wrap_items(f"{n} {command_text(action)}" for n, action in numbers.items()))
        if numbers
        else ()
    )
    if any(isinstance(action, rummy.DiscardRummyCard) for action in actions):
        lines += (phrases.DISCARD_LINE,)
    return Offer(numbers, lines)


def explain(view: RummyView, action: RummyAction) -> str:
    """Return the cards taken together with a card of the pile, or the points of cards laid down.

    The text is empty for other actions and for the top card.
    """
    match action:
        case rummy.TakeRummyDiscard(card) if card in view.discard[1:]:
            above = view.discard[: view.discard.index(card)]
            return phrases.CARDS_ABOVE.format(cards=card_names(above))
        case rummy.LayRummyMeld(cards) | rummy.LayOffRummyCards(cards=cards):
            return phrases.POINTS.format(count=sum(map(card_points, cards)))
    return ""


def _draw_numbers(view: RummyView, actions: Sequence[RummyAction]) -> dict[int, RummyAction]:
    """Return the actions that draw, by number: 0 for the stock, otherwise the position in the pile.

    The top card has position 1. Empty if no action draws from the stock or the pile.
    """
    numbers: dict[int, RummyAction] = {}
    for action in actions:
        if isinstance(action, rummy.DrawRummyStock):
            numbers[0] = action
        if isinstance(action, rummy.TakeRummyDiscard) and action.card in view.discard:
            numbers[view.discard.index(action.card) + 1] = action
    return numbers


def _play_numbers(actions: Sequence[RummyAction]) -> dict[int, RummyAction]:
    """Return the first MAX_NUMBERED_PLAYS melds and lay-offs and all discards, from 1."""
    plays = [action for action in actions if not isinstance(action, rummy.DiscardRummyCard)]
    discards = [action for action in actions if isinstance(action, rummy.DiscardRummyCard)]
    return dict(enumerate((*plays[:MAX_NUMBERED_PLAYS], *discards), start=1))


def unavailable_choices(view: RummyView, actions: Sequence[RummyAction]) -> list[Unavailable]:
    """Return commands that are not legal now, with the reason; none unless it is the own turn.

    These are the takes of cards of the pile that could not be put down, and the discard while a
    card is owed.
    """
    if view.seat is None or view.turn != view.seat:
        return []
    if view.decision == "DRAW":
        takes = map(rummy.TakeRummyDiscard, view.discard)
        return [
            Unavailable(command_text(take), phrases.NO_USE) for take in takes if take not in actions
        ]
    if view.owed is not None:
        return [Unavailable("discard", phrases.LAY_FIRST.format(card=card_name(view.owed)))]
    return []


def commands_for(view: RummyView, names: Names) -> GameCommands:
    """Return the command functions and help texts, which are the same in every position."""
    return GameCommands(
        parse, command_text, offer, phrases.HELP, phrases.LEGEND, explain, unavailable_choices
    )
