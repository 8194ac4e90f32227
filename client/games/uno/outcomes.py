"""The result of an UNO action as far as the own seat can know it, and the preview line.

Hidden are only cards to be drawn, other hands, and whether a challenge succeeds.
"""

from typing import NamedTuple

from client.games.cards import short_name
from client.games.drawing import Line, Names, Span
from client.games.text import card_count
from client.games.uno import text as phrases
from client.games.uno.faces import card_chip
from messages.base import Seat
from messages.uno import actions
from messages.uno.actions import UnoAction
from messages.uno.table import UnoView

CARDS_DUE = {"DRAW_2": 2, "DRAW_4": 4}


class Outcome(NamedTuple):
    """The result of playing a card."""

    next: Seat
    """The seat on turn afterwards, unless the round is won."""
    hands: dict[Seat, int]
    """The number of cards of each seat that is still playing."""
    drawn: tuple[Seat, int] | None = None
    """A seat that draws cards and loses its turn."""
    skipped: Seat | None = None
    pending: int = 0
    is_won: bool = False
    may_challenge: bool = False
    swapped: Seat | None = None
    are_hands_passed: bool = False


def available_cards(view: UnoView) -> int:
    """Return the number of cards that can be drawn, with the discards below the top card."""
    return view.draw_pile + view.discard_pile - 1


def missed_uno(view: UnoView) -> tuple[Seat, int] | None:
    """Return the seat that must draw because UNO was not said, and the number of cards.

    It must draw after any action but SayUno. None if UNO is not awaited or there is nothing to
    draw.
    """
    count = min(view.uno_penalty, available_cards(view))
    return (view.uno_window, count) if view.uno_window is not None and count else None


def seat_after(view: UnoView, seat: Seat, *, clockwise: bool) -> Seat:
    """Return the next seat in a direction, without players who left; it may be the same seat."""
    count, step = len(view.players), 1 if clockwise else -1
    others = [other for other, player in enumerate(view.players) if not player.gone]
    others = [other for other in others if other != seat]
    return min(others, key=lambda other: (other - seat) * step % count, default=seat)


def play_outcome(view: UnoView, card: str, swap: Seat | None = None) -> Outcome:
    """Return the result of playing a card, after the penalty of a player who missed UNO.

    ``swap`` is the partner of a seven; None: the next player. A wild has its colour. The last card
    wins the round.
    """
    seat = view.seat if view.seat is not None else 0
    hands = {n: player.cards for n, player in enumerate(view.players) if not player.gone}
    missed = missed_uno(view)
    left = available_cards(view)
    if missed is not None:
        hands[missed[0]] += missed[1]
        left -= missed[1]
    hands[seat] -= 1
    following = seat_after(view, seat, clockwise=view.clockwise)
    value = card.partition(" ")[2]
    due = CARDS_DUE.get(value, 0)
    if not hands[seat]:
        return _round_won_outcome(view, hands, following, due, left)
    if view.mode == "seven_o" and value in ("7", "0"):
        return _exchange(view, hands, seat, following, swap if value == "7" else None, value)
    if due:
        return _draw_effect(view, hands, following, value, left)
    if value == "SKIP":
        later = seat_after(view, following, clockwise=view.clockwise)
        return Outcome(later, hands, skipped=following)
    if value == "REVERSE":
        if len(hands) == 2:
            return Outcome(seat, hands, skipped=following)
        return Outcome(seat_after(view, seat, clockwise=not view.clockwise), hands)
    return Outcome(following, hands)


def _round_won_outcome(
    view: UnoView, hands: dict[Seat, int], target: Seat, due: int, left: int
) -> Outcome:
    """Return the end of the round: of all effects only a draw card still counts.

    If ``due`` is not 0, the target draws ``due`` and the pending cards, but at most ``left``, the
    number of cards that can be drawn. They are added to ``hands``.
    """
    if not due:
        return Outcome(target, hands, is_won=True)
    count = min(view.pending + due, left)
    hands[target] += count
    return Outcome(target, hands, drawn=(target, count), is_won=True)


