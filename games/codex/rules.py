"""Codex Naturalis: what an action does. First all checks, then the new state.

Order of thought: is it your turn, is this the question, is the choice one of yours, do the rules
allow it. A refusal tells its kind: NOTYOURTURN; UNEXPECTEDMESSAGE for an answer nobody asked for;
CHOICENOTVALID for a choice that names nothing of yours; ACTIONNONVALID for what is not allowed now.
"""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec.structs import replace

from games.base import Step, T, refuse, replace_at
from games.codex.rounds import (
    begin_turns,
    can_draw,
    draw,
    finish_alone,
    look_for_end,
    lose_turn,
    next_turn,
    sources,
    waits,
)
from games.codex.setup import free_colors, keep_objective, lay_starter, take_color
from games.codex.state import State, Task, task
from messages.base import Change, Message, Seat
from messages.codex.actions import (
    ChooseCodexColor,
    ChooseCodexObjective,
    CodexAction,
    DrawCodexCard,
    PlaceCodexCard,
    PlaceCodexStarter,
)
from messages.codex.area import CodexSide, affordable, is_open, with_card, worth
from messages.codex.cards import CODEX_CARDS, CODEX_SYMBOLS, CodexCard
from messages.codex.table import CodexCardPlaced, CodexSeatGone
from messages.errors import ErrorCode

TRACK_END = 29
"""The last field of the score track (Codex 7)."""


def apply(state: State, seat: Seat, action: CodexAction) -> Step[State]:
    """Do what a player wants, or raise IllegalAction and leave everything as it is."""
    wanted, arm = _ARMS[type(action)]
    asked = task(state, seat)
    if asked is None:
        refuse(_wait(state), ErrorCode.NOTYOURTURN)
    if asked != wanted:
        refuse(what_now(state, seat, asked), ErrorCode.UNEXPECTEDMESSAGE)
    return arm(state, seat, action)


def _wait(state: State) -> str:
    match state.phase:
        case "SETUP":
            return "You are ready; the first turn begins when all the others are."
        case "OVER":
            return "The game is over; leave the match to play another one."
    return "It is not your turn; wait until you are asked."


def what_now(state: State, seat: Seat, asked: Task) -> str:
    """What the table waits for, as a sentence to the player who is asked."""
    match asked:
        case "STARTER":
            return f"Say first which side of your starter {state.starters[seat]} lies up."
        case "COLOR":
            return f"Choose a colour first: {', '.join(free_colors(state))}."
        case "OBJECTIVE":
            return f"Choose your secret objective first: {' or '.join(state.offers[seat])}."
        case "PLACE":
            return f"Place a card of your hand first: {', '.join(state.hands[seat])}."
        case "DRAW":
            return f"You have placed a card; draw one now: {', '.join(sources(state))}."


# --- the set-up ---------------------------------------------------------------------------------


def _starter(state: State, seat: Seat, action: PlaceCodexStarter) -> Step[State]:
    news: list[Change] = []
    return Step(lay_starter(state, seat, action.side, news), tuple(news))


def _color(state: State, seat: Seat, action: ChooseCodexColor) -> Step[State]:
    free = free_colors(state)
    if action.color not in free:
        text = f"Somebody has {action.color} already; choose one of {', '.join(free)}."
        refuse(text, ErrorCode.CHOICENOTVALID)
    news: list[Change] = []
    return Step(take_color(state, seat, action.color, news), tuple(news))


def _objective(state: State, seat: Seat, action: ChooseCodexObjective) -> Step[State]:
    offer = state.offers[seat]
    if action.objective not in offer:
        text = f"You were not offered this objective; choose {' or '.join(offer)}."
        refuse(text, ErrorCode.CHOICENOTVALID)
    news: list[Change] = []
    return decided(keep_objective(state, seat, action.objective, news), news)


def decided(state: State, news: list[Change]) -> Step[State]:
    """After a decision of the set-up: the first turn begins once everybody is ready."""
    if any(task(state, seat) is not None for seat in state.seats):
        return Step(state, tuple(news))
    return waits(begin_turns(state, news), news, turn=True)


# --- placing: 3, 6, 7 ---------------------------------------------------------------------------


def _place(state: State, seat: Seat, action: PlaceCodexCard) -> Step[State]:
    hand, area = state.hands[seat], state.areas[seat]
    if action.card not in hand:
        text = f"This card is not in your hand; you have {', '.join(hand)}."
        refuse(text, ErrorCode.CHOICENOTVALID)
    card = CODEX_CARDS[action.card]
    if not is_open(area, action.x, action.y):
        spots = ", ".join(f"({spot.x}, {spot.y})" for spot in area.spots)
        refuse(f"No card may be placed at ({action.x}, {action.y}); open spots are {spots}.")
    if action.side == "FRONT" and not affordable(area, card):
        refuse(f"The front of {card.id} needs {_needs(card)}; place it back up or another card.")
    return _put_down(state, seat, action)


