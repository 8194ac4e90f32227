"""UNO: drawing cards, and the discards that become the draw pile again (UNO 9)."""

from bisect import bisect

from msgspec.structs import replace

from games.base import replace_at
from games.uno.cards import HAND_TEXT, ONE, texts
from games.uno.state import State
from messages.base import Change, Seat
from messages.uno.table import UnoCardsDrawn, UnoDrawReason, UnoPileReshuffled


def draw(state: State, seat: Seat, count: int, reason: UnoDrawReason, news: list[Change]) -> State:
    """The seat draws so many cards, or as many as there are; an UNO it said is void (UNO 6)."""
    while count:
        state = refill(state, news)
        if not state.draw:
            break
        taken = state.draw[: -count - 1 : -1]
        news.append(UnoCardsDrawn(seat, len(taken), reason, texts(taken)))
        state = replace(
            state,
            hands=replace_at(state.hands, seat, bytes(sorted(state.hands[seat] + taken))),
            draw=state.draw[: -len(taken)],
            said=state.said & ~(1 << seat),
            passes=0,
        )
        count -= len(taken)
    return state


def draw_one(state: State, seat: Seat, news: list[Change]) -> State:
    """The same for the one card a player chooses to draw, from a pile that has one."""
    kind = state.draw[-1]
    news.append(UnoCardsDrawn(seat, 1, "CHOICE", (HAND_TEXT[kind],)))
    hands = list(state.hands)
    hand = hands[seat]
    at = bisect(hand, kind)
    hands[seat] = hand[:at] + ONE[kind] + hand[at:]
    return replace(
        state,
        hands=tuple(hands),
        draw=state.draw[:-1],
        said=state.said & ~(1 << seat),
        passes=0,
    )


def refill(state: State, news: list[Change]) -> State:
    """An empty draw pile is made from the discards under the top card, if there are any."""
    if state.draw or len(state.discard) == 1:
        return state
    shuffled, chance = state.chance.shuffled(state.discard[:-1])
    news.append(UnoPileReshuffled(len(shuffled)))
    return replace(state, chance=chance, draw=bytes(shuffled), discard=state.discard[-1:])
