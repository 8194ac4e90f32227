"""Rummy 500: actions, leaving and time-outs.

Checks in order: is it the seat's turn (NOTYOURTURN); is a draw or a play expected
(UNEXPECTEDMESSAGE); do the named cards and melds exist (CHOICENOTVALID). The last check is whether
the player holds the cards and may play them (ACTIONNONVALID).
"""

from msgspec.structs import replace

from games.base import Apply, Changed, Changes, Step, refuse, replace_at
from games.rummy.cards import CARD_BY_TEXT, NO_CARD, POINTS, TEXT, card_names, cards_of, hand_of
from games.rummy.legal import maybe_find_play
from games.rummy.melds import maybe_arrange, maybe_attach
from games.rummy.rounds import ALL_LEFT, end_round, end_turn, finish, start_next_turn
from games.rummy.state import Meld, State
from messages.base import Change, Message, Seat
from messages.errors import ErrorCode
from messages.rummy import actions, table


def apply(state: State, seat: Seat, action: actions.RummyAction) -> Step[State]:
    """Apply an action of a seat, or raise IllegalAction."""
    if state.decision == "OVER":
        refuse("The match is over; leave it to play another one.", ErrorCode.NOTYOURTURN)
    if seat != state.turn:
        refuse("It is not your turn; wait until you are asked.", ErrorCode.NOTYOURTURN)
    function = ACTIONS[state.decision].get(type(action))
    if function is None:
        refuse(_expected_action_text(state), ErrorCode.UNEXPECTEDMESSAGE)
    return function(state, seat, action)


def _expected_action_text(state: State) -> str:
    """Return a sentence that tells the player on turn what to do now."""
    if state.decision == "DRAW":
        return "Draw first: from the stock, or from the discard pile."
    if state.owed != NO_CARD:
        return f"You have drawn; put down the {TEXT[state.owed]} you took, then discard."
    return "You have drawn; put down melds or lay-offs if you like, then discard."


def _parse_card(text: str) -> int:
    """Return the card, whose text may be in any letter case, or refuse it."""
    card = CARD_BY_TEXT.get(text.upper(), NO_CARD)
    if card == NO_CARD:
        text = "Write a card as rank and suit, like 5H, TC, QS or AD."
        refuse(text, ErrorCode.CHOICENOTVALID)
    return card


def _parse_held_cards(state: State, seat: Seat, named: tuple[str, ...]) -> bytes:
    """Return the named cards; refuse cards not in the hand and cards named twice."""
    cards = bytes([_parse_card(text) for text in named])
    for card in cards:
        if not state.hands[seat] >> card & 1:
            refuse(f"You do not hold {TEXT[card]}; name cards of your hand.")
    if len(set(cards)) != len(cards):
        refuse("Name each card once.")
    return cards


# --- drawing: 4.1, 5 ----------------------------------------------------------------------------


def _draw(state: State, seat: Seat, action: actions.DrawRummyStock) -> Step[State]:
    """Draw from the stock; without a stock this ends the round."""
    if not state.stock:
        # With the option discard_only play continues without a stock; a draw ends the round. 7
        return end_round(state, None, ())
    return Step(*_draw_stock(state))


def _draw_stock(state: State) -> Changed[State]:
    """Give the player on turn the top card of the stock."""
    card, seat = state.stock[-1], state.turn
    state = replace(
        state,
        hands=replace_at(state.hands, seat, state.hands[seat] | 1 << card),
        stock=state.stock[:-1],
        decision="PLAY",
        drawn=card,
    )
    return state, (table.RummyStockDrawn(seat, TEXT[card]),)


def _take(state: State, seat: Seat, action: actions.TakeRummyDiscard) -> Step[State]:
    """Take a card of the pile and all above it; refused if the card could not be laid this turn."""
    card = _parse_card(action.card)
    at = state.discard.find(card)
    if at < 0:
        refuse(f"{TEXT[card]} is not in the discard pile; take one that is, or draw.")
    taken = state.discard[at:][::-1]
    hand = state.hands[seat] | hand_of(taken)
    if maybe_find_play(card, hand, state.melds, state.options.ace_runs) is None:
        refuse(f"You could not put down {TEXT[card]} in this turn; take another card, or draw.")
    state = replace(
        state,
        hands=replace_at(state.hands, seat, hand),
        discard=state.discard[:at],
        decision="PLAY",
        owed=card,
    )
    return Step(state, (table.RummyDiscardTaken(seat, card_names(taken)),))


