"""A seat cannot see hidden goals or tiles: states that differ only in them look the same to it.

In the varied state other seats have other personal goals, the bag has another order and the Rng is
another one. A refill and the end of the game reveal some of it.
"""

from random import Random

import pytest
from msgspec.msgpack import encode
from msgspec.structs import replace

from games.base import Step
from games.rng import Rng
from games.shelfie import SHELFIE
from games.shelfie.scoring import PERSONAL_GOALS
from games.shelfie.shelf import shelf_rows
from games.shelfie.state import State
from games.shelfie.view import view as view_of
from messages.base import Seat
from messages.shelfie.table import ShelfieBoardRefilled, ShelfieGameEnded
from tests.games.shelfie.games import Moment, moments, varied

every_size = pytest.mark.parametrize("players", [2, 3, 4])


def another_world(state: State, viewer: Seat | None, random: Random) -> State:
    """Return the state with other hidden goals, another order of the bag and another Rng."""
    own = None if viewer is None else state.cards[viewer]
    others = random.sample([c for c in range(len(PERSONAL_GOALS)) if c != own], len(state.cards))
    cards = [own if seat == viewer else others[seat] for seat in range(len(state.cards))]
    return replace(
        state,
        cards=bytes(card for card in cards if card is not None),
        bag=bytes(random.sample(state.bag, len(state.bag))),
        rng=Rng(b"another world", random.randrange(1000)),
    )


def visible_to(state: State, viewer: Seat | None) -> list[bytes]:
    """Return the encoded view, prompt and legal actions of the seat."""
    parts = [encode(view_of(state, viewer))]
    if viewer is not None:
        parts += [encode(SHELFIE.prompt(state, viewer)), encode(SHELFIE.legal(state, viewer))]
    return parts


def visible_after(step: Step[State], viewer: Seat | None) -> list[bytes]:
    """Return the encoded changes of a step, redacted for the seat."""
    redacted = [encode(SHELFIE.redact(change, viewer)) for change in step.changes]
    return redacted + visible_to(step.state, viewer)


def revealing(step: Step[State]) -> bool:
    """Return whether the step reveals tiles of the bag or personal goals."""
    return any(isinstance(c, ShelfieBoardRefilled | ShelfieGameEnded) for c in step.changes)


def followed(state: State, moment: Moment) -> Step[State]:
    """Return the step of the same action from the varied state."""
    if moment.action is None:
        late = any(type(c).__name__ == "ShelfieTurnLost" for c in moment.step.changes)
        return (SHELFIE.timeout if late else SHELFIE.leave)(state, moment.seat)
    return SHELFIE.apply(state, moment.seat, moment.action)


@every_size
def test_view_prompt_legal_actions_and_changes_do_not_depend_on_hidden_tiles_and_goals(
    players: int,
) -> None:
    random, compared = Random(players), 0
    for seed in range(4):
        for moment in moments(players, varied(seed), seed, disturbed=seed == 3):
            viewer = random.choice([*range(players), None])
            other = another_world(moment.state, viewer, random)
            if moment.state.step != "OVER":
                assert visible_to(other, viewer) == visible_to(moment.state, viewer)
            step = followed(other, moment)
            assert revealing(step) is revealing(moment.step)
            if not revealing(step):
                assert visible_after(step, viewer) == visible_after(moment.step, viewer)
                compared += 1
    assert compared > 100


@every_size
def test_15_personal_goal_is_visible_to_its_owner_only_until_the_end_shows_all(
    players: int,
) -> None:
    for moment in moments(players, varied(0), 7):
        state = moment.step.state
        for viewer in (*range(players), None):
            view = view_of(state, viewer)
            if state.step == "OVER":
                assert [r.goal for r in view.results] == [
                    shelf_rows(PERSONAL_GOALS[c]) for c in state.cards
                ]
            else:
                own = () if viewer is None else shelf_rows(PERSONAL_GOALS[state.cards[viewer]])
                assert (view.personal, view.results) == (own, ())


def test_view_contains_neither_bag_order_nor_rng() -> None:
    state = next(moments(2, varied(0), 1)).state
    state = replace(state, rng=Rng(b"a very secret seed", 77))
    for seat in (0, 1, None):
        packed = encode(view_of(state, seat))
        assert b"secret" not in packed
        assert state.bag[:8] not in packed
        assert state.bag[-8:] not in packed
