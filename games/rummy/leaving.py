"""Rummy 500: a seat is given up, or its time is over (Rummy 10.8, turn_limit)."""

from msgspec.structs import replace

from games.base import Step, replace_at
from games.rummy.cards import NO_CARD, POINTS, TEXT, cards_of
from games.rummy.legal import use_of
from games.rummy.rounds import ALL_LEFT, end_round, end_turn, finish, pass_on, turn_began
from games.rummy.rules import draw_stock, put_away, put_down
from games.rummy.state import State
from messages.base import Change, Seat
from messages.rummy.table import RummySeatGone


def leave(state: State, seat: Seat) -> Step[State]:
    """The hand is shuffled into the stock, melds stay, the total is dropped (10.8)."""
    if seat not in state.seated or state.decision == "OVER":
        return Step(state, ())
    stock, chance = state.chance.shuffled(bytes(cards_of(state.hands[seat])) + state.stock)
    news: list[Change] = [RummySeatGone(seat, len(stock))]
    state = replace(
        state,
        chance=chance,
        seated=tuple([other for other in state.seated if other != seat]),
        scores=replace_at(state.scores, seat, 0),
        hands=replace_at(state.hands, seat, 0),
        fines=replace_at(state.fines, seat, 0),
        stock=bytes(stock),
    )
    if len(state.seated) == 1:
        return turn_began(finish(state, state.seated, ALL_LEFT, news), news)
    if state.turn != seat:
        return Step(state, tuple(news))
    return turn_began(pass_on(state), news)


def timeout(state: State, seat: Seat) -> Step[State]:
    """The table draws from the stock for the player and discards that card.

    Somebody who has drawn already discards the drawn card, or the dearest if it is gone; a card
    owed is first put down in any way there is.
    """
    if seat != state.turn or state.decision == "OVER":
        return Step(state, ())
    news: list[Change] = []
    if state.decision == "DRAW":
        if not state.stock:
            return turn_began(end_round(state, None, news), news)
        state = draw_stock(state, news)
    state = _pay_duty(state, seat, news)
    if state.hands[seat]:
        state = put_away(state, seat, TEXT[_unwanted(state, seat)], news)
    return turn_began(end_turn(state, news), news)


def _pay_duty(state: State, seat: Seat, news: list[Change]) -> State:
    if state.owed == NO_CARD:
        return state
    use = use_of(state.owed, state.hands[seat], state.melds, state.options.ace_runs)
    assert use is not None, "no accepted step takes away the last use"
    return put_down(state, seat, use, news)


def _unwanted(state: State, seat: Seat) -> int:
    hand = list(cards_of(state.hands[seat]))
    return state.drawn if state.drawn in hand else max(hand, key=lambda card: POINTS[card])
