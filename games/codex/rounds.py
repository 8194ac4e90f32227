"""Codex Naturalis: whose turn comes, drawing, the end trigger, the winners (8, 9, 10).

Every step ends with ``waits``, which says what the table waits for now.
"""

from msgspec.structs import replace

from games.base import Result, Step, replace_at
from games.codex.state import NOBODY, State, can_place
from messages.base import Change, Seat
from messages.codex.actions import CODEX_SOURCES, CodexSource
from messages.codex.cards import CODEX_CARDS, KINGDOMS
from messages.codex.scoring import joint_points, objective_points
from messages.codex.table import (
    CodexAdditionalTurn,
    CodexCardDrawn,
    CodexDeck,
    CodexEndTriggered,
    CodexGameEnded,
    CodexObjectivesScored,
    CodexStepStarted,
    CodexTrigger,
    CodexTurnSkipped,
)

SLOTS = CODEX_SOURCES[:4]
GOAL = 20
IDLE_ROUNDS = 3
"""Rounds without a single placement after which a table that sleeps is scored."""

SCORED = "The additional turn is over and the objectives are scored."
NOWHERE = "Nobody has an open spot; the objectives are scored."
ASLEEP = "Nobody has placed a card for a while; the objectives are scored."
ALL_LEFT = "The others have left the table."


def waits(state: State, news: list[Change], *, turn: bool) -> Step[State]:
    """The end of a step; ``turn``: a turn begins with it, unless the game is over."""
    if state.phase == "OVER":
        return Step(state, tuple(news))
    news.append(CodexStepStarted(state.turn, state.phase, state.round))
    return Step(state, tuple(news), (state.turn,) if turn else ())


def begin_turns(state: State, news: list[Change]) -> State:
    """Everybody has decided: the first player's turn."""
    return next_turn(replace(state, turn=(state.first - 1) % len(state.hands)), news)


def next_turn(state: State, news: list[Change]) -> State:
    """The turn goes on to the next player who can place a card."""
    players = len(state.hands)
    seat = (state.turn + 1) % players
    if not can_place(state, seat) and not any(can_place(state, other) for other in state.seats):
        return finish(state, NOWHERE, news)
    while True:
        state = replace(state, turn=seat, phase="PLACE")
        if seat == state.first:
            state = _next_round(state, news)
        if state.phase == "OVER" or can_place(state, seat):
            return state
        if seat not in state.gone:
            news.append(CodexTurnSkipped(seat, "BLOCKED"))
        seat = (seat + 1) % players


def _next_round(state: State, news: list[Change]) -> State:
    """After the round in which the end was triggered, the additional turn; after that, the end."""
    if state.additional:
        return finish(state, SCORED, news)
    if state.ending:
        news.append(CodexAdditionalTurn())
    return replace(state, round=state.round + 1, additional=state.ending)


def lose_turn(state: State, news: list[Change]) -> State:
    """The player on turn did not place in time; the hand stays as it is (Codex 11)."""
    news.append(CodexTurnSkipped(state.turn, "TIMEOUT"))
    state = replace(state, idle=state.idle + 1)
    if state.idle >= IDLE_ROUNDS * len(state.hands):
        return finish(state, ASLEEP, news)
    return next_turn(state, news)


# --- drawing: 8 ---------------------------------------------------------------------------------


def sources(state: State) -> tuple[CodexSource, ...]:
    """Where a card can be taken from."""
    found: list[CodexSource] = [
        source for source, card in zip(SLOTS, state.slots, strict=True) if card
    ]
    if state.resource:
        found.append("RESOURCE")
    if state.gold:
        found.append("GOLD")
    return tuple(found)


def can_draw(state: State) -> bool:
    """Whether there is any such place."""
    return bool(state.resource or state.gold or any(state.slots))


def deck_view(deck: tuple[str, ...]) -> CodexDeck:
    """What everybody knows of a deck."""
    return CodexDeck(len(deck), KINGDOMS[CODEX_CARDS[deck[-1]].kingdom] if deck else None)


