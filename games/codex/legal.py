"""Codex Naturalis: the active seats and their legal actions; rules.py tests the same conditions."""

from games.codex.rounds import draw_sources
from games.codex.setup import free_colors
from games.codex.state import State, pending_task
from messages.base import Seat
from messages.codex import actions
from messages.codex.actions import ChooseCodexObjective, PlaceCodexCard
from messages.codex.area import CodexSide, is_affordable
from messages.codex.cards import CODEX_CARDS

Actions = tuple[actions.CodexAction, ...]

_DRAWS = {source: actions.DrawCodexCard(source=source) for source in actions.CODEX_SOURCES}
_SIDES: Actions = (actions.PlaceCodexStarter(side="FRONT"), actions.PlaceCodexStarter(side="BACK"))


def active(state: State) -> frozenset[Seat]:
    """Return all seats with a decision left in the set-up, later the seat on turn."""
    if state.phase == "OVER":
        return frozenset()
    if state.phase != "SETUP":
        return frozenset((state.turn,))
    return frozenset([seat for seat in state.seats if pending_task(state, seat) is not None])


def affordable_fronts(state: State, seat: Seat) -> tuple[str, ...]:
    """Return the cards in the hand whose front the area can afford."""
    area = state.areas[seat]
    return tuple([card for card in state.hands[seat] if is_affordable(area, CODEX_CARDS[card])])


def legal(state: State, seat: Seat) -> Actions:
    """Return every action of the seat."""
    match pending_task(state, seat):
        case "STARTER":
            return _SIDES
        case "COLOR":
            return tuple([actions.ChooseCodexColor(color=color) for color in free_colors(state)])
        case "OBJECTIVE":
            return tuple([ChooseCodexObjective(objective=card) for card in state.offers[seat]])
        case "PLACE":
            return _placements(state, seat)
        case "DRAW":
            return tuple([_DRAWS[source] for source in draw_sources(state)])
        case None:
            return ()


def _placements(state: State, seat: Seat) -> Actions:
    """Return all placements of the hand: affordable fronts and all backs, at every free spot."""
    sides: list[tuple[str, CodexSide]] = [
        (card, "FRONT") for card in affordable_fronts(state, seat)
    ]
    sides += [(card, "BACK") for card in state.hands[seat]]
    places = [(spot.x, spot.y) for spot in state.areas[seat].spots]
    return tuple([PlaceCodexCard(card, side, x, y) for card, side in sides for x, y in places])
