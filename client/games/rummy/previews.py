"""The result of a Rummy action in one line, and the play that must follow a taken card."""

from client.games.cards import short_name
from client.games.drawing import Line, Names, Span
from client.games.rummy import text as phrases
from client.games.rummy.faces import prose_cards
from client.games.rummy.melds import Play, extending_cards, maybe_play_with, points_of
from client.games.text import card_count
from messages.base import Seat
from messages.rummy import actions
from messages.rummy.actions import RummyAction
from messages.rummy.table import RummyView


def taken_cards(view: RummyView, card: str) -> tuple[str, ...]:
    """Return a card of the pile and all above it, in the order of the drawing: top card last.

    Empty if the card is not in the pile.
    """
    if card not in view.discard:
        return ()
    return view.discard[: view.discard.index(card) + 1][::-1]


def play_after_take(view: RummyView, card: str) -> Play | None:
    """Return the best play of a card after it has been taken; None if it cannot be used."""
    hand = {*view.hand, *taken_cards(view, card)}
    return maybe_play_with(card, hand, view.melds, view.ace_runs)


def used_cards(view: RummyView, action: object) -> frozenset[str]:
    """Return the cards of the hand that an action uses, also those that follow a taken card.

    Empty for a draw from the stock and without an action.
    """
    match action:
        case actions.TakeRummyDiscard():
            play = play_after_take(view, action.card)
            return frozenset(play.cards if play else ()) & frozenset(view.hand)
        case actions.LayRummyMeld() | actions.LayOffRummyCards():
            return frozenset(action.cards)
        case actions.DiscardRummyCard():
            return frozenset({action.card})
        case actions.PlayRummyTurn():
            laid = {card for play in action.plays for card in play.cards}
            return frozenset(laid | ({action.discard} if action.discard else set()))
    return frozenset()


def next_seat(view: RummyView) -> Seat:
    """Return the seat after the one on turn, without players who left; it may be the same seat.

    If nobody is on turn, it is the seat after seat 0.
    """
    count, turn = len(view.players), view.turn or 0
    others = [(turn + step) % count for step in range(1, count)]
    return next((seat for seat in others if not view.players[seat].gone), turn)


def preview(view: RummyView, names: Names, action: RummyAction) -> Line:
    """Return the result of an action in one line."""
    match action:
        case actions.DrawRummyStock() if not view.stock:
            return (Span(phrases.EMPTY_STOCK_DRAW),)
        case actions.DrawRummyStock():
            return (Span(f"draw 1 of the {card_count(view.stock)} in the stock"),)
        case actions.TakeRummyDiscard():
            return _preview_take(view, action.card)
        case actions.LayRummyMeld():
            return (Span("lay "), *prose_cards(action.cards), *_laid(view, action.cards))
        case actions.LayOffRummyCards():
            cards = prose_cards(action.cards)
            return (
                Span("add "),
                *cards,
                Span(f" to meld {action.meld}"),
                *_laid(view, action.cards),
            )
        case actions.DiscardRummyCard():
            return _preview_discard(view, names, action.card, len(view.hand) - 1)
        case actions.PlayRummyTurn():
            return _preview_turn(view, names, action)


def _preview_take(view: RummyView, card: str) -> Line:
    """Return the cards that are taken, and the play that must follow with its points.

    Without such a play it says that the card cannot be used.
    """
    line: Line = (Span("take "), *prose_cards(taken_cards(view, card)))
    play = play_after_take(view, card)
    if play is None:
        return (*line, Span(phrases.CANNOT_USE))
    points = Span(f" +{points_of(play.cards)}", "legal+bold")
    if play.meld is None:
        return (*line, Span(": lay "), *prose_cards(play.cards), Span(" at once"), points)
    target = Span(f" to meld {play.meld} at once")
    return (*line, Span(": add "), *prose_cards(play.cards), target, points)


def _laid(view: RummyView, cards: tuple[str, ...]) -> Line:
    """Return the points of cards put down, and the cards left, or that the player goes out."""
    left = len(view.hand) - len(cards)
    result = f", {card_count(left)} left" if left else f", {phrases.GO_OUT}"
    return (Span(": "), Span(f"+{points_of(cards)}", "legal+bold"), Span(result))


def _preview_discard(view: RummyView, names: Names, card: str, left: int) -> Line:
    """Return the card, then the next player or the end of the round, and a meld that it fits.

    ``left`` is the number of cards in the hand afterwards. Only the first fitting meld is named.
    """
    line: Line = (Span("throw "), *prose_cards((card,)), Span(": "))
    if not left:
        return (*line, Span(phrases.GO_OUT))
    fits = [
        n for n, m in enumerate(view.melds, 1) if card in extending_cards(m.cards, view.ace_runs)
    ]
    warning = (Span(f" · it fits meld {fits[0]}", "change"),) if fits else ()
    return (*line, Span(_next_text(view, names)), *warning)


def _next_text(view: RummyView, names: Names) -> str:
    """Return the next player with the number of cards, or the effect of an empty stock."""
    if not view.stock and view.stock_out == "end_now":
        return phrases.EMPTY_STOCK_ENDS
    if not view.stock and view.stock_out == "reshuffle":
        return phrases.EMPTY_STOCK_RENEWED
    seat = next_seat(view)
    cards = card_count(view.players[seat].cards)
    return f"{short_name(view, names, seat)} is next with {cards}"


def _preview_turn(view: RummyView, names: Names, action: actions.PlayRummyTurn) -> Line:
    """Return the cards and points of several plays, then the discard; either may be missing."""
    cards = tuple(card for play in action.plays for card in play.cards)
    laid: Line = (Span("lay "), *prose_cards(cards), *_laid(view, cards)) if cards else ()
    if action.discard is None:
        return laid
    left = len(view.hand) - len(cards) - len(action.lost) - 1
    discard = _preview_discard(view, names, action.discard, left)
    return (*laid, Span("; "), *discard) if laid else discard
