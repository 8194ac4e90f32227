"""Only the bag is hidden: states that differ in its order look the same until a draw."""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.msgpack import encode
from msgspec.structs import replace

from games.base import Step
from games.eriantys import ERIANTYS
from games.eriantys.state import Options, State
from games.rng import Rng

SEEDS = range(6)


def worlds(players: int, expert: bool, seed: int) -> tuple[State, State]:
    """Return two states that differ only in the order of the bag and in the Rng."""
    state = ERIANTYS.start(players, Options(expert=expert), Rng(bytes([seed]))).state
    other, rng = Rng(b"another world", seed).shuffled(state.bag)
    assert bytes(other) != state.bag
    return state, replace(state, bag=bytes(other), rng=rng)


def sent_messages(state: State, step: Step[State]) -> Iterator[bytes]:
    """Yield everything that any seat receives of a step, encoded."""
    for seat in (*range(len(state.schools)), None):
        yield encode(ERIANTYS.view(step.state, seat))
        yield from (encode(ERIANTYS.redact(change, seat)) for change in step.changes)
    for seat in range(len(state.schools)):
        yield encode(ERIANTYS.prompt(step.state, seat))
        yield encode(ERIANTYS.legal(step.state, seat))


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("expert", [False, True])
@pytest.mark.parametrize("players", ERIANTYS.seats)
def test_views_changes_prompts_and_legal_actions_do_not_depend_on_the_bag_until_a_draw(
    players: int, expert: bool, seed: int
) -> None:
    one, other = worlds(players, expert, seed)
    start: Step[State] = Step(one, ())
    assert list(sent_messages(one, start)) == list(sent_messages(other, Step(other, ())))
    random = Random(seed)
    moves = 0
    while True:
        action = random.choice(ERIANTYS.legal(one, one.turn))
        steps = [ERIANTYS.apply(state, state.turn, action) for state in (one, other)]
        # A draw makes the bag shorter; before it nothing may differ.
        if len(steps[0].state.bag) < len(one.bag):
            break
        assert list(sent_messages(one, steps[0])) == list(sent_messages(other, steps[1]))
        one, other = (step.state for step in steps)
        moves += 1
    assert moves >= players
    assert len(steps[1].state.bag) == len(steps[0].state.bag)


def test_view_contains_neither_bag_order_nor_rng() -> None:
    state, _ = worlds(2, True, 1)
    state = replace(state, bag=b"\x03\x01" * 20, rng=Rng(b"a very secret seed", 77))
    packed = encode(ERIANTYS.view(state, 0))
    assert b"\x03\x01\x03\x01" not in packed
    assert b"secret" not in packed
