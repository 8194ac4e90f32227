"""Convert between Codex actions and typed commands.

``parse(command_text(action), view) == action``. Examples:

starter front · color red · objective o05 · place 2 front 4 · place r01 back at 1 -1 · draw 3
"""

from collections.abc import Sequence
from functools import partial

from client.games import text as shared
from client.games.base import GameCommands, Names, Offer, Unavailable
from client.games.codex import text as phrases
from client.games.codex.text import card_line, objective_line, short_card_line, symbols_text
from client.games.parsing import (
    CommandError,
    item_by_number,
    parse_number,
    pick,
    pick_verb,
    verbs_by_word,
)
from messages.codex import actions as codex
from messages.codex.actions import CODEX_SOURCES, CodexAction, DrawCodexCard, PlaceCodexCard
from messages.codex.area import CodexSide, placement_points, with_card
from messages.codex.cards import CODEX_CARDS
from messages.codex.table import CodexView

_SIDES: dict[str, CodexSide] = {"front": "FRONT", "back": "BACK"}
_COLORS: dict[str, codex.CodexColor] = {color.lower(): color for color in codex.CODEX_COLORS}
_SOURCES: dict[str, codex.CodexSource] = {"resource": "RESOURCE", "gold": "GOLD"}
_SOURCES.update({str(n): source for n, source in enumerate(CODEX_SOURCES, start=1)})

_VERBS = verbs_by_word("starter", "color", "colour", "objective", "place", "draw")


def parse(line: str, view: CodexView | None = None) -> CodexAction:
    """Return the action for a line; the view resolves numbers of cards, spots and objectives.

    Raises CommandError for a line that is no command.
    """
    words = line.lower().split()
    verb = pick_verb(words, _VERBS)
    match [verb, *words[1:]]:
        case ["starter", side]:
            return codex.PlaceCodexStarter(pick(side, _SIDES, "side"))
        case ["color", color]:
            return codex.ChooseCodexColor(pick(color, _COLORS, "colour"))
        case ["objective", word]:
            return codex.ChooseCodexObjective(_parse_objective(word.upper(), view))
        case ["place", *rest]:
            return _parse_place(rest, view)
        case ["draw", source]:
            return DrawCodexCard(pick(source, _SOURCES, phrases.A_SOURCE))
    raise CommandError(phrases.USAGE[verb])


def _parse_objective(word: str, view: CodexView | None) -> str:
    """Return the id of an objective, given by its id or its number among those offered.

    Any other word is returned as an id, cut to 64 characters; the server checks it.
    """
    offered = view.offer if view is not None else ()
    numbers = {str(number): objective for number, objective in enumerate(offered, start=1)}
    return numbers.get(word, word[:64])


def _parse_place(words: list[str], view: CodexView | None) -> CodexAction:
    """Return the placement for card, side and spot, or card, side, ``at`` and coordinates.

    Raises CommandError for any other words.
    """
    if len(words) not in (3, 5):
        raise CommandError(phrases.USAGE["place"])
    card, side = _parse_card(words[0], view), pick(words[1], _SIDES, "side")
    if len(words) == 5 and words[2] == "at":
        return PlaceCodexCard(card, side, _parse_coordinate(words[3]), _parse_coordinate(words[4]))
    if len(words) == 5:
        raise CommandError(phrases.USAGE["place"])
    return PlaceCodexCard(card, side, *_parse_spot(words[2], view))


def _parse_card(word: str, view: CodexView | None) -> str:
    """Return the id of a card, given by its id or its number in the hand.

    Ids are not checked, but cut to 64 characters; without a view a number counts as an id. Raises
    CommandError for a number that is not in the hand.
    """
    if view is None or not word.isdigit():
        return word.upper()[:64]
    return item_by_number(view.hand, parse_number(word, "card"), shared.HAND_NUMBERS)


def _parse_spot(word: str, view: CodexView | None) -> tuple[int, int]:
    """Return the coordinates of an open spot of the own area by its number.

    Raises CommandError for any other word, and always without a view or for a spectator.
    """
    return item_by_number(_open_spots(view), parse_number(word, "spot"), phrases.SPOT_NUMBERS)


def _open_spots(view: CodexView | None) -> list[tuple[int, int]]:
    """Return the open spots of the own area in the order of their numbers.

    The list is empty without a view and for a spectator.
    """
    if view is None or view.seat is None:
        return []
    return [(spot.x, spot.y) for spot in view.players[view.seat].area.spots]


def _parse_coordinate(word: str) -> int:
    """Return a coordinate, which may be negative; raises CommandError."""
    size = parse_number(word.removeprefix("-"), "coordinate")
    return -size if word.startswith("-") else size


def command_text(action: CodexAction, view: CodexView | None = None) -> str:
    """Return the command for an action; with a view it uses the numbers on the board."""
    match action:
        case codex.PlaceCodexStarter():
            return f"starter {action.side.lower()}"
        case codex.ChooseCodexColor():
            return f"color {action.color.lower()}"
        case codex.ChooseCodexObjective():
            return f"objective {action.objective.lower()}"
        case PlaceCodexCard():
            return _place_text(action, view)
        case DrawCodexCard():
            return f"draw {_source_word(action.source)}"


