"""Rummy 500: what an action does. First all checks, then the new state.

Order of thought: is it your turn, is this the question, do you hold the cards, do they fit. A
refusal tells its kind: NOTYOURTURN; UNEXPECTEDMESSAGE for a draw after a draw or a play before one;
CHOICENOTVALID for what names no card or meld; ACTIONNONVALID for what the rules forbid.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from games.base import Step, refuse, replace_at
from games.rummy.cards import NO_CARD, POINTS, READ, TEXT, cards_of, hand_of, texts
from games.rummy.legal import use_of
from games.rummy.melds import arranged, attached
from games.rummy.rounds import ALL_LEFT, end_round, end_turn, finish, pass_on, turn_began
from games.rummy.state import Meld, State
from messages.base import Change, Message, Seat
from messages.errors import ErrorCode
from messages.rummy.actions import (
    DiscardRummyCard,
    DrawRummyStock,
    LayOffRummyCards,
    LayRummyMeld,
    PlayRummyTurn,
    RummyAction,
    RummyPlay,
    TakeRummyDiscard,
)
from messages.rummy.table import (
    RummyCardDiscarded,
    RummyCardsLaidOff,
    RummyCardsLost,
    RummyDecision,
    RummyDiscardTaken,
    RummyMeldLaid,
    RummySeatGone,
    RummyStockDrawn,
)


def apply(state: State, seat: Seat, action: RummyAction) -> Step[State]:
    """Do what a player wants, or raise IllegalAction and leave everything as it is."""
    return _ARMS[type(action)](state, seat, action)


# --- who may speak ------------------------------------------------------------------------------


def _check_turn(state: State, seat: Seat, decision: RummyDecision) -> None:
    if state.decision == "OVER":
        text = "The match is over; leave it to play another one."
        refuse(text, ErrorCode.NOTYOURTURN)
    if seat != state.turn:
        text = "It is not your turn; wait until you are asked."
        refuse(text, ErrorCode.NOTYOURTURN)
    if state.decision != decision:
        refuse(_what_now(state), ErrorCode.UNEXPECTEDMESSAGE)


def _what_now(state: State) -> str:
    """What the table waits for, as a sentence to the player on turn."""
    if state.decision == "DRAW":
        return "Draw first: from the stock, or from the discard pile."
    if state.owed != NO_CARD:
        return f"You have drawn; put down the {TEXT[state.owed]} you took, then discard."
    return "You have drawn; put down melds or lay-offs if you like, then discard."


def _read(text: str) -> int:
    card = READ.get(text, NO_CARD)
    if card == NO_CARD:
        text = "Write a card as rank and suit, like 5H, TC, QS or AD."
        refuse(text, ErrorCode.CHOICENOTVALID)
    return card


def _held(state: State, seat: Seat, named: tuple[str, ...]) -> bytes:
    """The cards named, each once and all of them in the hand."""
    cards = bytes([_read(text) for text in named])
    for card in cards:
        if not state.hands[seat] >> card & 1:
            refuse(f"You do not hold {TEXT[card]}; name cards of your hand.")
    if len(set(cards)) != len(cards):
        refuse("Name each card once.")
    return cards


# --- drawing: 4.1, 5 ----------------------------------------------------------------------------


def _draw(state: State, seat: Seat, action: DrawRummyStock) -> Step[State]:
    _check_turn(state, seat, "DRAW")
    news: list[Change] = []
    if not state.stock:
        # Only where play goes on without a stock: who asks for it ends the round. 7
        return turn_began(end_round(state, None, news), news)
    return Step(draw_stock(state, news), tuple(news))


def draw_stock(state: State, news: list[Change]) -> State:
    """The player on turn gets the top card of the stock."""
    card, seat = state.stock[-1], state.turn
    news.append(RummyStockDrawn(seat, TEXT[card]))
    return replace(
        state,
        hands=replace_at(state.hands, seat, state.hands[seat] | 1 << card),
        stock=state.stock[:-1],
        decision="PLAY",
        drawn=card,
    )


def _take(state: State, seat: Seat, action: TakeRummyDiscard) -> Step[State]:
    _check_turn(state, seat, "DRAW")
    card = _read(action.card)
    at = state.discard.find(card)
    if at < 0:
        refuse(f"{TEXT[card]} is not in the discard pile; take one that is, or draw.")
    taken = state.discard[at:][::-1]
    hand = state.hands[seat] | hand_of(taken)
    if use_of(card, hand, state.melds, state.options.ace_runs) is None:
        refuse(f"You could not put down {TEXT[card]} in this turn; take another card, or draw.")
    state = replace(
        state,
        hands=replace_at(state.hands, seat, hand),
        discard=state.discard[:at],
        decision="PLAY",
        owed=card,
    )
    return Step(state, (RummyDiscardTaken(seat, texts(taken)),))


# --- putting down: 3, 4.2, 6 --------------------------------------------------------------------


def _play_one(state: State, seat: Seat, action: RummyPlay) -> Step[State]:
    return _turn(state, seat, PlayRummyTurn(plays=(action,)))


def _discard_one(state: State, seat: Seat, action: DiscardRummyCard) -> Step[State]:
    return _turn(state, seat, PlayRummyTurn(discard=action.card))


def _turn(state: State, seat: Seat, action: PlayRummyTurn) -> Step[State]:
    """Every way to put down cards comes here; a state that is refused half-way is dropped."""
    _check_turn(state, seat, "PLAY")
    if not action.plays and action.discard is None:
        refuse("Name at least one meld, lay-off or discard.")
    news: list[Change] = []
    for play in action.plays:
        state = put_down(state, seat, play, news)
    if action.forgive or action.lost:
        state = _forgiven(state, seat, action, news)
    if action.discard is not None:
        state = put_away(state, seat, action.discard, news)
    elif state.hands[seat]:
        _check_duty(state, seat)
        return Step(state, tuple(news))
    return turn_began(end_turn(state, news), news)


def put_down(state: State, seat: Seat, play: RummyPlay, news: list[Change]) -> State:
    """A new meld or a lay-off; what was owed is paid if it is among the cards."""
    cards = _held(state, seat, play.cards)
    if isinstance(play, LayRummyMeld):
        melds = (*state.melds, _new_meld(state, seat, cards, news))
    else:
        melds = _laid_off(state, seat, play, cards, news)
    return replace(
        state,
        hands=replace_at(state.hands, seat, state.hands[seat] & ~hand_of(cards)),
        melds=melds,
        owed=NO_CARD if state.owed in cards else state.owed,
    )


def _new_meld(state: State, seat: Seat, cards: bytes, news: list[Change]) -> Meld:
    meld = arranged(cards, state.options.ace_runs)
    if meld is None:
        refuse(
            f"{', '.join(texts(cards)) or 'Nothing'} is no meld; lay three or more cards of one"
            " suit in a row, or three or four of one rank."
        )
    news.append(RummyMeldLaid(seat, len(state.melds) + 1, texts(meld)))
    return Meld(meld, bytes((seat,)) * len(meld))


def _laid_off(
    state: State, seat: Seat, play: LayOffRummyCards, cards: bytes, news: list[Change]
) -> tuple[Meld, ...]:
    if not 1 <= play.meld <= len(state.melds):
        refuse(_which_melds(state), ErrorCode.CHOICENOTVALID)
    old = state.melds[play.meld - 1]
    joined = attached(old.cards, cards, state.options.ace_runs)
    if joined is None:
        named = ", ".join(texts(cards)) or "nothing"
        there = " ".join(texts(old.cards))
        refuse(f"Meld {play.meld} ({there}) cannot take {named}; lay off what continues it.")
    front, back = joined
    news.append(RummyCardsLaidOff(seat, play.meld, texts(front), texts(back)))
    mark = bytes((seat,))
    new = Meld(front + old.cards + back, mark * len(front) + old.owners + mark * len(back))
    return (*state.melds[: play.meld - 1], new, *state.melds[play.meld :])


def _which_melds(state: State) -> str:
    if not state.melds:
        return "No meld is on the table yet; lay one before you lay off."
    return f"There is no such meld; choose a number from 1 to {len(state.melds)}."


def _check_duty(state: State, seat: Seat) -> None:
    """Nobody may lay away what the card owed needs, and then sit there with it."""
    owed = state.owed
    if owed == NO_CARD:
        return
    if use_of(owed, state.hands[seat], state.melds, state.options.ace_runs) is None:
        refuse(f"Then {TEXT[owed]} could not be put down in this turn; use it first.")


# --- discarding: 4.3 ----------------------------------------------------------------------------


def put_away(state: State, seat: Seat, named: str, news: list[Change]) -> State:
    """The discard, which no open duty allows (Rummy 5)."""
    (card,) = _held(state, seat, (named,))
    if state.owed != NO_CARD:
        refuse(f"Put down the {TEXT[state.owed]} you took in a meld or lay-off, then discard.")
    news.append(RummyCardDiscarded(seat, TEXT[card]))
    return replace(
        state,
        hands=replace_at(state.hands, seat, state.hands[seat] & ~(1 << card)),
        discard=state.discard + bytes((card,)),
    )


def _forgiven(state: State, seat: Seat, action: PlayRummyTurn, news: list[Change]) -> State:
    """Cards nobody can explain go under the pile unscored, a duty is paid in points (11)."""
    if not state.options.forgiving or not action.forgive or action.discard is None:
        text = "Cards are forgiven at forgiving tables only, and with a discard; lay melds instead."
        refuse(text, ErrorCode.NOTALLOWED)
    cards = _held(state, seat, action.lost)
    fine = 0 if state.owed == NO_CARD else POINTS[state.owed]
    news.append(RummyCardsLost(seat, texts(cards), fine))
    return replace(
        state,
        hands=replace_at(state.hands, seat, state.hands[seat] & ~hand_of(cards)),
        discard=cards + state.discard,
        fines=replace_at(state.fines, seat, state.fines[seat] + fine),
        owed=NO_CARD,
    )


_ARMS: dict[type[Message], Callable[[State, Seat, Any], Step[State]]] = {
    DrawRummyStock: _draw,
    TakeRummyDiscard: _take,
    LayRummyMeld: _play_one,
    LayOffRummyCards: _play_one,
    DiscardRummyCard: _discard_one,
    PlayRummyTurn: _turn,
}


# --- leaving and time-outs: 10.8 ------------------------------------------------------------------


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