# --- putting down: 3, 4.2, 6 --------------------------------------------------------------------


def _play_one(state: State, seat: Seat, action: actions.RummyPlay) -> Step[State]:
    """Apply a single meld or lay-off as a turn without a discard."""
    return _play_turn(state, seat, actions.PlayRummyTurn(plays=(action,)))


def _discard_one(state: State, seat: Seat, action: actions.DiscardRummyCard) -> Step[State]:
    """Apply a discard as a turn without melds."""
    return _play_turn(state, seat, actions.PlayRummyTurn(discard=action.card))


def _play_turn(state: State, seat: Seat, action: actions.PlayRummyTurn) -> Step[State]:
    """Apply plays, forgiveness and discard in this order; single plays are applied here, too."""
    if not action.plays and action.discard is None:
        refuse("Name at least one meld, lay-off or discard.")
    changes: Changes = ()
    for play in action.plays:
        state, more = _put_down(state, seat, play)
        changes += more
    if action.forgive or action.lost:
        state, more = _forgive(state, seat, action)
        changes += more
    if action.discard is not None:
        state, more = _discard(state, seat, action.discard)
        changes += more
    elif state.hands[seat]:
        _check_owed_card_usable(state, seat)
        return Step(state, changes)
    return end_turn(state, changes)


def _put_down(state: State, seat: Seat, play: actions.RummyPlay) -> Changed[State]:
    """Lay a new meld or lay off; the card owed is settled if it is among the cards."""
    cards = _parse_held_cards(state, seat, play.cards)
    change: Change
    if isinstance(play, actions.LayRummyMeld):
        melds, change = _new_meld(state, seat, cards)
    else:
        melds, change = _lay_off(state, seat, play, cards)
    state = replace(
        state,
        hands=replace_at(state.hands, seat, state.hands[seat] & ~hand_of(cards)),
        melds=melds,
        owed=NO_CARD if state.owed in cards else state.owed,
    )
    return state, (change,)


def _new_meld(
    state: State, seat: Seat, cards: bytes
) -> tuple[tuple[Meld, ...], table.RummyMeldLaid]:
    """Return the melds with a new one in order; refuse cards that are not a meld."""
    meld = maybe_arrange(cards, state.options.ace_runs)
    if meld is None:
        named = ", ".join(card_names(cards)) or "Nothing"
        how = "lay three or more cards of one suit in a row, or three or four of one rank"
        refuse(f"{named} is no meld; {how}.")
    melds = (*state.melds, Meld(meld, bytes((seat,)) * len(meld)))
    return melds, table.RummyMeldLaid(seat, len(melds), card_names(meld))


def _lay_off(
    state: State, seat: Seat, play: actions.LayOffRummyCards, cards: bytes
) -> tuple[tuple[Meld, ...], table.RummyCardsLaidOff]:
    """Return the melds with cards added to one; refuse cards that do not continue it."""
    if not state.melds:
        text = "No meld is on the table yet; lay one before you lay off."
        refuse(text, ErrorCode.CHOICENOTVALID)
    if not 1 <= play.meld <= len(state.melds):
        text = f"There is no such meld; choose a number from 1 to {len(state.melds)}."
        refuse(text, ErrorCode.CHOICENOTVALID)
    old = state.melds[play.meld - 1]
    joined = maybe_attach(old.cards, cards, state.options.ace_runs)
    if joined is None:
        named = ", ".join(card_names(cards)) or "nothing"
        current = " ".join(card_names(old.cards))
        refuse(f"Meld {play.meld} ({current}) cannot take {named}; lay off what continues it.")
    front, back = joined
    mark = bytes((seat,))
    new = Meld(front + old.cards + back, mark * len(front) + old.owners + mark * len(back))
    melds = replace_at(state.melds, play.meld - 1, new)
    return melds, table.RummyCardsLaidOff(seat, play.meld, card_names(front), card_names(back))


def _check_owed_card_usable(state: State, seat: Seat) -> None:
    """Refuse a play after which the card owed could not be laid in this turn."""
    owed = state.owed
    if owed == NO_CARD:
        return
    if maybe_find_play(owed, state.hands[seat], state.melds, state.options.ace_runs) is None:
        refuse(f"Then {TEXT[owed]} could not be put down in this turn; use it first.")