def _needs(card: CodexCard) -> str:
    pairs = zip(card.needs, CODEX_SYMBOLS, strict=True)
    return " and ".join(f"{need} {symbol}" for need, symbol in pairs if need)


def _put_down(state: State, seat: Seat, action: PlaceCodexCard) -> Step[State]:
    x, y = action.x, action.y
    area = with_card(state.areas[seat], action.card, action.side, x, y)
    gain = worth(CODEX_CARDS[action.card], action.side, area, x, y)
    if state.rules.track_cap:
        gain = min(gain, TRACK_END - state.scores[seat])
    news: list[Change] = [CodexCardPlaced(seat, action.card, action.side, x, y, gain)]
    hand = tuple([card for card in state.hands[seat] if card != action.card])
    state = replace(
        state,
        areas=replace_at(state.areas, seat, area),
        hands=replace_at(state.hands, seat, hand),
        scores=replace_at(state.scores, seat, state.scores[seat] + gain),
        idle=0,
    )
    return _after_placing(look_for_end(state, news), news)


def _after_placing(state: State, news: list[Change]) -> Step[State]:
    """The draw, if there is one: not in the additional turn, unless the rules say so (8, 10)."""
    draws = not state.additional or state.rules.draw_in_additional_turn
    if draws and can_draw(state):
        return waits(replace(state, phase="DRAW"), news, turn=False)
    return waits(next_turn(state, news), news, turn=True)


# --- drawing: 8 ---------------------------------------------------------------------------------


def _draw(state: State, seat: Seat, action: DrawCodexCard) -> Step[State]:
    there = sources(state)
    if action.source not in there:
        refuse(f"{action.source} is empty; draw from one of {', '.join(there)}.")
    news: list[Change] = []
    state = look_for_end(draw(state, seat, action.source, news), news)
    return waits(next_turn(state, news), news, turn=True)


_ARMS: dict[type[Message], tuple[Task, Callable[[State, Seat, Any], Step[State]]]] = {
    PlaceCodexStarter: ("STARTER", _starter),
    ChooseCodexColor: ("COLOR", _color),
    ChooseCodexObjective: ("OBJECTIVE", _objective),
    PlaceCodexCard: ("PLACE", _place),
    DrawCodexCard: ("DRAW", _draw),
}
"""Which question an action answers, and how."""


# --- a seat is given up, or its time is over: 11 ---
#
# Decisions of the set-up are taken at random, a turn without a placement is skipped, and after a
# placement a card is drawn for the seat. Who is gone for good keeps area and score but cannot win.

SIDES: tuple[CodexSide, ...] = ("FRONT", "BACK")


def timeout(state: State, seat: Seat) -> Step[State]:
    """One decision of the set-up, or the rest of the turn."""
    news: list[Change] = []
    match task(state, seat):
        case None:
            return Step(state, ())
        case "PLACE":
            state = lose_turn(state, news)
        case "DRAW":
            state = next_turn(_draw_any(state, seat, news), news)
        case asked:
            return decided(_decide(state, seat, asked, news), news)
    return waits(state, news, turn=True)


def leave(state: State, seat: Seat) -> Step[State]:
    """The seat's open decisions are settled first; its turns are passed over from now on."""
    if state.phase == "OVER" or seat in state.gone:
        return Step(state, ())
    news: list[Change] = []
    on_turn = seat == state.turn
    while (asked := task(state, seat)) not in (None, "PLACE", "DRAW"):
        state = _decide(state, seat, asked, news)
    if asked == "DRAW":
        state = _draw_any(state, seat, news)
    news.append(CodexSeatGone(seat))
    state = replace(state, gone=tuple(sorted((*state.gone, seat))))
    if len(state.gone) == len(state.hands) - 1:
        return Step(finish_alone(state, news), tuple(news))
    if state.phase == "SETUP":
        return decided(state, news)
    return waits(next_turn(state, news), news, turn=True) if on_turn else Step(state, tuple(news))


def _decide(state: State, seat: Seat, asked: Task | None, news: list[Change]) -> State:
    """One decision of the set-up, at random."""
    if asked == "STARTER":
        side, state = _any(state, SIDES)
        return lay_starter(state, seat, side, news)
    if asked == "COLOR":
        color, state = _any(state, free_colors(state))
        return take_color(state, seat, color, news)
    objective, state = _any(state, state.offers[seat])
    return keep_objective(state, seat, objective, news)


def _draw_any(state: State, seat: Seat, news: list[Change]) -> State:
    source, state = _any(state, sources(state))
    return look_for_end(draw(state, seat, source, news), news)


def _any(state: State, choices: Sequence[T]) -> tuple[T, State]:
    number, chance = state.chance.below(len(choices))
    return choices[number], replace(state, chance=chance)
