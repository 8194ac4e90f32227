"""The mirror of UNO: applies each change to a view, without checking the rules."""

from msgspec.structs import replace

from client.games import generic
from client.games.base import Mirror, mirror_by_type, replace_player, set_fields
from messages.base import Change, Seat
from messages.uno import table
from messages.uno.actions import UNO_COLORS, UnoColor
from messages.uno.table import UnoView

VALUES = (*(str(number) for number in range(10)), "SKIP", "REVERSE", "DRAW_2", "WILD", "DRAW_4")
WILDS = ("WILD", "DRAW_4")


def _sort_key(card: str) -> tuple[int, int]:
    """Return the sort key of a card: by colour and value, wilds last."""
    color, value = card.split(" ")
    colors: tuple[str, ...] = UNO_COLORS
    return (colors.index(color) if color in colors else len(colors)), VALUES.index(value)


def _color_of(card: str) -> UnoColor | None:
    """Return the printed or named colour of a card; None for a wild without one."""
    named = card.split(" ")[0]
    return next((color for color in UNO_COLORS if color == named), None)


def _hand_card(card: str) -> str:
    """Return a played card as it was in the hand: a wild without its named colour."""
    value = card.split(" ")[1]
    return f"WILD {value}" if value in WILDS else card


def _replace_counts(view: UnoView, counts: dict[Seat, int], seat_of_card: Seat) -> UnoView:
    """Return the view with new hand sizes after hands were exchanged.

    ``counts`` are the new sizes by seat. For these seats UNO counts as said only for
    ``seat_of_card``, which caused the exchange, and only with one card.
    """
    players = list(view.players)
    for seat, cards in counts.items():
        said_uno = seat == seat_of_card and cards == 1 and players[seat].said_uno
        players[seat] = replace(players[seat], cards=cards, said_uno=said_uno)
    return replace(view, players=tuple(players))


def _apply_round_started(view: UnoView, change: table.UnoRoundStarted) -> UnoView:
    """Deal new hand sizes, clear the own hand and said UNO, and set both piles.

    Players who left get no cards. Play is clockwise again.
    """

    def dealt(player: table.UnoPlayerView) -> table.UnoPlayerView:
        """Return the player with the new hand size, and without said UNO."""
        return replace(player, cards=0 if player.gone else change.cards, said_uno=False)

    return replace(
        view,
        round=change.round,
        dealer=change.dealer,
        hand=(),
        players=tuple(dealt(player) for player in view.players),
        top=change.top,
        color=_color_of(change.top),
        clockwise=True,
        draw_pile=change.draw_pile,
        discard_pile=1,
    )


def _apply_seat_gone(view: UnoView, change: table.UnoSeatGone) -> UnoView:
    """Mark the player as gone, without cards and score, and set the draw pile.

    A pending UNO of the player is cleared, and the own hand if it is the own seat.
    """
    window = None if view.uno_window == change.seat else view.uno_window
    hand = () if view.seat == change.seat else view.hand
    view = replace(view, draw_pile=change.draw_pile, uno_window=window, hand=hand)
    return replace_player(view, change.seat, cards=0, score=0, said_uno=False, gone=True)


def _apply_round_ended(view: UnoView, change: table.UnoRoundEnded) -> UnoView:
    """Add the points to the score of the winner."""
    score = view.players[change.winner].score + change.points
    return replace_player(view, change.winner, score=score)


def _apply_card_played(view: UnoView, change: table.UnoCardPlayed) -> UnoView:
    """Move a card from the seat's hand to the top of the discard pile.

    UNO stays said only if one card is left.
    """
    hand = list(view.hand)
    if view.seat == change.seat:
        hand.remove(_hand_card(change.card))
    player = view.players[change.seat]
    cards = player.cards - 1
    view = replace(
        view,
        hand=tuple(hand),
        top=change.card,
        color=_color_of(change.card),
        discard_pile=view.discard_pile + 1,
    )
    return replace_player(view, change.seat, cards=cards, said_uno=player.said_uno and cards == 1)


def _apply_color_named(view: UnoView, change: table.UnoColorNamed) -> UnoView:
    """Set the current colour and show it on the top card."""
    value = view.top.split(" ")[1]
    return replace(view, color=change.color, top=f"{change.color} {value}")


def _apply_cards_drawn(view: UnoView, change: table.UnoCardsDrawn) -> UnoView:
    """Move cards from the draw pile to the seat; UNO is no longer said.

    Cards of the own seat are added to the hand, which is sorted again.
    """
    if view.seat == change.seat:
        view = replace(view, hand=tuple(sorted(view.hand + change.cards, key=_sort_key)))
    view = replace(view, draw_pile=view.draw_pile - change.count)
    cards = view.players[change.seat].cards + change.count
    return replace_player(view, change.seat, cards=cards, said_uno=False)


def _apply_hands_swapped(view: UnoView, change: table.UnoHandsSwapped) -> UnoView:
    """Swap the hand sizes of two seats; the cards follow in another change.

    UNO stays said only for the seat that caused the swap, with one card.
    """
    counts = {
        change.seat: view.players[change.other].cards,
        change.other: view.players[change.seat].cards,
    }
    return _replace_counts(view, counts, change.seat)


def _apply_hands_passed(view: UnoView, change: table.UnoHandsPassed) -> UnoView:
    """Move each hand size to the next seat in play; the cards follow in another change.

    UNO stays said only for the seat that caused it, with one card.
    """
    seated = [seat for seat, player in enumerate(view.players) if not player.gone]
    shift = 1 if change.clockwise else -1
    counts = {
        seated[(index + shift) % len(seated)]: view.players[seat].cards
        for index, seat in enumerate(seated)
    }
    return _replace_counts(view, counts, change.seat)


def _apply_uno_said(view: UnoView, change: table.UnoSaid) -> UnoView:
    """Mark UNO as said, and clear ``uno_window`` if it was for this seat."""
    window = None if view.uno_window == change.seat else view.uno_window
    return replace_player(replace(view, uno_window=window), change.seat, said_uno=True)


_MIRRORS: dict[type[Change], Mirror[UnoView]] = {
    table.UnoRoundStarted: _apply_round_started,
    table.UnoHandTaken: lambda view, change: replace(view, hand=change.cards),
    table.UnoCardPlayed: _apply_card_played,
    table.UnoHandsSwapped: _apply_hands_swapped,
    table.UnoHandsPassed: _apply_hands_passed,
    table.UnoColorNamed: _apply_color_named,
    table.UnoDirectionChanged: set_fields("clockwise"),
    table.UnoCardsDrawn: _apply_cards_drawn,
    table.UnoPileReshuffled: set_fields("draw_pile", discard_pile=1),
    table.UnoTurnLost: generic.ignore_change,
    table.UnoChallenged: generic.ignore_change,
    table.UnoSaid: _apply_uno_said,
    table.UnoStepStarted: lambda view, change: replace(
        view,
        turn=change.seat,
        decision=change.decision,
        pending=change.pending,
        uno_window=change.uno_window,
        card=change.card,
    ),
    table.UnoSeatGone: _apply_seat_gone,
    table.UnoRoundEnded: _apply_round_ended,
    table.UnoGameEnded: set_fields(
        "winners", turn=None, decision="OVER", card=None, pending=0, uno_window=None
    ),
}
apply_change = mirror_by_type(_MIRRORS)