def _place_text(action: PlaceCodexCard, view: CodexView | None) -> str:
    """Return the command for a placement with the numbers of card and spot.

    Without a view, or if card or spot has no number, it has the id and the coordinates.
    """
    card, side = action.card.lower(), action.side.lower()
    spots = _open_spots(view)
    if view is None or action.card not in view.hand or (action.x, action.y) not in spots:
        return f"place {card} {side} at {action.x} {action.y}"
    spot = spots.index((action.x, action.y)) + 1
    return f"place {view.hand.index(action.card) + 1} {side} {spot}"


def _source_word(source: codex.CodexSource) -> str:
    """Return the word for a source: ``resource``, ``gold``, or the number of a slot."""
    return source.lower() if source in ("RESOURCE", "GOLD") else source.removeprefix("SLOT_")


# --- choices --------------------------------------------------------------------------------------


def offer(view: CodexView, actions: Sequence[CodexAction]) -> Offer:
    """Return the numbered choices; the number of a draw is that of its source on the board.

    Colours, sides and objectives are numbered from 1. Placements have no numbers, because there are
    too many; the lines list their cards and spots.
    """
    placements = [action for action in actions if isinstance(action, PlaceCodexCard)]
    if placements:
        return Offer({}, tuple(_placement_lines(view, placements)))
    draws = [action for action in actions if isinstance(action, DrawCodexCard)]
    numbers: dict[int, CodexAction] = dict(enumerate(actions, start=1))
    if draws:
        numbers = {CODEX_SOURCES.index(action.source) + 1: action for action in draws}
    labels = {
        n: _choice_text(view, action) or command_text(action) for n, action in numbers.items()
    }
    return Offer(numbers, tuple(f"  {n}  {label}" for n, label in labels.items()))


def _placement_lines(view: CodexView, placements: Sequence[PlaceCodexCard]) -> list[str]:
    """Return two lines: the cards in hand with their legal sides, and the range of spot numbers.

    The back of every card is taken as legal.
    """
    fronts = {action.card for action in placements if action.side == "FRONT"}
    sides = [
        f"{number} {card} {'front/back' if card in fronts else 'back'}"
        for number, card in enumerate(view.hand, start=1)
    ]
    spots = len({(action.x, action.y) for action in placements})
    where = "spot 1" if spots == 1 else f"spots 1 to {spots}"
    return [phrases.PLACE_LINE.format(cards=", ".join(sides)), f"  {where}"]


def explain(view: CodexView, action: CodexAction) -> str:
    """Return the points of a placement, or the text of a card, deck or objective.

    The text is empty for other actions.
    """
    match action:
        case PlaceCodexCard():
            return _gain_text(view, action)
        case DrawCodexCard(source=slot) if slot.startswith("SLOT"):
            return short_card_line(view.slots[CODEX_SOURCES.index(slot)])
    return _choice_text(view, action)


def _choice_text(view: CodexView, action: CodexAction) -> str:
    """Return the text of a card or deck to draw, or of an objective; empty for other actions."""
    match action:
        case DrawCodexCard(source="RESOURCE"):
            return phrases.RESOURCE_DECK.format(count=view.resource.left)
        case DrawCodexCard(source="GOLD"):
            return phrases.GOLD_DECK.format(count=view.gold.left)
        case DrawCodexCard():
            return card_line(view.slots[CODEX_SOURCES.index(action.source)])
        case codex.ChooseCodexObjective():
            return objective_line(action.objective)
    return ""


def _gain_text(view: CodexView, action: PlaceCodexCard) -> str:
    """Return the points that a front gains at its spot, as ``+2``; empty if none.

    The text is also empty for spectators, unknown cards and backs.
    """
    if view.seat is None or action.card not in CODEX_CARDS or action.side == "BACK":
        return ""
    area = view.players[view.seat].area
    area_after = with_card(area, action.card, action.side, action.x, action.y)
    points = placement_points(CODEX_CARDS[action.card], action.side, area_after, action.x, action.y)
    return f"+{points}" if points else ""


def unavailable_choices(view: CodexView, actions: Sequence[CodexAction]) -> list[Unavailable]:
    """Return fronts that need more symbols, or sources that are empty, with reasons.

    The list is empty if the legal actions are neither placements nor draws.
    """
    placed = [action for action in actions if isinstance(action, PlaceCodexCard)]
    if placed:
        return _unavailable_fronts(
            view, {action.card for action in placed if action.side == "FRONT"}
        )
    draws = [action for action in actions if isinstance(action, DrawCodexCard)]
    rest = map(DrawCodexCard, CODEX_SOURCES) if draws else ()
    return [Unavailable(command_text(draw), phrases.EMPTY) for draw in rest if draw not in draws]


def _unavailable_fronts(view: CodexView, legal_fronts: set[str]) -> list[Unavailable]:
    """Return the cards in hand whose front is not legal, with the symbols they need."""
    return [
        Unavailable(
            f"place {number} front",
            phrases.NEEDS.format(symbols=symbols_text(CODEX_CARDS[card].needs)),
        )
        for number, card in enumerate(view.hand, start=1)
        if card not in legal_fronts and card in CODEX_CARDS
    ]


def commands_for(view: CodexView, names: Names) -> GameCommands:
    """Return the command functions and help texts; numbers of cards and spots are of this view."""
    return GameCommands(
        parse,
        partial(command_text, view=view),
        offer,
        phrases.HELP,
        phrases.LEGEND,
        explain,
        unavailable_choices,
    )
