"""A seat cannot see hidden cards: states that differ only in them look the same to it.

In the varied state the cards that the seat does not know, in other hands and in the pile, are
exchanged, and the Rng is another one. A card that is being played stays with its owner, and cards
that the seat itself draws next stay, because the step reveals them.
"""

from random import Random

import pytest
from msgspec.msgpack import encode
from msgspec.structs import replace

from games.base import Step
from games.rng import Rng
from games.uno import UNO
from games.uno.cards import NO_CARD
from games.uno.state import State
from messages.base import Seat
from messages.errors import Refusal
from messages.uno.actions import UnoAction, UnoMode
from tests.games.uno.games import VARIANTS, moments, quick
from tests.games.uno.tables import A, play, table
from tests.games.uno.worlds import another_world, draws, followed, revealing, shown_by

NEXT_CARDS = 10

every_variant = pytest.mark.parametrize(("mode", "players"), VARIANTS)


def visible_to(state: State, viewer: Seat | None) -> list[bytes]:
    """Return the encoded view, prompt and legal actions of the seat.

    The seats for which computer players wait are part of it, because everybody sees the time.
    """
    awaited = UNO.active(state) | UNO.maybe_active(state)
    parts = [encode(UNO.view(state, viewer)), encode(sorted(awaited))]
    if viewer is not None:
        parts += [encode(UNO.prompt(state, viewer)), encode(UNO.legal(state, viewer))]
    return parts


def visible_after(step: Step[State], viewer: Seat | None) -> list[bytes]:
    """Return the encoded changes of a step, redacted for the seat."""
    return [encode(UNO.redact(change, viewer)) for change in step.changes] + visible_to(
        step.state, viewer
    )


@every_variant
def test_view_prompt_legal_actions_and_changes_do_not_depend_on_hidden_cards(
    mode: UnoMode, players: int
) -> None:
    random, compared = Random(players), 0
    for seed in range(3):
        for moment in moments(players, quick(mode, seed), seed):
            state, viewer = moment.state, random.choice([*range(players), None])
            drawing = draws(moment.step, viewer)
            fixed = min(NEXT_CARDS, len(state.draw)) if drawing else 0
            other = another_world(state, viewer, shown_by(moment), fixed, random)
            assert visible_to(other, viewer) == visible_to(state, viewer)
            step = followed(other, moment)
            if step is None or revealing(moment.step, viewer) or revealing(step, viewer):
                continue
            if step.state.decision != moment.step.state.decision:
                # Everybody sees whether a drawn card may be played now.
                assert {step.state.decision, moment.step.state.decision} == {"PLAY", "RETAIN"}
                continue
            if drawing and len(state.draw) < NEXT_CARDS:
                continue
            assert visible_after(step, viewer) == visible_after(moment.step, viewer)
            compared += 1
    assert compared > 50


@every_variant
def test_pending_card_and_guilt_are_visible_to_the_seat_on_turn_only(
    mode: UnoMode, players: int
) -> None:
    for moment in moments(players, quick(mode, 5), 5):
        state = moment.step.state
        if state.card != NO_CARD:
            other = replace(state, card=state.hands[state.turn][0], guilty=not state.guilty)
            for viewer in (*range(players), None):
                assert viewer == state.turn or visible_to(other, viewer) == visible_to(
                    state, viewer
                )


def test_legal_actions_do_not_reveal_the_cards_of_a_pending_uno_penalty() -> None:
    """Also with a pending penalty for a missed UNO, which is drawn before the card is checked."""
    for draw in ("RED 1, RED 2", "BLUE 1, BLUE 2"):
        state = table("RED SKIP, WILD DRAW_4", "BLUE 3", draw=draw)
        state = UNO.apply(state, A, play("RED SKIP")).state
        actions: list[UnoAction] = list(UNO.legal(state, A))
        assert [type(action).__name__ for action in actions] == ["DrawUnoCard", "SayUno"]


def test_refusal_of_a_card_does_not_depend_on_the_cards_of_a_pending_uno_penalty() -> None:
    refusals = set()
    for draw in ("RED 5, GREEN 2", "BLUE 5, BLUE 2"):
        state = table("RED SKIP, GREEN 9", "BLUE 3", draw=draw)
        state = UNO.apply(state, A, play("RED SKIP")).state
        for card in ("GREEN 9", "RED 5", "BLUE 5"):
            with pytest.raises(Refusal) as caught:
                UNO.apply(state, A, play(card))
            refusals.add((card, caught.value.code, caught.value.text))
    assert len(refusals) == 3


def test_view_contains_neither_pile_order_nor_rng() -> None:
    state = next(moments(2, quick("normal", 1), 1)).state
    state = replace(state, rng=Rng(b"a very secret seed", 77))
    for seat in (0, 1, None):
        packed = encode(UNO.view(state, seat))
        assert b"secret" not in packed
        assert state.draw[:5] not in packed
