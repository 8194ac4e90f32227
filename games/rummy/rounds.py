"""Rummy 500: the deal, turn order, and the ends of rounds and matches (Rummy 2, 7, 8).

A function that takes ``changes`` completes the step that made them.
"""

from msgspec.structs import replace

from games.base import Changed, Changes, Result, Step
from games.rng import Rng
from games.rummy.cards import DECK, NO_CARD, POINTS, TEXT, card_names, cards_of, hand_of, value_of
from games.rummy.state import NOBODY, Options, State, next_seat
from messages.base import Seat
from messages.rummy import table

ALL_LEFT = "The others have left the table."


# --- the deal: 2 --------------------------------------------------------------------------------


def start(players: int, options: Options, rng: Rng) -> Step[State]:
    """Start the first round; the first player is random (Rummy 2)."""
    first, rng = rng.below(players)
    state = State(
        options=options,
        rng=rng,
        seated=tuple(range(players)),
        scores=(0,) * players,
        hands=(0,) * players,
        fines=(0,) * players,
    )
    return begin_round(state, first, ())


def begin_round(state: State, first: Seat, changes: Changes) -> Step[State]:
    """Shuffle, deal and turn up a card."""
    options = state.options
    size = options.deal_two if len(state.seated) == 2 else options.deal_more
    deck, rng = state.rng.shuffled(DECK)
    pile, hands = bytes(deck), [0] * len(state.hands)
    for seat in state.seated:
        hands[seat], pile = hand_of(pile[-size:]), pile[:-size]
    top, stock = pile[-1:], pile[:-1]
    started = table.RummyRoundStarted(state.round + 1, first, TEXT[top[0]], size, len(stock))
    dealt = [table.RummyHandDealt(seat, card_names(cards_of(hands[seat]))) for seat in state.seated]
    state = State(
        options=options,
        rng=rng,
        seated=state.seated,
        scores=state.scores,
        hands=tuple(hands),
        fines=(0,) * len(hands),
        stock=stock,
        discard=top,
        turn=first,
        round=state.round + 1,
        first=first,
        rounds=state.rounds,
    )
    return Step(state, (*changes, started, *dealt, table.RummyTurnStarted(first)), (first,))


# --- the end of a turn: 7 -----------------------------------------------------------------------


def start_next_turn(state: State, changes: Changes) -> Step[State]:
    """Let the next player draw."""
    turn = next_seat(state, state.turn)
    state = replace(state, turn=turn, decision="DRAW", drawn=NO_CARD, owed=NO_CARD)
    return Step(state, (*changes, table.RummyTurnStarted(turn)), (turn,))


def end_turn(state: State, changes: Changes) -> Step[State]:
    """Complete a turn: a player without cards ends the round, and so may an empty stock.

    With the option ``reshuffle`` the stock is renewed instead, unless nobody laid a card since.
    """
    if not state.hands[state.turn]:
        return end_round(state, state.turn, changes)
    if state.stock or state.options.stock_out == "discard_only":
        return start_next_turn(state, changes)
    laid = sum([len(meld.cards) for meld in state.melds])
    blocked = len(state.discard) == 1 or laid == state.renewed
    if state.options.stock_out == "end_now" or blocked:
        return end_round(state, None, changes)
    state, renewed = _renew_stock(state, laid)
    return start_next_turn(state, (*changes, *renewed))


def _renew_stock(state: State, laid: int) -> Changed[State]:
    """Make the discard pile without its top card the stock, before the next player needs a card.

    The stock is renewed again only if somebody laid a card since, because cards that fit nowhere
    could circulate for ever.
    """
    stock, rng = state.rng.shuffled(state.discard[:-1])
    top = state.discard[-1:]
    state = replace(state, rng=rng, stock=bytes(stock), discard=top, renewed=laid)
    return state, (table.RummyStockRenewed(len(stock)),)


# --- the end of a round, and of the match: 7, 8 -------------------------------------------------


def laid_points(state: State) -> list[int]:
    """Return the points that each seat laid in this round, in its own and in others' melds."""
    points = [0] * len(state.hands)
    for meld in state.melds:
        for card, owner in zip(meld.cards, meld.owners, strict=True):
            points[owner] += POINTS[card]
    return points


def end_round(state: State, out: Seat | None, changes: Changes) -> Step[State]:
    """Score the round; deal the next one unless somebody has reached the target.

    ``out`` is the player without cards, None if the stock ran out.
    """
    laid = laid_points(state)
    held = tuple([value_of(cards_of(hand)) for hand in state.hands])
    points = [0] * len(laid)
    for seat in state.seated:
        points[seat] = laid[seat] - held[seat] - state.fines[seat]
    changes = (*changes, table.RummyRoundEnded(tuple(points), held, out))
    scores = tuple([total + made for total, made in zip(state.scores, points, strict=True)])
    rounds = (*state.rounds, tuple(points))[-table.LISTED_ROUNDS :]
    state = replace(state, scores=scores, rounds=rounds)
    best = max([scores[seat] for seat in state.seated])
    if best >= state.options.target:
        winners = tuple([seat for seat in state.seated if scores[seat] == best])
        return finish(state, winners, f"{state.options.target} points were the target.", changes)
    return begin_round(state, next_seat(state, state.first), changes)


def finish(state: State, winners: tuple[Seat, ...], reason: str, changes: Changes) -> Step[State]:
    """End the match; all players with the highest total win."""
    state = replace(
        state,
        turn=NOBODY,
        decision="OVER",
        drawn=NO_CARD,
        owed=NO_CARD,
        winners=winners,
        reason=reason,
    )
    return Step(state, (*changes, table.RummyGameEnded(winners, reason)))


def result(state: State) -> Result | None:
    """Return winners and totals, None before the end."""
    if state.decision != "OVER":
        return None
    return Result(state.winners, state.scores, state.reason)
