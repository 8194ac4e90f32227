"""A seat cannot see hidden cards: states that differ only in them look the same to it.

In the varied state the cards that the seat does not know are exchanged with others of the same
back, in other hands and in the decks. So are the hidden objectives, and the Rng is another one.
Cards that the step reveals stay.
"""

from random import Random

import pytest
from msgspec.msgpack import encode
from msgspec.structs import replace

from games.base import Step
from games.codex import CODEX
from games.codex.state import State
from games.rng import Rng
from messages.base import Seat
from messages.codex.actions import PlaceCodexCard
from messages.codex.table import CodexObjectivesScored
from messages.errors import Refusal
from tests.games.codex.games import EVERY_SIZE, begin, moments
from tests.games.codex.worlds import another_world, revealed, same_action

every_size = pytest.mark.parametrize("players", EVERY_SIZE)


def visible_to(state: State, viewer: Seat | None) -> list[bytes]:
    """Return the encoded view, prompt and legal actions of the seat."""
    parts = [encode(CODEX.view(state, viewer))]
    if viewer is not None:
        parts += [encode(CODEX.prompt(state, viewer)), encode(CODEX.legal(state, viewer))]
    return parts


def visible_after(step: Step[State], viewer: Seat | None) -> list[bytes]:
    """Return the encoded changes of a step, redacted for the seat."""
    redacted = [encode(CODEX.redact(change, viewer)) for change in step.changes]
    return redacted + visible_to(step.state, viewer)


@every_size
def test_view_prompt_legal_actions_and_changes_do_not_depend_on_hidden_cards(players: int) -> None:
    random, compared = Random(players), 0
    for seed in (0, 2, 4):
        for moment in moments(players, seed, disturbed=seed == 4):
            if moment.action is None:
                continue
            viewer = random.choice([*range(players), None])
            other = another_world(moment.state, viewer, revealed(moment, viewer), random)
            assert other != moment.state
            assert visible_to(other, viewer) == visible_to(moment.state, viewer)
            step = CODEX.apply(other, moment.seat, same_action(moment, other))
            if any(isinstance(change, CodexObjectivesScored) for change in step.changes):
                continue
            assert visible_after(step, viewer) == visible_after(moment.step, viewer)
            compared += 1
    assert compared > 100


@every_size
def test_card_of_another_hand_a_deck_or_nobody_is_refused_with_equal_code_and_text(
    players: int,
) -> None:
    """A card of somebody else, of the deck, or of nobody: the same words."""
    state = begin(players, 1)
    for moment in moments(players, 1):
        state = moment.state
        if state.phase == "PLACE":
            break
    seat, other = state.turn, (state.turn + 1) % players
    spot = state.areas[seat].spots[0]
    texts = set()
    for card in (state.hands[other][0], state.resource[-1], state.gold[0], "O01", "nothing"):
        with pytest.raises(Refusal) as caught:
            CODEX.apply(state, seat, PlaceCodexCard(card, "BACK", spot.x, spot.y))
        texts.add((caught.value.code, caught.value.text))
    assert len(texts) == 1


@every_size
def test_owner_gets_the_change_itself_and_all_others_one_redacted_object(players: int) -> None:
    for moment in moments(players, 3):
        for change in moment.step.changes:
            parts = {id(CODEX.redact(change, seat)) for seat in (*range(players), None)}
            assert len(parts) <= 2
            assert CODEX.redact(change, getattr(change, "seat", None)) is change


def test_view_contains_no_rng_and_no_cards_of_decks_other_hands_or_other_offers() -> None:
    state = replace(begin(3, 5), rng=Rng(b"a very secret seed", 77))
    for seat in (0, 1, 2, None):
        packed = encode(CODEX.view(state, seat))
        assert b"secret seed" not in packed
        hidden = [*state.resource, *state.gold, *state.aside]
        for other in range(3):
            if other != seat:
                hidden += [*state.hands[other], *state.offers[other]]
        assert not [card for card in hidden if card.encode() in packed]
