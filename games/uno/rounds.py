"""UNO: dealing, drawing, turn order, the ends of rounds and games (UNO 2, 4, 7, 9).

Every step ends with ``step_with_turn`` or ``step_with_prompt``, which add the pending decision.
"""

from msgspec.structs import replace

from games.base import Changed, Changes, Result, Step, replace_at
from games.rng import Rng
from games.uno.cards import (
    COLOR_OF,
    DECK,
    DRAW_2,
    DRAW_4,
    HAND_TEXT,
    MAYBE_TEXT,
    NO_CARD,
    PER_COLOR,
    REVERSE,
    SINGLE_CARD,
    SKIP,
    WILD,
    card_names,
    value_of,
)
from games.uno.state import MAX_SEATS, NOBODY, Options, State, ring
from messages.base import Change, Seat
from messages.uno import table

_ONLY_SEAT = tuple((seat,) for seat in range(MAX_SEATS))
"""Tuples of one seat, for ``Step.turns``."""

ALL_LEFT = "The others have left the table."


# --- the end of a step --------------------------------------------------------------------------


def step_with_turn(state: State, changes: Changes) -> Step[State]:
    """Return a step after which a turn begins, unless the game is over."""
    turn, decision = state.turn, state.decision
    if decision == "OVER":
        return Step(state, changes)
    # No turn begins with a drawn card.
    started = (table.UnoStepStarted(turn, decision, state.pending, state.window),)
    return Step(state, changes + started, _ONLY_SEAT[turn])


def step_with_prompt(state: State, changes: Changes) -> Step[State]:
    """Return a step that leads to another decision in the same turn."""
    card = MAYBE_TEXT[state.card]
    started = (table.UnoStepStarted(state.turn, state.decision, state.pending, state.window, card),)
    return Step(state, changes + started)


def start_next_turn(state: State) -> State:
    """Give the turn to the next player and clear everything pending."""
    after = state.ring[state.clockwise][state.turn]
    return replace(
        state, turn=after, decision="PLAY", card=NO_CARD, pending=0, accused=NOBODY, guilty=False
    )


def lose_turn(state: State, reason: table.UnoLossReason) -> Changed[State]:
    """Skip the player on turn."""
    return start_next_turn(state), (table.UnoTurnLost(state.turn, reason),)


def take_penalty(state: State, count: int) -> Changed[State]:
    """Let the player on turn draw ``count`` cards and lose the turn."""
    state, drawn = draw(state, state.turn, count, "PENALTY")
    state, lost = lose_turn(state, "PENALTY")
    return state, drawn + lost


# --- drawing: 9 ---------------------------------------------------------------------------------


def draw(state: State, seat: Seat, count: int, reason: table.UnoDrawReason) -> Changed[State]:
    """Draw ``count`` cards, or as many as there are; an UNO that the seat said is void (UNO 6)."""
    changes: list[Change] = []
    while count:
        if not state.draw:
            state, reshuffled = refill(state)
            if not reshuffled:
                break
            changes += reshuffled
        taken = state.draw[: -count - 1 : -1]
        changes.append(table.UnoCardsDrawn(seat, len(taken), reason, card_names(taken)))
        state = replace(
            state,
            hands=replace_at(state.hands, seat, bytes(sorted(state.hands[seat] + taken))),
            draw=state.draw[: -len(taken)],
            said=state.said & ~(1 << seat),
            passes=0,
        )
        count -= len(taken)
    return state, tuple(changes)


def refill(state: State) -> Changed[State]:
    """Shuffle the discards under the top card into an empty draw pile, if there are any."""
    if state.draw or len(state.discard) == 1:
        return state, ()
    shuffled, rng = state.rng.shuffled(state.discard[:-1])
    top = state.discard[-1:]
    state = replace(state, rng=rng, draw=bytes(shuffled), discard=top)
    return state, (table.UnoPileReshuffled(len(shuffled)),)


# --- the deal: 2 and 4 --------------------------------------------------------------------------


def start(players: int, options: Options, rng: Rng) -> Step[State]:
    """Start the first round with a random dealer (UNO 2)."""
    dealer, rng = rng.below(players)
    state = State(
        options=options,
        rng=rng,
        seated=tuple(range(players)),
        ring=ring(tuple(range(players)), players),
        scores=(0,) * players,
        hands=(b"",) * players,
    )
    return step_with_turn(*begin_round(state, dealer))


