"""Rummy 500: the deal, whose turn comes, and how rounds and matches end (Rummy 2, 7, 8)."""

from msgspec.structs import replace

from games.base import Result, Step
from games.rng import Rng
from games.rummy.cards import DECK, NO_CARD, POINTS, TEXT, cards_of, hand_of, texts, value_of
from games.rummy.state import NOBODY, Options, State, after
from messages.base import Change, Seat
from messages.rummy.table import (
    KEPT_ROUNDS,
    RummyGameEnded,
    RummyHandDealt,
    RummyRoundEnded,
    RummyRoundStarted,
    RummyStockRenewed,
    RummyTurnStarted,
)

ALL_LEFT = "The others have left the table."


def turn_began(state: State, news: list[Change]) -> Step[State]:
    """The end of a step after which a turn begins, unless the match is over."""
    if state.decision == "OVER":
        return Step(state, tuple(news))
    news.append(RummyTurnStarted(state.turn))
    return Step(state, tuple(news), (state.turn,))


# --- the deal: 2 --------------------------------------------------------------------------------


def start(players: int, options: Options, chance: Rng) -> Step[State]:
    """A table with everybody at it; anybody may be first (Rummy 2)."""
    first, chance = chance.below(players)
    state = State(
        options=options,
        chance=chance,
        seated=tuple(range(players)),
        scores=(0,) * players,
        hands=(0,) * players,
        fines=(0,) * players,
    )
    news: list[Change] = []
    return turn_began(begin_round(state, first, news), news)


def begin_round(state: State, first: Seat, news: list[Change]) -> State:
    """Shuffle, deal, turn up a card."""
    options = state.options
    size = options.deal_two if len(state.seated) == 2 else options.deal_more
    deck, chance = state.chance.shuffled(DECK)
    pile, hands = bytes(deck), [0] * len(state.hands)
    for seat in state.seated:
        hands[seat], pile = hand_of(pile[-size:]), pile[:-size]
    top, stock = pile[-1:], pile[:-1]
    news.append(RummyRoundStarted(state.round + 1, first, TEXT[top[0]], size, len(stock)))
    news += [RummyHandDealt(seat, texts(cards_of(hands[seat]))) for seat in state.seated]
    return State(
        options=options,
        chance=chance,
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


# --- the end of a turn: 7 -----------------------------------------------------------------------


def pass_on(state: State) -> State:
    """The next player is to draw."""
    turn = after(state, state.turn)
    return replace(state, turn=turn, decision="DRAW", drawn=NO_CARD, owed=NO_CARD)


def end_turn(state: State, news: list[Change]) -> State:
    """A turn is complete: who has no card left is out, and an empty stock is looked after."""
    if not state.hands[state.turn]:
        return end_round(state, state.turn, news)
    if state.stock or state.options.stock_out == "discard_only":
        return pass_on(state)
    laid = sum([len(meld.cards) for meld in state.melds])
    stuck = len(state.discard) == 1 or laid == state.renewed
    if state.options.stock_out == "end_now" or stuck:
        return end_round(state, None, news)
    return pass_on(_renew_stock(state, laid, news))


def _renew_stock(state: State, laid: int, news: list[Change]) -> State:
    """Nobody is ever to wait for a card, so it is done before the next player draws.

    It is done once more only if somebody put down a card meanwhile: cards that fit nowhere could go
    round for ever.
    """
    stock, chance = state.chance.shuffled(state.discard[:-1])
    news.append(RummyStockRenewed(len(stock)))
    top = state.discard[-1:]
    return replace(state, chance=chance, stock=bytes(stock), discard=top, renewed=laid)


# --- the end of a round, and of the match: 7, 8 -------------------------------------------------


def laid_points(state: State) -> list[int]:
    """What each seat put down in this round, in its own and in others' melds."""
    points = [0] * len(state.hands)
    for meld in state.melds:
        for card, owner in zip(meld.cards, meld.owners, strict=True):
            points[owner] += POINTS[card]
    return points


def end_round(state: State, out: Seat | None, news: list[Change]) -> State:
    """Score the round; the next one begins unless somebody has reached the target."""
    laid = laid_points(state)
    held = tuple([value_of(cards_of(hand)) for hand in state.hands])
    points = [0] * len(laid)
    for seat in state.seated:
        points[seat] = laid[seat] - held[seat] - state.fines[seat]
    news.append(RummyRoundEnded(tuple(points), held, out))
    scores = tuple([total + made for total, made in zip(state.scores, points, strict=True)])
    rounds = (*state.rounds, tuple(points))[-KEPT_ROUNDS:]
    state = replace(state, scores=scores, rounds=rounds)
    best = max([scores[seat] for seat in state.seated])
    if best >= state.options.target:
        winners = tuple([seat for seat in state.seated if scores[seat] == best])
        return finish(state, winners, f"{state.options.target} points were the target.", news)
    return begin_round(state, after(state, state.first), news)


def finish(state: State, winners: tuple[Seat, ...], reason: str, news: list[Change]) -> State:
    """The match is over; equal highest totals all win."""
    news.append(RummyGameEnded(winners, reason))
    return replace(
        state,
        turn=NOBODY,
        decision="OVER",
        drawn=NO_CARD,
        owed=NO_CARD,
        winners=winners,
        reason=reason,
    )


def result(state: State) -> Result | None:
    """Winners and totals, once the match is over."""
    if state.decision != "OVER":
        return None
    return Result(state.winners, state.scores, state.reason)
