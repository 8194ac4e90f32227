"""Codex Naturalis: actions, leaving and time-outs.

Checks in order: is it the seat's turn (NOTYOURTURN), does the action answer its prompt
(UNEXPECTEDMESSAGE), does the player have the card or choice (CHOICENOTVALID), do the rules allow it
now (ACTIONNONVALID).
"""

from msgspec.structs import replace

from games.base import Apply, Changed, Changes, Step, T, refuse, replace_at
from games.codex.legal import legal
from games.codex.rounds import (
    check_end_trigger,
    draw,
    draw_sources,
    finish_with_sole_player,
    next_turn,
    skip_turn,
)
from games.codex.setup import free_colors
from games.codex.state import State, Task, pending_task
from messages.base import Message, Seat
from messages.codex import actions, table
from messages.codex.area import is_affordable, is_open, placement_points, with_card
from messages.codex.cards import CODEX_CARDS, CODEX_SYMBOLS, CodexCard
from messages.errors import ErrorCode

TRACK_END = 29
"""The last field of the score track (Codex 7)."""


def apply(state: State, seat: Seat, action: actions.CodexAction) -> Step[State]:
    """Apply an action of a seat, or raise IllegalAction; the last set-up decision starts play."""
    task = pending_task(state, seat)
    if task is None:
        refuse(_waiting_text(state), ErrorCode.NOTYOURTURN)
    function = ACTIONS[task].get(type(action))
    if function is None:
        refuse(expected_action_text(state, seat, task), ErrorCode.UNEXPECTEDMESSAGE)
    step = function(state, seat, action)
    return _begin_when_ready(step) if step.state.phase == "SETUP" else step


def _waiting_text(state: State) -> str:
    """Return why a seat without a pending task cannot act."""
    match state.phase:
        case "SETUP":
            return "You are ready; the first turn begins when all the others are."
        case "OVER":
            return "The game is over; leave the match to play another one."
    return "It is not your turn; wait until you are asked."


def expected_action_text(state: State, seat: Seat, task: Task) -> str:
    """Return a sentence that tells the player what to do now."""
    match task:
        case "STARTER":
            return f"Say first which side of your starter {state.starters[seat]} lies up."
        case "COLOR":
            return f"Choose a colour first: {', '.join(free_colors(state))}."
        case "OBJECTIVE":
            return f"Choose your secret objective first: {' or '.join(state.offers[seat])}."
        case "PLACE":
            return f"Place a card of your hand first: {', '.join(state.hands[seat])}."
        case "DRAW":
            return f"You have placed a card; draw one now: {', '.join(draw_sources(state))}."


# --- the set-up: 2 ------------------------------------------------------------------------------


def _place_starter(state: State, seat: Seat, action: actions.PlaceCodexStarter) -> Step[State]:
    """Place the starter card of the seat at (0, 0)."""
    area = with_card(state.areas[seat], state.starters[seat], action.side, 0, 0)
    state = replace(state, areas=replace_at(state.areas, seat, area))
    return Step(state, (table.CodexStarterPlaced(seat, action.side),))


def _choose_color(state: State, seat: Seat, action: actions.ChooseCodexColor) -> Step[State]:
    """Give the seat a colour. Raises Refusal if another seat has it."""
    free = free_colors(state)
    if action.color not in free:
        text = f"Somebody has {action.color} already; choose one of {', '.join(free)}."
        refuse(text, ErrorCode.CHOICENOTVALID)
    state = replace(state, colors=replace_at(state.colors, seat, action.color))
    return Step(state, (table.CodexColorChosen(seat, action.color),))


def _choose_objective(
    state: State, seat: Seat, action: actions.ChooseCodexObjective
) -> Step[State]:
    """Choose the secret objective. Raises Refusal if it was not offered to the seat."""
    offer, objective = state.offers[seat], action.objective.upper()
    if objective not in offer:
        text = f"You were not offered this objective; choose {' or '.join(offer)}."
        refuse(text, ErrorCode.CHOICENOTVALID)
    state = replace(state, secrets=replace_at(state.secrets, seat, objective))
    return Step(state, (table.CodexObjectiveChosen(seat, objective),))


def _begin_when_ready(step: Step[State]) -> Step[State]:
    """Start the first turn if this step completed the set-up of every seat."""
    state = step.state
    if any(pending_task(state, seat) is not None for seat in state.seats):
        return step
    return next_turn(replace(state, turn=(state.first - 1) % len(state.hands)), step.changes)


# --- placing: 3, 6, 7 ---------------------------------------------------------------------------


def _place(state: State, seat: Seat, action: actions.PlaceCodexCard) -> Step[State]:
    """Check card, position and cost; a back costs nothing."""
    hand, area = state.hands[seat], state.areas[seat]
    if not action.card.isupper():  # a card may be written in any letter case
        action = replace(action, card=action.card.upper())
    if action.card not in hand:
        text = f"This card is not in your hand; you have {', '.join(hand)}."
        refuse(text, ErrorCode.CHOICENOTVALID)
    card = CODEX_CARDS[action.card]
    if not is_open(area, action.x, action.y):
        spots = ", ".join(f"({spot.x}, {spot.y})" for spot in area.spots)
        refuse(f"No card may be placed at ({action.x}, {action.y}); open spots are {spots}.")
    if action.side == "FRONT" and not is_affordable(area, card):
        refuse(
            f"The front of {card.id} needs {_needs_text(card)}; place it back up or another card."
        )
    return _after_placing(*_place_in_area(state, seat, action))