def draw(state: State, seat: Seat, source: CodexSource, news: list[Change]) -> State:
    """A card joins the hand; a visible one is replaced at once."""
    card, refill = "", ""
    if source == "RESOURCE":
        card, state = state.resource[-1], replace(state, resource=state.resource[:-1])
    elif source == "GOLD":
        card, state = state.gold[-1], replace(state, gold=state.gold[:-1])
    else:
        slot = SLOTS.index(source)
        card = state.slots[slot]
        refill, state = _refill(state, slot)
    hand = (*state.hands[seat], card)
    back = CODEX_CARDS[card].back_text
    decks = deck_view(state.resource), deck_view(state.gold)
    news.append(CodexCardDrawn(seat, source, back, *decks, refill, card))
    return replace(state, hands=replace_at(state.hands, seat, hand))


def _refill(state: State, slot: int) -> tuple[str, State]:
    """The top card of the slot's own deck; of the other one only where the rules say so."""
    resource_first = slot < 2
    other = state.rules.refill_from_other_deck
    card = ""
    if state.resource and (resource_first or (other and not state.gold)):
        card, state = state.resource[-1], replace(state, resource=state.resource[:-1])
    elif state.gold and (not resource_first or other):
        card, state = state.gold[-1], replace(state, gold=state.gold[:-1])
    return card, replace(state, slots=replace_at(state.slots, slot, card))


# --- the end ------------------------------------------------------------------------------------


def look_for_end(state: State, news: list[Change]) -> State:
    """After a placement or a draw: somebody has 20 points, or both decks are empty (Codex 10)."""
    reason = None if state.ending else _trigger(state)
    if reason is None:
        return state
    news.append(CodexEndTriggered(reason))
    return replace(state, ending=True)


def _trigger(state: State) -> CodexTrigger | None:
    if max(state.scores) >= GOAL:
        return "POINTS"
    visible = state.rules.decks_empty_trigger == "all" and any(state.slots)
    return None if state.resource or state.gold or visible else "DECKS"


def finish(state: State, reason: str, news: list[Change]) -> State:
    """Everybody scores the common objectives and the own one; the highest total wins."""
    points = tuple([points_of(state, seat) for seat in state.seats])
    news += [CodexObjectivesScored(seat, points[seat]) for seat in state.seats]
    state = replace(state, objective_points=points)
    best = max(_rank(state, seat) for seat in state.seats if seat not in state.gone)
    winners = [s for s in state.seats if s not in state.gone and _rank(state, s) == best]
    return _over(state, tuple(winners), reason, news)


def finish_alone(state: State, news: list[Change]) -> State:
    """The only player left wins, whatever the score (Codex 11)."""
    (winner,) = [seat for seat in state.seats if seat not in state.gone]
    return _over(state, (winner,), ALL_LEFT, news)


def points_of(state: State, seat: Seat) -> tuple[int, ...]:
    """The seat's points for the two common objectives and the secret one."""
    area, objectives = state.areas[seat], (*state.common, state.secrets[seat])
    if state.rules.pattern_reuse_across_objectives:
        return tuple([objective_points(area, objective) for objective in objectives])
    return joint_points(area, objectives)


def _rank(state: State, seat: Seat) -> tuple[int, int]:
    """The total, and what breaks a tie."""
    points = state.objective_points[seat]
    by_points = state.rules.tie_break == "points"
    tie = sum(points) if by_points else sum(number > 0 for number in points)
    return state.scores[seat] + sum(points), tie


def _over(state: State, winners: tuple[Seat, ...], reason: str, news: list[Change]) -> State:
    news.append(CodexGameEnded(winners, reason))
    return replace(state, turn=NOBODY, phase="OVER", winners=winners, reason=reason)


def result(state: State) -> Result | None:
    """Winners and totals, once the game is over."""
    if state.phase != "OVER":
        return None
    extra = state.objective_points or ((),) * len(state.scores)
    totals = [score + sum(points) for score, points in zip(state.scores, extra, strict=True)]
    return Result(state.winners, tuple(totals), state.reason)
