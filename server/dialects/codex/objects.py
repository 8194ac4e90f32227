"""Codex Naturalis' dialect: cards, areas and the whole game as objects (digest 3).

Every face, a back too, has a number that identifies its card. So for cards that the client must not
know, in the hands of others and on top of a deck, a stand-in is sent: the back of the first card
that looks the same. Objectives of others are the common back of all objectives.
"""

from collections.abc import Callable, Sequence
from typing import Any

from messages.base import Seat
from messages.codex import cards
from messages.codex.area import CodexArea, CodexPlaced, neighbours
from messages.codex.cards import CODEX_CARDS, CODEX_SYMBOLS, CodexCard, CodexFace
from messages.codex.table import CodexDeck, CodexPlayerView, CodexView
from server.dialects.codex.wire import position_map, position_object

Object = dict[str, Any]

CORNERS = ("TOP_LEFT", "TOP_RIGHT", "LOWER_LEFT", "LOWER_RIGHT")
KINGDOM_COLORS = ("RED", "GREEN", "BLUE", "PURPLE")
"""The colours of the kingdoms, in their order."""
POINTS_CONDITIONS = {
    "per_quill": "NUM_QUILL",
    "per_inkwell": "NUM_INKWELL",
    "per_manuscript": "NUM_MANUSCRIPT",
    "per_covered_corner": "CORNERS",
}
OBJECTIVE_BACK = 17
PHASES = {"SETUP": "Setup", "PLACE": "PlaceNormal", "DRAW": "DrawNormal", "OVER": "End"}

_CARDS_BY_BACK = {
    card.back_text: card
    for card in reversed(CODEX_CARDS.values())
    if card.kind in ("RESOURCE", "GOLD")
}
"""The first card with each back."""


# --- cards --------------------------------------------------------------------------------------


def _face_object(
    card: CodexCard, face: CodexFace, is_covered: Callable[[int], bool] = lambda corner: False
) -> Object:
    front = face is card.front
    shown: Object = {
        "faceID": face.number,
        "corners": {
            CORNERS[index]: _corner_object(symbol, is_covered(index))
            for index, symbol in enumerate(face.corners)
            if symbol != cards.HIDDEN
        },
        "backCenterResources": {CODEX_SYMBOLS[s]: face.centre.count(s) for s in face.centre},
        "score": card.points if front else 0,
        "requirements": _symbol_counts(card.needs) if front else {},
    }
    if card.kingdom >= 0:
        shown["color"] = KINGDOM_COLORS[card.kingdom]
    if front and card.rule in POINTS_CONDITIONS:
        shown["pointsCondition"] = POINTS_CONDITIONS[card.rule]
    return shown


def _corner_object(symbol: int, covered: bool) -> Object:
    corner: Object = {"isCovered": covered}
    return {**corner, "symbol": CODEX_SYMBOLS[symbol]} if symbol >= 0 else corner


def _symbol_counts(needs: Sequence[int]) -> Object:
    return {CODEX_SYMBOLS[symbol]: number for symbol, number in enumerate(needs) if number}


def card_object(card: str) -> Object:
    """Return a card that the client may see."""
    printed = CODEX_CARDS[card]
    return {
        "front": _face_object(printed, printed.front),
        "back": _face_object(printed, printed.back),
    }


def hidden_card_object(back: str) -> Object:
    """Return a card of which the client knows only the back."""
    face = hidden_back_object(back)
    return {"front": face, "back": face}


def hidden_back_object(back: str) -> Object:
    """Return the stand-in for the back of a card that the client must not know."""
    card = _CARDS_BY_BACK[back]
    return _face_object(card, card.back)


def deck_top_object(kind: str, deck: CodexDeck) -> Object | None:
    """Return the top of a deck, if there is one."""
    return None if deck.top is None else hidden_back_object(f"{kind} {deck.top}")


def objective_object(objective: str) -> Object:
    """Return an objective that the client may see."""
    card = cards.CODEX_OBJECTIVES[objective]
    return {
        "frontID": card.number,
        "backID": card.back_number,
        "positionCondition": position_map(
            (position_object(x, y), KINGDOM_COLORS[k]) for k, x, y in card.pattern
        ),
        "resourceCondition": _symbol_counts(card.needs),
        "score": card.points,
    }