def _needs_text(card: CodexCard) -> str:
    """Return the symbols that the front of a card needs, for a refusal."""
    pairs = zip(card.needs, CODEX_SYMBOLS, strict=True)
    return " and ".join(f"{need} {symbol}" for need, symbol in pairs if need)


def _place_in_area(state: State, seat: Seat, action: actions.PlaceCodexCard) -> Changed[State]:
    """Place the card and score it; with ``track_cap`` points beyond the track are lost."""
    x, y = action.x, action.y
    area = with_card(state.areas[seat], action.card, action.side, x, y)
    gain = placement_points(CODEX_CARDS[action.card], action.side, area, x, y)
    if state.rules.track_cap:
        gain = min(gain, TRACK_END - state.scores[seat])
    hand = tuple([card for card in state.hands[seat] if card != action.card])
    state = replace(
        state,
        areas=replace_at(state.areas, seat, area),
        hands=replace_at(state.hands, seat, hand),
        scores=replace_at(state.scores, seat, state.scores[seat] + gain),
        idle=0,
    )
    state, ending = check_end_trigger(state)
    return state, (table.CodexCardPlaced(seat, action.card, action.side, x, y, gain), *ending)


def _after_placing(state: State, changes: Changes) -> Step[State]:
    """Prompt for a draw, unless nothing is left or the additional turn has no draw (8, 10)."""
    draws = not state.additional or state.rules.draw_in_additional_turn
    if not draws or not (state.resource or state.gold or any(state.slots)):
        return next_turn(state, changes)
    state = replace(state, phase="DRAW")
    return Step(state, (*changes, table.CodexStepStarted(state.turn, "DRAW", state.round)))


# --- drawing: 8 ---------------------------------------------------------------------------------


def _draw(state: State, seat: Seat, action: actions.DrawCodexCard) -> Step[State]:
    """Draw a card and start the next turn. Raises Refusal if the source is empty."""
    available = draw_sources(state)
    if action.source not in available:
        refuse(f"{action.source} is empty; draw from one of {', '.join(available)}.")
    return next_turn(*draw(state, seat, action.source))


ACTIONS: dict[Task, dict[type[Message], Apply[State]]] = {
    "STARTER": {actions.PlaceCodexStarter: _place_starter},
    "COLOR": {actions.ChooseCodexColor: _choose_color},
    "OBJECTIVE": {actions.ChooseCodexObjective: _choose_objective},
    "PLACE": {actions.PlaceCodexCard: _place},
    "DRAW": {actions.DrawCodexCard: _draw},
}
"""The functions that apply each type of action, by the pending task of the seat."""


# --- leaving and time-outs: 11 ------------------------------------------------------------------


def timeout(state: State, seat: Seat) -> Step[State]:
    """Skip a turn without a placement; decide everything else at random."""
    match pending_task(state, seat):
        case None:
            return Step(state, ())
        case "PLACE":
            return skip_turn(state)
    state, action = _choose_random(state, legal(state, seat))
    return apply(state, seat, action)


def leave(state: State, seat: Seat) -> Step[State]:
    """Decide the seat's open tasks at random and skip its turns from now on.

    The seat keeps its area and score but cannot win. The last remaining player wins at once.
    """
    if state.phase == "OVER" or seat in state.gone:
        return Step(state, ())
    on_turn = seat == state.turn
    state, changes = _complete_tasks(state, seat)
    state = replace(state, gone=tuple(sorted((*state.gone, seat))))
    changes = (*changes, table.CodexSeatGone(seat))
    if len(state.gone) == len(state.hands) - 1:
        return finish_with_sole_player(state, changes)
    if state.phase == "SETUP":
        return _begin_when_ready(Step(state, changes))
    return next_turn(state, changes) if on_turn else Step(state, changes)


def _complete_tasks(state: State, seat: Seat) -> Changed[State]:
    """Decide at random what is left of the set-up, or draw a card after a placement."""
    changes: Changes = ()
    while (task := pending_task(state, seat)) in ("STARTER", "COLOR", "OBJECTIVE"):
        state, action = _choose_random(state, legal(state, seat))
        step = ACTIONS[task][type(action)](state, seat, action)
        state, changes = step.state, changes + step.changes
    if task == "DRAW":
        state, source = _choose_random(state, draw_sources(state))
        state, changes = draw(state, seat, source)
    return state, changes


def _choose_random(state: State, choices: tuple[T, ...]) -> tuple[State, T]:
    """Return the state with the advanced Rng, and one of the choices."""
    number, rng = state.rng.below(len(choices))
    return replace(state, rng=rng), choices[number]
