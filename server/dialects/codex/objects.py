"""Codex Naturalis' dialect: build the JSON objects for cards, areas and the game (digest 3).

The number of a face identifies its card, even that of a back. So a placeholder replaces each card
that the client must not know (hands of others, tops of decks): the back of the first card with the
same back, in a hand with equal backs that of the second or third. Objectives of others are replaced
by the common back of all objectives.
"""

from collections.abc import Callable, Sequence
from typing import Any

from messages.base import Seat
from messages.codex import cards
from messages.codex.area import CodexArea, CodexPlaced, neighbours
from messages.codex.cards import CODEX_CARDS, CODEX_SYMBOLS, CodexCard, CodexFace
from messages.codex.table import CodexDeck, CodexPlayerView, CodexView
from server.dialects.codex.hands import ClientHand
from server.dialects.codex.wire import position_map, position_object

Object = dict[str, Any]

CORNERS = ("TOP_LEFT", "TOP_RIGHT", "LOWER_LEFT", "LOWER_RIGHT")
KINGDOM_COLORS = ("RED", "GREEN", "BLUE", "PURPLE")
"""Colours of the kingdoms, by index."""
POINTS_CONDITIONS = {
    "per_quill": "NUM_QUILL",
    "per_inkwell": "NUM_INKWELL",
    "per_manuscript": "NUM_MANUSCRIPT",
    "per_covered_corner": "CORNERS",
}
OBJECTIVE_BACK = 17
PHASES = {"SETUP": "Setup", "PLACE": "PlaceNormal", "DRAW": "DrawNormal", "OVER": "End"}

_CARDS_BY_BACK: dict[str, list[CodexCard]] = {}
"""The cards with each back; the backs of the first of them are placeholders."""
for _card in CODEX_CARDS.values():
    _CARDS_BY_BACK.setdefault(_card.back_text, []).append(_card)


# --- cards --------------------------------------------------------------------------------------


def _face_object(
    card: CodexCard, face: CodexFace, is_covered: Callable[[int], bool] = lambda corner: False
) -> Object:
    """Return the object of one face of a card; a back has no score and no requirements.

    ``is_covered`` returns whether the corner with an index is covered; by default none is. Hidden
    corners are omitted.
    """
    is_front = face is card.front
    face_object: Object = {
        "faceID": face.number,
        "corners": {
            CORNERS[index]: _corner_object(symbol, is_covered(index))
            for index, symbol in enumerate(face.corners)
            if symbol != cards.HIDDEN
        },
        "backCenterResources": {CODEX_SYMBOLS[s]: face.centre.count(s) for s in face.centre},
        "score": card.points if is_front else 0,
        "requirements": _symbol_counts(card.needs) if is_front else {},
    }
    if card.kingdom >= 0:
        face_object["color"] = KINGDOM_COLORS[card.kingdom]
    if is_front and card.rule in POINTS_CONDITIONS:
        face_object["pointsCondition"] = POINTS_CONDITIONS[card.rule]
    return face_object


def _corner_object(symbol: int, is_covered: bool) -> Object:
    """Return the object of a corner; the symbol of an empty corner (negative) is omitted."""
    corner: Object = {"isCovered": is_covered}
    return {**corner, "symbol": CODEX_SYMBOLS[symbol]} if symbol >= 0 else corner


def _symbol_counts(needs: Sequence[int]) -> Object:
    """Return the number of each symbol that is needed, without those that are not."""
    return {CODEX_SYMBOLS[symbol]: number for symbol, number in enumerate(needs) if number}


def card_object(card: str) -> Object:
    """Return the object of a card that the client may see, with both faces."""
    printed = CODEX_CARDS[card]
    return {
        "front": _face_object(printed, printed.front),
        "back": _face_object(printed, printed.back),
    }


def hidden_card_object(back: str, index: int = 0) -> Object:
    """Return the object of a hidden card, with the placeholder of its back on both sides.

    ``index`` distinguishes hidden cards with equal backs.
    """
    face = hidden_back_object(back, index)
    return {"front": face, "back": face}


def hidden_back_object(back: str, index: int = 0) -> Object:
    """Return the placeholder for the back of a card that the client must not know.

    ``index`` distinguishes hidden cards with equal backs.
    """
    card = _CARDS_BY_BACK[back][index]
    return _face_object(card, card.back)


def slot_object(slot: int, card: str) -> Object:
    """Return the object of the visible card in a slot, 0 to 3; a blank card if the slot is empty.

    A client ends if a visible card is missing. The blank card has the colour and number of a back
    of the slot's deck, but no corners and symbols.
    """
    if card:
        return card_object(card)
    back = hidden_back_object("RESOURCE FUNGI" if slot < 2 else "GOLD FUNGI")
    face: Object = {**back, "corners": {}, "backCenterResources": {}}
    return {"front": face, "back": face}


def deck_top_object(kind: str, deck: CodexDeck) -> Object | None:
    """Return the placeholder for the top card of a deck; None if the deck is empty.

    ``kind`` is GOLD or RESOURCE.
    """
    return None if deck.top is None else hidden_back_object(f"{kind} {deck.top}")


def objective_object(objective: str) -> Object:
    """Return the object of an objective that the client may see, with its pattern and symbols."""
    card = cards.CODEX_OBJECTIVES[objective]
    return {
        "frontID": card.number,
        "backID": card.back_number,
        "positionCondition": position_map(
            (position_object(x, y), KINGDOM_COLORS[k]) for k, x, y in _client_pattern(card)
        ),
        "resourceCondition": _symbol_counts(card.needs),
        "score": card.points,
    }


