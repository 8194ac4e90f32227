"""UNO: how each change moves the cards of a view.

A seat's view and the changes after it always give the view the server would send; this file knows
where cards go, not what is allowed.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from messages.base import Change, Seat
from messages.uno.actions import UNO_COLORS, UnoColor
from messages.uno.table import (
    UnoCardPlayed,
    UnoCardsDrawn,
    UnoChallenged,
    UnoChange,
    UnoColorNamed,
    UnoDirectionChanged,
    UnoGameEnded,
    UnoHandsPassed,
    UnoHandsSwapped,
    UnoHandTaken,
    UnoPileReshuffled,
    UnoPlayerView,
    UnoRoundEnded,
    UnoRoundStarted,
    UnoSaid,
    UnoSeatGone,
    UnoStepStarted,
    UnoTurnLost,
    UnoView,
)

VALUES = (*(str(number) for number in range(10)), "SKIP", "REVERSE", "DRAW_2", "WILD", "DRAW_4")
WILDS = ("WILD", "DRAW_4")


def follow(view: UnoView, change: UnoChange) -> UnoView:
    """The view after the change."""
    return _FOLLOW[type(change)](view, change)


# --- small tools --------------------------------------------------------------------------------


def _order(card: str) -> tuple[int, int]:
    """Hands are sorted by colour and value, wilds last."""
    color, value = card.split(" ")
    colors: tuple[str, ...] = UNO_COLORS
    return (colors.index(color) if color in colors else len(colors)), VALUES.index(value)


def _color(card: str) -> UnoColor | None:
    named = card.split(" ")[0]
    return next((color for color in UNO_COLORS if color == named), None)


def _in_hand(card: str) -> str:
    """A card of the table as it was in the hand: a wild without its colour."""
    value = card.split(" ")[1]
    return f"WILD {value}" if value in WILDS else card


def _player(view: UnoView, seat: Seat, **fields: Any) -> UnoView:
    """The view with some fields of one player changed."""
    players = list(view.players)
    players[seat] = replace(players[seat], **fields)
    return replace(view, players=tuple(players))


def _with_counts(view: UnoView, counts: dict[Seat, int], player: Seat) -> UnoView:
    """Hands changed places; an UNO counts on only for the player whose card did it."""
    players = list(view.players)
    for seat, cards in counts.items():
        said = seat == player and cards == 1 and players[seat].said_uno
        players[seat] = replace(players[seat], cards=cards, said_uno=said)
    return replace(view, players=tuple(players))


# --- rounds and turns ---------------------------------------------------------------------------


def _round_started(view: UnoView, change: UnoRoundStarted) -> UnoView:
    def dealt(player: UnoPlayerView) -> UnoPlayerView:
        return replace(player, cards=0 if player.gone else change.cards, said_uno=False)

    return replace(
        view,
        round=change.round,
        dealer=change.dealer,
        hand=(),
        players=tuple(dealt(player) for player in view.players),
        top=change.top,
        color=_color(change.top),
        clockwise=True,
        draw_pile=change.draw_pile,
        discard_pile=1,
    )


def _step_started(view: UnoView, change: UnoStepStarted) -> UnoView:
    return replace(
        view,
        turn=change.seat,
        decision=change.decision,
        pending=change.pending,
        uno_window=change.uno_window,
        card=change.card,
    )


def _direction_changed(view: UnoView, change: UnoDirectionChanged) -> UnoView:
    return replace(view, clockwise=change.clockwise)


def _seat_gone(view: UnoView, change: UnoSeatGone) -> UnoView:
    window = None if view.uno_window == change.seat else view.uno_window
    hand = () if view.seat == change.seat else view.hand
    view = replace(view, draw_pile=change.draw_pile, uno_window=window, hand=hand)
    return _player(view, change.seat, cards=0, score=0, said_uno=False, gone=True)


def _round_ended(view: UnoView, change: UnoRoundEnded) -> UnoView:
    score = view.players[change.winner].score + change.points
    return _player(view, change.winner, score=score)


def _game_ended(view: UnoView, change: UnoGameEnded) -> UnoView:
    return replace(
        view,
        turn=None,
        decision="OVER",
        card=None,
        pending=0,
        uno_window=None,
        winners=change.winners,
    )


def _nothing_moves(view: UnoView, change: UnoTurnLost | UnoChallenged) -> UnoView:
    return view


# --- cards --------------------------------------------------------------------------------------


def _hand_taken(view: UnoView, change: UnoHandTaken) -> UnoView:
    return replace(view, hand=change.cards)


def _card_played(view: UnoView, change: UnoCardPlayed) -> UnoView:
    hand = list(view.hand)
    if view.seat == change.seat:
        hand.remove(_in_hand(change.card))
    player = view.players[change.seat]
    cards = player.cards - 1
    view = replace(
        view,
        hand=tuple(hand),
        top=change.card,
        color=_color(change.card),
        discard_pile=view.discard_pile + 1,
    )
    return _player(view, change.seat, cards=cards, said_uno=player.said_uno and cards == 1)


def _color_named(view: UnoView, change: UnoColorNamed) -> UnoView:
    value = view.top.split(" ")[1]
    return replace(view, color=change.color, top=f"{change.color} {value}")


def _cards_drawn(view: UnoView, change: UnoCardsDrawn) -> UnoView:
    if view.seat == change.seat:
        view = replace(view, hand=tuple(sorted(view.hand + change.cards, key=_order)))
    view = replace(view, draw_pile=view.draw_pile - change.count)
    cards = view.players[change.seat].cards + change.count
    return _player(view, change.seat, cards=cards, said_uno=False)


def _pile_reshuffled(view: UnoView, change: UnoPileReshuffled) -> UnoView:
    return replace(view, draw_pile=change.draw_pile, discard_pile=1)


def _hands_swapped(view: UnoView, change: UnoHandsSwapped) -> UnoView:
    counts = {
        change.seat: view.players[change.other].cards,
        change.other: view.players[change.seat].cards,
    }
    return _with_counts(view, counts, change.seat)


def _hands_passed(view: UnoView, change: UnoHandsPassed) -> UnoView:
    seated = [seat for seat, player in enumerate(view.players) if not player.gone]
    shift = 1 if change.clockwise else -1
    counts = {
        seated[(place + shift) % len(seated)]: view.players[seat].cards
        for place, seat in enumerate(seated)
    }
    return _with_counts(view, counts, change.seat)


def _said(view: UnoView, change: UnoSaid) -> UnoView:
    window = None if view.uno_window == change.seat else view.uno_window
    return _player(replace(view, uno_window=window), change.seat, said_uno=True)


_FOLLOW: dict[type[Change], Callable[[UnoView, Any], UnoView]] = {
    UnoRoundStarted: _round_started,
    UnoHandTaken: _hand_taken,
    UnoCardPlayed: _card_played,
    UnoHandsSwapped: _hands_swapped,
    UnoHandsPassed: _hands_passed,
    UnoColorNamed: _color_named,
    UnoDirectionChanged: _direction_changed,
    UnoCardsDrawn: _cards_drawn,
    UnoPileReshuffled: _pile_reshuffled,
    UnoTurnLost: _nothing_moves,
    UnoChallenged: _nothing_moves,
    UnoSaid: _said,
    UnoStepStarted: _step_started,
    UnoSeatGone: _seat_gone,
    UnoRoundEnded: _round_ended,
    UnoGameEnded: _game_ended,
}