HIDDEN_OBJECTIVE: Object = {
    "frontID": OBJECTIVE_BACK,
    "backID": OBJECTIVE_BACK,
    "positionCondition": {},
    "resourceCondition": {},
    "score": 0,
}


# --- the table ----------------------------------------------------------------------------------


def resource_counts(area: CodexArea) -> Object:
    """Return how often each of the seven symbols is there."""
    return dict(zip(CODEX_SYMBOLS, area.symbols, strict=True))


def free_positions(area: CodexArea) -> list[Object]:
    """Return the positions where a card may be placed."""
    return [position_object(spot.x, spot.y) for spot in area.spots]


def covered_corners(area: CodexArea, x: int, y: int) -> Any:
    """Return the neighbours of the card placed last, and which of their corners it covers."""
    there = {(placed.x, placed.y) for placed in area.placed}
    return position_map(
        (position_object(*place), CORNERS[3 - corner])
        for corner, place in enumerate(neighbours(x, y))
        if place in there
    )


def _tile_object(area: CodexArea, age: int, placed: CodexPlaced) -> Object:
    """Return a card that lies in an area, with its covered corners marked."""
    later = {(other.x, other.y) for other in area.placed[age + 1 :]}
    around = neighbours(placed.x, placed.y)
    face = _face_object(
        CODEX_CARDS[placed.card], placed.face, lambda corner: around[corner] in later
    )
    return {"face": face, "availability": "OCCUPIED"}


def playground_object(player: CodexPlayerView) -> Object:
    """Return an area with its points."""
    area = player.area
    tiles = [
        (position_object(p.x, p.y), _tile_object(area, age, p)) for age, p in enumerate(area.placed)
    ]
    open_tiles = [(spot, {"availability": "EMPTY"}) for spot in free_positions(area)]
    return {
        "area": position_map([*tiles, *open_tiles]),
        "points": player.score,
        "resources": resource_counts(area),
        "positioningOrder": [place for place, _ in tiles],
    }


def turn_order(view: CodexView) -> list[Seat]:
    """Return the seats as this dialect counts them: the first player has index 0."""
    players = len(view.players)
    return [(view.first + index) % players for index in range(players)]


def phase_name(phase: str, additional: bool) -> str:
    return "PlaceAdditional" if additional and phase == "PLACE" else PHASES[phase]


def game_object(
    view: CodexView,
    names: Sequence[str],
    connected: Callable[[Seat], bool],
    messages: list[Object],
    *,
    active: bool,
) -> Object:
    """Return the whole game as the client may see it."""
    order = turn_order(view)
    return {
        "currentPlayerIdx": 0 if view.turn is None else order.index(view.turn),
        "players": [_player_object(view, seat, names[seat], connected(seat)) for seat in order],
        "messages": messages,
        "clientBoard": _board_object(view),
        "currentPhase": phase_name(view.phase, view.additional),
        "isGameActive": active,
    }


def _board_object(view: CodexView) -> Object:
    tops = {
        "goldenDeckTopBack": deck_top_object("GOLD", view.gold),
        "resourceDeckTopBack": deck_top_object("RESOURCE", view.resource),
    }
    return {
        "faceUpCards": [card_object(card) if card else None for card in view.slots],
        "commonObjectives": [objective_object(card) for card in view.common],
        **{name: top for name, top in tops.items() if top},
    }


def _player_object(view: CodexView, seat: Seat, name: str, connected: bool) -> Object:
    player = view.players[seat]
    own = seat == view.seat
    shown: Object = {
        "username": name,
        "playground": playground_object(player),
        "isConnected": connected,
        "starterCard": card_object(player.starter),
        "playerCards": [card_object(c) for c in view.hand]
        if own
        else [hidden_card_object(back) for back in player.hand],
        "objectiveCards": _objective_objects(view, player, own),
    }
    return {**shown, "color": player.color} if player.color else shown


def _objective_objects(view: CodexView, player: CodexPlayerView, own: bool) -> list[Object]:
    """Return two before the choice, then one; those of others are not shown."""
    if own:
        kept = (view.objective,) if view.objective else view.offer
        return [objective_object(card) for card in kept]
    return [HIDDEN_OBJECTIVE] * (1 if player.ready else 2)


CARDS_BY_FACES = {(card.front.number, card.back.number): card.id for card in CODEX_CARDS.values()}
"""Clients name a card by the numbers of its faces."""