def _client_pattern(objective: cards.CodexObjective) -> list[tuple[int, int, int]]:
    """Return the cells of a pattern from its left end, which is moved to (0, 0).

    A client recognizes a pattern by the exact positions in this order. The list is empty without a
    pattern.
    """
    cells = list(objective.pattern)
    if cells and cells[-1][1] < cells[0][1]:
        cells.reverse()
    return [(kingdom, x - cells[0][1], y - cells[0][2]) for kingdom, x, y in cells]


HIDDEN_OBJECTIVE: Object = {
    "frontID": OBJECTIVE_BACK,
    "backID": OBJECTIVE_BACK,
    "positionCondition": {},
    "resourceCondition": {},
    "score": 0,
}


# --- the game ----------------------------------------------------------------------------------


def resource_counts(area: CodexArea) -> Object:
    """Return how often each of the seven symbols is visible in an area."""
    return dict(zip(CODEX_SYMBOLS, area.symbols, strict=True))


def free_positions(area: CodexArea) -> list[Object]:
    """Return the positions where a card may be placed next: (0, 0) before the starter."""
    if not area.placed:
        return [position_object(0, 0)]
    return [position_object(spot.x, spot.y) for spot in area.spots]


def covered_corners(area: CodexArea, x: int, y: int) -> Any:
    """Return the corners that the newest card, at (x, y), covers, by the positions of the cards."""
    occupied = {(placed.x, placed.y) for placed in area.placed}
    return position_map(
        (position_object(*neighbour), CORNERS[3 - corner])
        for corner, neighbour in enumerate(neighbours(x, y))
        if neighbour in occupied
    )


def _tile_object(area: CodexArea, index: int, placed: CodexPlaced) -> Object:
    """Return the object of a placed card; neighbours placed later cover its corners.

    ``index`` is the position of the card in the order of placement.
    """
    later = {(other.x, other.y) for other in area.placed[index + 1 :]}
    around = neighbours(placed.x, placed.y)
    face = _face_object(
        CODEX_CARDS[placed.card], placed.face, lambda corner: around[corner] in later
    )
    return {"face": face, "availability": "OCCUPIED"}


def playground_object(player: CodexPlayerView) -> Object:
    """Return the object of a player's area: placed cards, free positions, points and symbols."""
    area = player.area
    tiles = [
        (position_object(placed.x, placed.y), _tile_object(area, index, placed))
        for index, placed in enumerate(area.placed)
    ]
    open_tiles = [(position, {"availability": "EMPTY"}) for position in free_positions(area)]
    return {
        "area": position_map([*tiles, *open_tiles]),
        "points": player.score,
        "resources": resource_counts(area),
        "positioningOrder": [position for position, _ in tiles],
    }


def turn_order(view: CodexView) -> list[Seat]:
    """Return the seats in turn order, starting with the first player."""
    players = len(view.players)
    return [(view.first + index) % players for index in range(players)]


def phase_name(phase: str, is_additional_turn: bool) -> str:
    """Return the name of a phase on the wire; placements of additional turns have their own."""
    return "PlaceAdditional" if is_additional_turn and phase == "PLACE" else PHASES[phase]


def game_object(
    view: CodexView,
    names: Sequence[str],
    is_connected: Callable[[Seat], bool],
    messages: list[Object],
    *,
    is_active: bool,
) -> Object:
    """Return the object of the whole game, with players in turn order, from the client's view.

    ``messages`` are objects of chat texts. ``is_active`` is False while the match is suspended. If
    nobody is on turn, the current player is 0.
    """
    order = turn_order(view)
    return {
        "currentPlayerIdx": 0 if view.turn is None else order.index(view.turn),
        "players": [_player_object(view, seat, names[seat], is_connected(seat)) for seat in order],
        "messages": messages,
        "clientBoard": _board_object(view),
        "currentPhase": phase_name(view.phase, view.additional),
        "isGameActive": is_active,
    }


def _board_object(view: CodexView) -> Object:
    """Return the object of the visible cards, common objectives and deck tops.

    The top of an empty deck is omitted; an empty slot has a blank card.
    """
    tops = {
        "goldenDeckTopBack": deck_top_object("GOLD", view.gold),
        "resourceDeckTopBack": deck_top_object("RESOURCE", view.resource),
    }
    return {
        "faceUpCards": [slot_object(slot, card) for slot, card in enumerate(view.slots)],
        "commonObjectives": [objective_object(card) for card in view.common],
        **{name: top for name, top in tops.items() if top},
    }


def _player_object(view: CodexView, seat: Seat, name: str, is_connected: bool) -> Object:
    """Return the object of one player; for other players, placeholders replace hidden cards.

    The colour is omitted before it is chosen.
    """
    player = view.players[seat]
    is_own = seat == view.seat
    player_object: Object = {
        "username": name,
        "playground": playground_object(player),
        "isConnected": is_connected,
        "starterCard": card_object(player.starter),
        "playerCards": [card_object(c) for c in view.hand]
        if is_own
        else [hidden_card_object(*card) for card in ClientHand(player.hand).placeholders],
        "objectiveCards": _objective_objects(view, player, is_own),
    }
    return {**player_object, "color": player.color} if player.color else player_object


def _objective_objects(view: CodexView, player: CodexPlayerView, is_own: bool) -> list[Object]:
    """Return the two objectives before the choice, then the chosen one.

    For another player they are placeholders.
    """
    if is_own:
        objectives = (view.objective,) if view.objective else view.offer
        return [objective_object(card) for card in objectives]
    return [HIDDEN_OBJECTIVE] * (1 if player.ready else 2)


CARDS_BY_FACES = {(card.front.number, card.back.number): card.id for card in CODEX_CARDS.values()}
"""Card ids by the numbers of their faces, with which clients identify cards."""
