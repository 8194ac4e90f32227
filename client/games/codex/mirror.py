"""Codex Naturalis: how each change moves the cards of a view.

A seat's view and the changes after it always give the view the server would send; this file knows
where cards go, not what is allowed.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from messages.base import Change, Seat
from messages.codex.actions import CODEX_SOURCES
from messages.codex.area import with_card
from messages.codex.cards import CODEX_CARDS
from messages.codex.table import (
    CodexAdditionalTurn,
    CodexCardDrawn,
    CodexCardPlaced,
    CodexChange,
    CodexColorChosen,
    CodexEndTriggered,
    CodexGameEnded,
    CodexObjectiveChosen,
    CodexObjectivesScored,
    CodexSeatGone,
    CodexStarterPlaced,
    CodexStepStarted,
    CodexTurnSkipped,
    CodexView,
)


def follow(view: CodexView, change: CodexChange) -> CodexView:
    """The view after the change."""
    return _FOLLOW[type(change)](view, change)


def _player(view: CodexView, seat: Seat, **fields: Any) -> CodexView:
    """The view with some fields of one player changed."""
    players = list(view.players)
    players[seat] = replace(players[seat], **fields)
    return replace(view, players=tuple(players))


# --- the set-up ---------------------------------------------------------------------------------


def _starter_placed(view: CodexView, change: CodexStarterPlaced) -> CodexView:
    player = view.players[change.seat]
    area = with_card(player.area, player.starter, change.side, 0, 0)
    return _player(view, change.seat, area=area)


def _color_chosen(view: CodexView, change: CodexColorChosen) -> CodexView:
    return _player(view, change.seat, color=change.color)


def _objective_chosen(view: CodexView, change: CodexObjectiveChosen) -> CodexView:
    if view.seat == change.seat:
        view = replace(view, objective=change.objective, offer=())
    return _player(view, change.seat, ready=True)


# --- cards --------------------------------------------------------------------------------------


def _card_placed(view: CodexView, change: CodexCardPlaced) -> CodexView:
    player, hand = view.players[change.seat], list(view.hand)
    if view.seat == change.seat:
        hand.remove(change.card)
    backs = list(player.hand)
    backs.remove(CODEX_CARDS[change.card].back_text)
    area = with_card(player.area, change.card, change.side, change.x, change.y)
    score = player.score + change.points
    view = replace(view, hand=tuple(hand))
    return _player(view, change.seat, area=area, hand=tuple(backs), score=score)


def _card_drawn(view: CodexView, change: CodexCardDrawn) -> CodexView:
    slots = list(view.slots)
    if change.source not in ("RESOURCE", "GOLD"):
        slots[CODEX_SOURCES.index(change.source)] = change.refill
    hand = view.hand
    if view.seat == change.seat and change.card is not None:
        hand = (*hand, change.card)
    view = replace(view, hand=hand, slots=tuple(slots), resource=change.resource, gold=change.gold)
    backs = (*view.players[change.seat].hand, change.back)
    return _player(view, change.seat, hand=tuple(sorted(backs)))


# --- turns and the end --------------------------------------------------------------------------


def _step_started(view: CodexView, change: CodexStepStarted) -> CodexView:
    return replace(view, turn=change.seat, phase=change.phase, round=change.round)


def _end_triggered(view: CodexView, change: CodexEndTriggered) -> CodexView:
    return replace(view, ending=True)


def _additional_turn(view: CodexView, change: CodexAdditionalTurn) -> CodexView:
    return replace(view, additional=True, round=view.round + 1)


def _turn_skipped(view: CodexView, change: CodexTurnSkipped) -> CodexView:
    return view


def _seat_gone(view: CodexView, change: CodexSeatGone) -> CodexView:
    return _player(view, change.seat, gone=True)


def _objectives_scored(view: CodexView, change: CodexObjectivesScored) -> CodexView:
    return _player(view, change.seat, objective_points=change.points)


def _game_ended(view: CodexView, change: CodexGameEnded) -> CodexView:
    return replace(view, turn=None, phase="OVER", winners=change.winners)


_FOLLOW: dict[type[Change], Callable[[CodexView, Any], CodexView]] = {
    CodexStarterPlaced: _starter_placed,
    CodexColorChosen: _color_chosen,
    CodexObjectiveChosen: _objective_chosen,
    CodexCardPlaced: _card_placed,
    CodexCardDrawn: _card_drawn,
    CodexEndTriggered: _end_triggered,
    CodexTurnSkipped: _turn_skipped,
    CodexAdditionalTurn: _additional_turn,
    CodexStepStarted: _step_started,
    CodexSeatGone: _seat_gone,
    CodexObjectivesScored: _objectives_scored,
    CodexGameEnded: _game_ended,
}