def _exchange(
    view: UnoView,
    hands: dict[Seat, int],
    seat: Seat,
    following: Seat,
    swap: Seat | None,
    value: str,
) -> Outcome:
    """Return the result of a seven or a zero in the mode that exchanges hands.

    A seven swaps two entries of ``hands``: with ``swap``, or with the next player. A zero passes
    all hands on, in a new dictionary.
    """
    if value == "7":
        other = following if swap is None else swap
        hands[seat], hands[other] = hands[other], hands[seat]
        return Outcome(following, hands, swapped=other)
    passed = {seat_after(view, n, clockwise=view.clockwise): cards for n, cards in hands.items()}
    return Outcome(following, passed, are_hands_passed=True)


def _draw_effect(
    view: UnoView, hands: dict[Seat, int], target: Seat, value: str, left: int
) -> Outcome:
    """Return the result of a draw card: cards drawn or pending, or a possible challenge.

    Cards that are drawn at once, at most ``left``, are added to ``hands``, and the target loses the
    turn.
    """
    is_challenge = value == "DRAW_4" and view.wd4_policy == "challenge"
    if is_challenge and not (view.mode == "progressive" and view.pending):
        return Outcome(target, hands, pending=4, may_challenge=True)
    due = CARDS_DUE[value]
    if view.mode == "progressive":
        return Outcome(target, hands, pending=view.pending + due)
    count = min(due, left)
    hands[target] += count
    following = seat_after(view, target, clockwise=view.clockwise)
    return Outcome(following, hands, drawn=(target, count))


# --- the preview line -----------------------------------------------------------------------------


def preview(view: UnoView, names: Names, action: UnoAction) -> Line:
    """Return the result of an action in one line, and the cards drawn for a missed UNO, if any."""
    line = _preview(view, names, action)
    missed = None if isinstance(action, actions.SayUno) else missed_uno(view)
    if missed is None:
        return line
    who = "you draw" if missed[0] == view.seat else f"{short_name(view, names, missed[0])} draws"
    return (*line, Span(f" · {who} {missed[1]} for a missed UNO", "change"))


def _preview(view: UnoView, names: Names, action: UnoAction) -> Line:
    """Return the result of an action in one line, without the cards for a missed UNO."""
    match action:
        case actions.PlayUnoCard():
            return _preview_play(view, names, action.card, action.color, action.swap)
        case actions.DrawUnoCard():
            return (Span(_draw_text(view, names)),)
        case actions.AnswerDrawnUnoCard() if action.play:
            return _preview_play(view, names, view.card or "", None, None)
        case actions.AnswerDrawnUnoCard():
            kept = (card_chip(view.card),) if view.card else ()
            return (Span("keep "), *kept, Span(f": {_next_text(view, names)}"))
        case actions.ChooseUnoColor() if view.card is None:
            color = f"{action.color} WILD"
            return (card_chip(color), Span(phrases.PLAY_ON_COLOR))
        case actions.ChooseUnoColor():
            return _preview_play(view, names, view.card or "", action.color, None)
        case actions.SwapUnoHands():
            return _preview_play(view, names, view.card or "", None, action.seat)
        case actions.AnswerUnoChallenge():
            return (Span(_challenge_text(view, names, challenge=action.challenge)),)
        case actions.SayUno():
            return (Span("UNO!", "chip:red+bold"), Span(phrases.SAFE))


def _preview_play(
    view: UnoView, names: Names, card: str, color: str | None, swap: Seat | None
) -> Line:
    """Return card and top card, then the outcome or the question that follows.

    The question is for a colour, or for a partner if there are more than two players.
    """
    value = card.partition(" ")[2]
    shown = f"{color} {value}" if color else card
    head = (card_chip(shown), Span(" on "), card_chip(view.top), Span(": "))
    outcome = play_outcome(view, card, swap)
    if value in ("WILD", "DRAW_4") and color is None and not outcome.is_won:
        return (*head, Span(phrases.CHOOSE_COLOR))
    if outcome.swapped is not None and swap is None and len(outcome.hands) > 2:
        return (*head, Span(phrases.CHOOSE_PARTNER))
    return (*head, *_outcome_spans(view, names, outcome))


