"""Codex Naturalis: view, prompts, redaction and confirmations.

The view lists the fields that may be seen. Of other hands it shows the backs, of a deck the back of
its top card, of secret objectives and offers only those of the seat. It never contains the Rng.
"""

from functools import lru_cache

from msgspec.structs import replace

from games.codex.legal import affordable_fronts
from games.codex.rounds import deck_view, draw_sources
from games.codex.setup import free_colors
from games.codex.state import NOBODY, State, pending_task
from messages.base import Change, Message, Seat
from messages.codex import actions
from messages.codex.cards import CODEX_CARDS
from messages.codex.table import CodexCardDrawn, CodexObjectiveChosen, CodexPlayerView, CodexView

CONFIRMED: dict[type[Message], str] = {
    actions.PlaceCodexStarter: "Your starter lies in the middle",
    actions.ChooseCodexColor: "You have your colour",
    actions.ChooseCodexObjective: "You chose your secret objective",
    actions.PlaceCodexCard: "You placed the card",
    actions.DrawCodexCard: "You have drawn",
}


def confirm(action: actions.CodexAction) -> str:
    """Return the text of ActionValid for the action."""
    return CONFIRMED[type(action)]


def view(state: State, seat: Seat | None) -> CodexView:
    """Return the view of a seat or of a spectator."""
    secret = "" if seat is None else state.secrets[seat]
    return CodexView(
        seat=seat,
        rules=state.rules,
        players=tuple([_player(state, other) for other in state.seats]),
        hand=() if seat is None else state.hands[seat],
        offer=() if seat is None or secret else state.offers[seat],
        objective=secret or None,
        common=state.common,
        slots=state.slots,
        resource=deck_view(state.resource),
        gold=deck_view(state.gold),
        first=state.first,
        phase=state.phase,
        turn=None if state.turn == NOBODY else state.turn,
        round=state.round,
        ending=state.ending,
        additional=state.additional,
        winners=state.winners,
    )


def _player(state: State, seat: Seat) -> CodexPlayerView:
    """Return what everybody may know of a player; only the backs of the hand, sorted."""
    color = state.colors[seat]
    return CodexPlayerView(
        starter=state.starters[seat],
        area=state.areas[seat],
        hand=tuple(sorted([CODEX_CARDS[card].back_text for card in state.hands[seat]])),
        score=state.scores[seat],
        color=next((known for known in actions.CODEX_COLORS if known == color), None),
        ready=bool(state.secrets[seat]),
        gone=seat in state.gone,
        objective_points=state.objective_points[seat] if state.objective_points else (),
    )


def prompt(state: State, seat: Seat) -> actions.CodexPrompt | None:
    """Return the prompt for a seat with a pending task; None for the others."""
    match pending_task(state, seat):
        case "STARTER":
            return actions.SelectCodexStarter(card=state.starters[seat])
        case "COLOR":
            return actions.SelectCodexColor(colors=free_colors(state))
        case "OBJECTIVE":
            return actions.SelectCodexObjective(objectives=state.offers[seat])
        case "PLACE":
            return actions.SelectCodexCard(
                fronts=affordable_fronts(state, seat), spots=state.areas[seat].spots
            )
        case "DRAW":
            return actions.SelectCodexDraw(sources=draw_sources(state))
        case None:
            return None


def redact(change: Change, seat: Seat | None) -> Change | None:
    """Hide the chosen objective and the card drawn from a deck from all other seats."""
    match change:
        case CodexObjectiveChosen() if change.seat != seat:
            return _hidden_objective(change.seat)
        case CodexCardDrawn(source="RESOURCE" | "GOLD") if change.seat != seat:
            return _hidden_draw(change)
    return change


@lru_cache(maxsize=16)
def _hidden_objective(seat: Seat) -> CodexObjectiveChosen:
    """Return the change without the chosen objective; cached, because all others share it."""
    return CodexObjectiveChosen(seat)


@lru_cache(maxsize=64)
def _hidden_draw(change: CodexCardDrawn) -> CodexCardDrawn:
    """Return the draw without the card."""
    return replace(change, card=None)
