"""UNO: the deal, the first card, whose turn comes, and how rounds and games end (UNO 2, 4, 7, 9).

Every step ends here: ``turn_began`` or ``question_asked`` say what the table waits for now.
"""

from msgspec.structs import replace

from games.base import Result, Step
from games.rng import Rng
from games.uno.cards import (
    COLOR_OF,
    DECK,
    DRAW_2,
    DRAW_4,
    HAND_TEXT,
    MAYBE_TEXT,
    NO_CARD,
    ONE,
    PER_COLOR,
    REVERSE,
    SKIP,
    WILD,
    texts,
    value_of,
)
from games.uno.piles import draw
from games.uno.state import MOST_SEATS, NOBODY, Options, State, ring
from messages.base import Change, Seat
from messages.uno.table import (
    UnoDirectionChanged,
    UnoGameEnded,
    UnoHandTaken,
    UnoLossReason,
    UnoRoundEnded,
    UnoRoundStarted,
    UnoStepStarted,
    UnoTurnLost,
)

_ALONE = tuple((seat,) for seat in range(MOST_SEATS))
"""Each seat as the only one whose turn begins."""

ALL_LEFT = "The others have left the table."


# --- what the table waits for -------------------------------------------------------------------


def turn_began(state: State, news: list[Change]) -> Step[State]:
    """The end of a step after which a turn begins, unless the game is over."""
    turn, decision = state.turn, state.decision
    if decision == "OVER":
        return Step(state, tuple(news))
    card = MAYBE_TEXT[state.card]
    news.append(UnoStepStarted(turn, decision, state.pending, state.window, card))
    return Step(state, tuple(news), _ALONE[turn])


def question_asked(state: State, news: list[Change]) -> Step[State]:
    """The end of a step that leads to another question in the same turn."""
    card = MAYBE_TEXT[state.card]
    news.append(UnoStepStarted(state.turn, state.decision, state.pending, state.window, card))
    return Step(state, tuple(news))


def pass_on(state: State) -> State:
    """The turn goes to the next player, who faces the top card as an ordinary one."""
    after = state.ring[state.clockwise][state.turn]
    return replace(
        state, turn=after, decision="PLAY", card=NO_CARD, pending=0, accused=NOBODY, guilty=False
    )


def lose_turn(state: State, reason: UnoLossReason, news: list[Change]) -> State:
    """The player on turn does not play."""
    news.append(UnoTurnLost(state.turn, reason))
    return pass_on(state)


def take_penalty(state: State, count: int, news: list[Change]) -> State:
    """The player on turn draws so many cards and loses the turn."""
    state = draw(state, state.turn, count, "PENALTY", news)
    return lose_turn(state, "PENALTY", news)


# --- the deal: 2 and 4 --------------------------------------------------------------------------


def start(players: int, options: Options, chance: Rng) -> Step[State]:
    """A table with everybody at it and the first round dealt by anybody (UNO 2)."""
    dealer, chance = chance.below(players)
    state = State(
        options=options,
        chance=chance,
        seated=tuple(range(players)),
        ring=ring(tuple(range(players)), players),
        scores=(0,) * players,
        hands=(b"",) * players,
    )
    news: list[Change] = []
    return turn_began(begin_round(state, dealer, news), news)


def begin_round(state: State, dealer: Seat, news: list[Change]) -> State:
    """Shuffle, deal, turn up a card and follow it."""
    size = state.options.hand_size
    deck, chance = state.chance.shuffled(DECK)
    pile, hands = bytes(deck), [b""] * len(state.hands)
    for seat in state.seated:
        hands[seat], pile = bytes(sorted(pile[-size:])), pile[:-size]
    pile, chance = _turn_up(pile, chance)
    top = pile[-1]
    news.append(UnoRoundStarted(state.round + 1, dealer, HAND_TEXT[top], size, len(pile) - 1))
    news += [UnoHandTaken(seat, texts(hands[seat])) for seat in state.seated]
    state = State(
        options=state.options,
        chance=chance,
        seated=state.seated,
        ring=state.ring,
        scores=state.scores,
        hands=tuple(hands),
        draw=pile[:-1],
        discard=ONE[top],
        color=COLOR_OF[top],
        turn=state.ring[True][dealer],
        idle=state.idle,
        round=state.round + 1,
        dealer=dealer,
    )
    return _follow_first_card(state, top, news)


def _turn_up(pile: bytes, chance: Rng) -> tuple[bytes, Rng]:
    """A DRAW_4 on top goes back and the pile is shuffled, unseen (UNO 4)."""
    while pile[-1] == DRAW_4:
        shuffled, chance = chance.shuffled(pile)
        pile = bytes(shuffled)
    return pile, chance


def _follow_first_card(state: State, top: int, news: list[Change]) -> State:
    if top == WILD:
        return replace(state, decision="COLOR")
    symbol = top % PER_COLOR
    if symbol == SKIP:
        return lose_turn(state, "SKIP", news)
    if symbol == REVERSE:
        news.append(UnoDirectionChanged(False))
        return replace(state, clockwise=False, turn=state.dealer)
    if symbol == DRAW_2 and state.options.mode == "progressive":
        return replace(state, pending=2)
    return take_penalty(state, 2, news) if symbol == DRAW_2 else state


# --- the end of a round, and of the game: 7 and 9 -----------------------------------------------


def pass_with_nothing(state: State, news: list[Change]) -> State:
    """The player on turn could draw nothing; when all have passed so, the round is stuck (9)."""
    state = replace(pass_on(state), passes=state.passes + 1)
    if state.passes < len(state.seated):
        return state
    points = [value_of(hand) for hand in state.hands]
    winner = seat = state.turn
    for _ in state.seated:
        # A tie goes to the one who comes first in turn order.
        winner = seat if points[seat] < points[winner] else winner
        seat = state.ring[state.clockwise][seat]
    return _end_round(state, winner, sum(points) - 2 * points[winner], True, news)


def go_out(state: State, winner: Seat, news: list[Change]) -> State:
    """The winner has no cards left and gets the points of all the others' (7.2)."""
    points = sum([value_of(hand) for hand in state.hands])
    return _end_round(state, winner, points, False, news)


def _end_round(state: State, winner: Seat, points: int, stuck: bool, news: list[Change]) -> State:
    held = tuple([value_of(hand) for hand in state.hands])
    news.append(UnoRoundEnded(winner, points, held, stuck))
    scores = list(state.scores)
    scores[winner] += points
    state = replace(state, scores=tuple(scores))
    if scores[winner] >= state.options.target_score:
        reason = f"{state.options.target_score} points were the target."
        return finish(state, winner, reason, news)
    return begin_round(state, state.ring[True][state.dealer], news)


def finish(state: State, winner: Seat, reason: str, news: list[Change]) -> State:
    """The game is over."""
    news.append(UnoGameEnded((winner,), reason))
    return replace(
        state,
        turn=NOBODY,
        decision="OVER",
        card=NO_CARD,
        pending=0,
        window=None,
        winners=(winner,),
        reason=reason,
    )


def result(state: State) -> Result | None:
    """Winner and scores, once the game is over."""
    if state.decision != "OVER":
        return None
    return Result(state.winners, state.scores, state.reason)