def _outcome_spans(view: UnoView, names: Names, outcome: Outcome) -> Line:
    """Return the effects of a card, then the next player with the number of cards.

    If the round is won, that is first, and no next player is named.
    """
    spans: list[Span] = []
    if outcome.is_won:
        spans.append(Span(phrases.WIN, "legal+bold"))
    for text in _effects(view, names, outcome):
        spans += [Span(", ")] * bool(spans) + [Span(text)]
    if outcome.is_won:
        return tuple(spans)
    spans += [Span(", ")] * bool(spans)
    return (*spans, Span(_turn_text(view, names, outcome.next, outcome.hands[outcome.next])))


def _effects(view: UnoView, names: Names, outcome: Outcome) -> list[str]:
    """Return the effects of a card on hands and other players, one text for each.

    Exchanges of hands are left out for a spectator.
    """
    texts = []
    if outcome.drawn is not None:
        seat, count = outcome.drawn
        texts.append(f"{short_name(view, names, seat)} draws {count}")
    if outcome.skipped is not None:
        texts.append(f"{short_name(view, names, outcome.skipped)} loses the turn")
    if outcome.swapped is not None and view.seat is not None:
        other = short_name(view, names, outcome.swapped)
        texts.append(f"you get the {card_count(outcome.hands[view.seat])} of {other}")
    if outcome.are_hands_passed and view.seat is not None:
        texts.append(phrases.HANDS_MOVE.format(cards=card_count(outcome.hands[view.seat])))
    if outcome.may_challenge:
        texts.append(f"{short_name(view, names, outcome.next)} draws 4 or challenges")
    elif outcome.pending:
        texts.append(f"{short_name(view, names, outcome.next)} draws {outcome.pending} or adds one")
    return texts


def _turn_text(view: UnoView, names: Names, seat: Seat, cards: int) -> str:
    """Return the next player with the number of cards, or that it is the own turn again."""
    if seat == view.seat:
        return phrases.YOUR_TURN_AGAIN
    return f"{short_name(view, names, seat)} is next with {card_count(cards)}"


def _next_text(view: UnoView, names: Names) -> str:
    """Return the next player with the number of cards, if the own turn ends without a card.

    The cards for a missed UNO are included. For a spectator seat 0 is on turn.
    """
    seat = seat_after(view, view.seat or 0, clockwise=view.clockwise)
    missed = missed_uno(view)
    extra = missed[1] if missed is not None and missed[0] == seat else 0
    return _turn_text(view, names, seat, view.players[seat].cards + extra)


def _draw_text(view: UnoView, names: Names) -> str:
    """Return the result of drawing: all pending cards, one card, or nothing to draw.

    Cards for a missed UNO are drawn first and reduce what is left.
    """
    missed = missed_uno(view)
    left = available_cards(view) - (missed[1] if missed is not None else 0)
    if not left:
        return phrases.NOTHING_LEFT
    if view.pending:
        return phrases.DRAW_ALL.format(count=min(view.pending, left), then=_next_text(view, names))
    return phrases.DRAW_ONE.format(then=_next_text(view, names))


def _challenge_text(view: UnoView, names: Names, *, challenge: bool) -> str:
    """Return the results of a challenge, or of accepting the cards; those depend on the mode."""
    if challenge:
        return phrases.CHALLENGE_RESULT.format(count=view.pending, more=view.pending + 2)
    if view.mode == "progressive":
        return phrases.ACCEPT_PENDING.format(count=view.pending)
    return phrases.DRAW_ALL.format(count=view.pending, then=_next_text(view, names))