def begin_round(state: State, dealer: Seat) -> Changed[State]:
    """Shuffle, deal, turn up a card and apply it."""
    size = state.options.hand_size
    deck, rng = state.rng.shuffled(DECK)
    pile, hands = bytes(deck), [b""] * len(state.hands)
    for seat in state.seated:
        hands[seat], pile = bytes(sorted(pile[-size:])), pile[:-size]
    pile, rng = _turn_up(pile, rng)
    top = pile[-1]
    started = table.UnoRoundStarted(state.round + 1, dealer, HAND_TEXT[top], size, len(pile) - 1)
    dealt = [table.UnoHandTaken(seat, card_names(hands[seat])) for seat in state.seated]
    state = State(
        options=state.options,
        rng=rng,
        seated=state.seated,
        ring=state.ring,
        scores=state.scores,
        hands=tuple(hands),
        draw=pile[:-1],
        discard=SINGLE_CARD[top],
        color=COLOR_OF[top],
        turn=state.ring[True][dealer],
        idle=state.idle,
        round=state.round + 1,
        dealer=dealer,
    )
    state, changes = _apply_first_card(state, top)
    return state, (started, *dealt, *changes)


def _turn_up(pile: bytes, rng: Rng) -> tuple[bytes, Rng]:
    """Shuffle the pile again, unseen, until its top card is not DRAW_4 (UNO 4)."""
    while pile[-1] == DRAW_4:
        shuffled, rng = rng.shuffled(pile)
        pile = bytes(shuffled)
    return pile, rng


def _apply_first_card(state: State, top: int) -> Changed[State]:
    """Apply the card turned up first as if the dealer had played it; a wild asks for a colour."""
    if top == WILD:
        return replace(state, decision="COLOR"), ()
    symbol = top % PER_COLOR
    if symbol == SKIP:
        return lose_turn(state, "SKIP")
    if symbol == REVERSE:
        turned = table.UnoDirectionChanged(False)
        return replace(state, clockwise=False, turn=state.dealer), (turned,)
    if symbol == DRAW_2 and state.options.mode == "progressive":
        return replace(state, pending=2), ()
    return take_penalty(state, 2) if symbol == DRAW_2 else (state, ())


# --- the end of a round, and of the game: 7 and 9 -----------------------------------------------


def pass_with_nothing(state: State) -> Changed[State]:
    """Pass the turn of a player who can draw nothing; after a pass of everybody end the round (9).

    The lowest hand wins such a round; a tie goes to the first in turn order.
    """
    state = replace(start_next_turn(state), passes=state.passes + 1)
    if state.passes < len(state.seated):
        return state, ()
    points = [value_of(hand) for hand in state.hands]
    winner = seat = state.turn
    for _ in state.seated:
        winner = seat if points[seat] < points[winner] else winner
        seat = state.ring[state.clockwise][seat]
    return _end_round(state, winner, sum(points) - 2 * points[winner], blocked=True)


def end_round_for(state: State, winner: Seat) -> Changed[State]:
    """End the round of a winner without cards, who gets the points of all other hands (7.2)."""
    points = sum([value_of(hand) for hand in state.hands])
    return _end_round(state, winner, points, blocked=False)


def _end_round(state: State, winner: Seat, points: int, *, blocked: bool) -> Changed[State]:
    """Add the points; end the game at the target score, otherwise deal the next round."""
    held = tuple([value_of(hand) for hand in state.hands])
    ended = table.UnoRoundEnded(winner, points, held, blocked)
    score, target = state.scores[winner] + points, state.options.target_score
    state = replace(state, scores=replace_at(state.scores, winner, score))
    if score >= target:
        state, changes = finish(state, winner, f"{target} points were the target.")
    else:
        state, changes = begin_round(state, state.ring[True][state.dealer])
    return state, (ended, *changes)


def finish(state: State, winner: Seat, reason: str) -> Changed[State]:
    """End the game."""
    state = replace(
        state,
        turn=NOBODY,
        decision="OVER",
        card=NO_CARD,
        pending=0,
        window=None,
        winners=(winner,),
        reason=reason,
    )
    return state, (table.UnoGameEnded((winner,), reason),)


def result(state: State) -> Result | None:
    """Return winner and scores, None before the end."""
    if state.decision != "OVER":
        return None
    return Result(state.winners, state.scores, state.reason)
