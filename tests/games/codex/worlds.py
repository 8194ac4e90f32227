"""States that differ only in what one seat cannot know."""

from random import Random

from msgspec.structs import replace

from games.codex.state import State
from games.rng import Rng
from messages.base import Seat
from messages.codex.actions import ChooseCodexObjective, CodexAction
from messages.codex.cards import CODEX_CARDS
from messages.codex.table import CodexCardDrawn, CodexCardPlaced
from tests.games.codex.games import Moment


def another_world(state: State, viewer: Seat | None, shown: set[str], random: Random) -> State:
    """Exchange cards unknown to the viewer for others of the same back; ``shown`` ones stay."""
    others = [seat for seat in state.seats if seat != viewer]
    unknown = [*state.resource, *state.gold]
    unknown += [card for seat in others for card in state.hands[seat]]
    swapped: dict[str, str] = {}
    for back in {CODEX_CARDS[card].back_text for card in unknown}:
        free = [c for c in unknown if CODEX_CARDS[c].back_text == back and c not in shown]
        swapped.update(zip(free, random.sample(free, len(free)), strict=True))

    def world(cards: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(swapped.get(card, card) for card in cards)

    hands = tuple(h if seat == viewer else world(h) for seat, h in enumerate(state.hands))
    rng = Rng(b"another world", random.randrange(1000))
    state = replace(
        state, hands=hands, resource=world(state.resource), gold=world(state.gold), rng=rng
    )
    return _other_objectives(state, viewer, shown, random)


def _other_objectives(state: State, viewer: Seat | None, shown: set[str], random: Random) -> State:
    others = [s for s in state.seats if s != viewer and not shown & set(state.offers[s])]
    pool = [card for seat in others for card in state.offers[seat]]
    pool += [card for card in state.aside if card[0] == "O"]
    random.shuffle(pool)
    offers, secrets = list(state.offers), list(state.secrets)
    for seat in others:
        offers[seat] = pool.pop(), pool.pop()
        secrets[seat] = offers[seat][0] if state.secrets[seat] else ""
    aside = (*(card for card in state.aside if card[0] != "O"), *pool)
    return replace(state, offers=tuple(offers), secrets=tuple(secrets), aside=aside)


def revealed(moment: Moment, viewer: Seat | None) -> set[str]:
    """Return the cards that the step shows to the viewer; a draw from a deck only to its owner."""
    shown: set[str] = set()
    for change in moment.step.changes:
        if isinstance(change, CodexCardPlaced):
            shown.add(change.card)
        if isinstance(change, CodexCardDrawn):
            shown.add(change.refill)
            if change.seat == viewer or change.source not in ("RESOURCE", "GOLD"):
                shown.add(change.card or "")
    return shown


def same_action(moment: Moment, other: State) -> CodexAction:
    """Return the action for the varied state: of other objectives the one at the same index."""
    assert moment.action is not None
    if not isinstance(moment.action, ChooseCodexObjective):
        return moment.action
    place = moment.state.offers[moment.seat].index(moment.action.objective)
    return ChooseCodexObjective(other.offers[moment.seat][place])
