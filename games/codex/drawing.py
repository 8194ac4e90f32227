"""Codex Naturalis: the decks, the visible cards, and taking one of them (Codex 8)."""

from msgspec.structs import replace

from games.base import replace_at
from games.codex.state import State
from messages.base import Change, Seat
from messages.codex.actions import CODEX_SOURCES, CodexSource
from messages.codex.cards import CODEX_CARDS, KINGDOMS
from messages.codex.table import CodexCardDrawn, CodexDeck

SLOTS = CODEX_SOURCES[:4]


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
