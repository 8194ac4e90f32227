"""The mirror of Codex Naturalis: applies each change to a view, without checking the rules."""

from msgspec.structs import replace

from client.games import generic
from client.games.base import Mirror, mirror_by_type, replace_player, set_fields
from messages.base import Change
from messages.codex import table
from messages.codex.actions import CODEX_SOURCES
from messages.codex.area import with_card
from messages.codex.cards import CODEX_CARDS
from messages.codex.table import CodexView


def _apply_starter_placed(view: CodexView, change: table.CodexStarterPlaced) -> CodexView:
    """Put the starter of the seat in the middle of its area."""
    player = view.players[change.seat]
    area = with_card(player.area, player.starter, change.side, 0, 0)
    return replace_player(view, change.seat, area=area)


def _apply_objective_chosen(view: CodexView, change: table.CodexObjectiveChosen) -> CodexView:
    """Mark the seat as ready; in its own view also set the objective and clear the offer."""
    if view.seat == change.seat:
        view = replace(view, objective=change.objective, offer=())
    return replace_player(view, change.seat, ready=True)


def _apply_card_placed(view: CodexView, change: table.CodexCardPlaced) -> CodexView:
    """Put a card in the area of the seat and add its points.

    Its back is removed from the public hand, and in the own view the card from the hand.
    """
    player, hand = view.players[change.seat], list(view.hand)
    if view.seat == change.seat:
        hand.remove(change.card)
    backs = list(player.hand)
    backs.remove(CODEX_CARDS[change.card].back_text)
    area = with_card(player.area, change.card, change.side, change.x, change.y)
    score = player.score + change.points
    view = replace(view, hand=tuple(hand))
    return replace_player(view, change.seat, area=area, hand=tuple(backs), score=score)


def _apply_card_drawn(view: CodexView, change: table.CodexCardDrawn) -> CodexView:
    """Add the back of the card to the public hand, sorted, and set both decks.

    A card from a slot is replaced by the refill. The card itself is added to the own hand if it is
    known.
    """
    slots = list(view.slots)
    if change.source not in ("RESOURCE", "GOLD"):
        slots[CODEX_SOURCES.index(change.source)] = change.refill
    hand = view.hand
    if view.seat == change.seat and change.card is not None:
        hand = (*hand, change.card)
    view = replace(view, hand=hand, slots=tuple(slots), resource=change.resource, gold=change.gold)
    backs = (*view.players[change.seat].hand, change.back)
    return replace_player(view, change.seat, hand=tuple(sorted(backs)))


_MIRRORS: dict[type[Change], Mirror[CodexView]] = {
    table.CodexStarterPlaced: _apply_starter_placed,
    table.CodexColorChosen: lambda view, change: replace_player(
        view, change.seat, color=change.color
    ),
    table.CodexObjectiveChosen: _apply_objective_chosen,
    table.CodexCardPlaced: _apply_card_placed,
    table.CodexCardDrawn: _apply_card_drawn,
    table.CodexEndTriggered: set_fields(ending=True),
    table.CodexTurnSkipped: generic.ignore_change,
    table.CodexAdditionalTurn: lambda view, change: replace(
        view, additional=True, round=view.round + 1
    ),
    table.CodexStepStarted: lambda view, change: replace(
        view, turn=change.seat, phase=change.phase, round=change.round
    ),
    table.CodexSeatGone: lambda view, change: replace_player(view, change.seat, gone=True),
    table.CodexObjectivesScored: lambda view, change: replace_player(
        view, change.seat, objective_points=change.points
    ),
    table.CodexGameEnded: set_fields("winners", turn=None, phase="OVER"),
}
apply_change = mirror_by_type(_MIRRORS)