# --- discarding: 4.3 ----------------------------------------------------------------------------


def _discard(state: State, seat: Seat, named: str) -> Changed[State]:
    """Discard a card; refused while a card is owed (Rummy 5)."""
    (card,) = _parse_held_cards(state, seat, (named,))
    if state.owed != NO_CARD:
        refuse(f"Put down the {TEXT[state.owed]} you took in a meld or lay-off, then discard.")
    state = replace(
        state,
        hands=replace_at(state.hands, seat, state.hands[seat] & ~(1 << card)),
        discard=state.discard + bytes((card,)),
    )
    return state, (table.RummyCardDiscarded(seat, TEXT[card]),)


def _forgive(state: State, seat: Seat, action: actions.PlayRummyTurn) -> Changed[State]:
    """Put unexplained cards under the pile unscored and charge the points of a card owed (11)."""
    if not state.options.forgiving or not action.forgive or action.discard is None:
        text = "Cards are forgiven at forgiving tables only, and with a discard; lay melds instead."
        refuse(text, ErrorCode.NOTALLOWED)
    cards = _parse_held_cards(state, seat, action.lost)
    fine = 0 if state.owed == NO_CARD else POINTS[state.owed]
    state = replace(
        state,
        hands=replace_at(state.hands, seat, state.hands[seat] & ~hand_of(cards)),
        discard=cards + state.discard,
        fines=replace_at(state.fines, seat, state.fines[seat] + fine),
        owed=NO_CARD,
    )
    return state, (table.RummyCardsLost(seat, card_names(cards), fine),)


ACTIONS: dict[table.RummyDecision, dict[type[Message], Apply[State]]] = {
    "DRAW": {actions.DrawRummyStock: _draw, actions.TakeRummyDiscard: _take},
    "PLAY": {
        actions.LayRummyMeld: _play_one,
        actions.LayOffRummyCards: _play_one,
        actions.DiscardRummyCard: _discard_one,
        actions.PlayRummyTurn: _play_turn,
    },
    "OVER": {},
}


# --- leaving and time-outs: 10.8 ------------------------------------------------------------------


def leave(state: State, seat: Seat) -> Step[State]:
    """Shuffle the hand into the stock, keep the melds and drop the total (10.8)."""
    if seat not in state.seated or state.decision == "OVER":
        return Step(state, ())
    stock, rng = state.rng.shuffled(bytes(cards_of(state.hands[seat])) + state.stock)
    changes = (table.RummySeatGone(seat, len(stock)),)
    state = replace(
        state,
        rng=rng,
        seated=tuple([other for other in state.seated if other != seat]),
        scores=replace_at(state.scores, seat, 0),
        hands=replace_at(state.hands, seat, 0),
        fines=replace_at(state.fines, seat, 0),
        stock=bytes(stock),
    )
    if len(state.seated) == 1:
        return finish(state, state.seated, ALL_LEFT, changes)
    return start_next_turn(state, changes) if state.turn == seat else Step(state, changes)


def timeout(state: State, seat: Seat) -> Step[State]:
    """Draw from the stock for the player and discard that card.

    A player who has drawn discards the drawn card, or the card with most points if it is no longer
    in the hand. A card owed is laid first. Without a stock the round ends.
    """
    if seat != state.turn or state.decision == "OVER":
        return Step(state, ())
    changes: Changes = ()
    if state.decision == "DRAW":
        if not state.stock:
            return end_round(state, None, ())
        state, changes = _draw_stock(state)
    if state.owed != NO_CARD:
        use = maybe_find_play(state.owed, state.hands[seat], state.melds, state.options.ace_runs)
        assert use is not None, "no accepted step takes away the last use"
        state, paid = _put_down(state, seat, use)
        changes += paid
    if state.hands[seat]:
        state, discarded = _discard(state, seat, TEXT[_card_to_discard(state, seat)])
        changes += discarded
    return end_turn(state, changes)


def _card_to_discard(state: State, seat: Seat) -> int:
    """Return the drawn card if it is in the hand, otherwise the card with most points."""
    hand = list(cards_of(state.hands[seat]))
    return state.drawn if state.drawn in hand else max(hand, key=lambda card: POINTS[card])
