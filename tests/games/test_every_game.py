"""The contract of games/base.py for every game, number of players and mode.

Each random game has a fixed seed; most tests check all its states.
"""

from functools import cache
from random import Random
from typing import Any, NamedTuple

import msgspec
import pytest

from client.games.registry import apply_change
from games.base import AnyGame, Seating, Step
from games.registry import GAMES
from games.rng import Rng
from messages.base import Change, Seat, View
from messages.codec import decode_client, decode_server, encode
from messages.errors import ErrorCode, Refusal
from messages.registry import GameView, LegalActions, UpdateMessage
from tests.games.random_messages import random_message
from tests.games.variants import VARIANTS, Variant, settings_of, start_variant
from tests.games.weighted_choice import choose_by_kind

SEEDS = (1, 2)
MAX_ACTIONS = 5_000
"""Actions after which a game that has not ended counts as endless."""
SAMPLE = 6


class Moment(NamedTuple):
    """A state, the action of a seat and the resulting step."""

    state: Any
    seat: Seat
    action: Any
    step: Step[Any]


every_variant = pytest.mark.parametrize("variant", VARIANTS, ids=lambda variant: variant.label)
every_seed = pytest.mark.parametrize("seed", SEEDS)


@cache
def random_game(variant: Variant, seed: int) -> tuple[Moment, ...]:
    """Return a whole random game."""
    game, random = GAMES[variant.name], Random(seed)
    state = start_variant(variant, seed).state
    moments: list[Moment] = []
    while active := sorted(game.active(state)):
        assert len(moments) < MAX_ACTIONS
        seat = random.choice(active)
        action = choose_by_kind(game.legal(state, seat), random)
        step = game.apply(state, seat, action)
        moments.append(Moment(state, seat, action, step))
        state = step.state
    return tuple(moments)


def seats_of(players: int) -> list[Seat | None]:
    """Return all seats, and None for a spectator."""
    return [*range(players), None]


def check_consistent(game: AnyGame, state: Any, players: int) -> None:
    """Active, waiting, legal, prompt and result agree with each other."""
    active = game.active(state)
    assert active <= set(range(players))
    assert game.waiting(state) <= active
    assert bool(game.waiting(state)) is bool(active)
    assert (game.result(state) is None) is bool(active)
    for seat in range(players):
        assert bool(game.legal(state, seat)) is (seat in active)
        if seat in game.waiting(state):
            assert game.prompt(state, seat) is not None
        if seat not in active:
            assert game.prompt(state, seat) is None


def refused(game: AnyGame, state: Any, seat: Seat, action: Any) -> ErrorCode:
    """Return the code with which an action is refused; the state must stay unchanged."""
    before = msgspec.msgpack.encode(state)
    with pytest.raises(Refusal) as caught:
        game.apply(state, seat, action)
    assert caught.value.text
    assert msgspec.msgpack.encode(state) == before
    return caught.value.code


@every_variant
@every_seed
def test_all_states_of_a_random_game_are_consistent_and_the_last_has_winners_and_scores(
    variant: Variant, seed: int
) -> None:
    game = GAMES[variant.name]
    moments = random_game(variant, seed)
    for moment in moments:
        check_consistent(game, moment.state, variant.players)
    last = moments[-1].step.state
    check_consistent(game, last, variant.players)
    result = game.result(last)
    assert result is not None
    assert result.winners
    assert set(result.winners) <= set(range(variant.players))
    assert len(result.scores) == variant.players
    assert result.reason


def in_lower_case(plain: Any) -> Any:
    """Return plain data with its texts in lower case, except types of messages."""
    if isinstance(plain, dict):
        return {
            name: part if name == "type" else in_lower_case(part) for name, part in plain.items()
        }
    if isinstance(plain, list | tuple):
        return [in_lower_case(part) for part in plain]
    return plain.lower() if isinstance(plain, str) else plain


@every_variant
def test_action_in_lower_case_has_the_same_effect(variant: Variant) -> None:
    game = GAMES[variant.name]
    for moment in random_game(variant, SEEDS[0]):
        plain = in_lower_case(msgspec.to_builtins(moment.action))
        action = decode_client(msgspec.msgpack.encode(plain))
        step = game.apply(moment.state, moment.seat, action)
        assert step == moment.step, action


@every_variant
@every_seed
def test_turns_of_a_step_are_active_and_include_every_seat_that_newly_must_decide(
    variant: Variant, seed: int
) -> None:
    game = GAMES[variant.name]
    start = start_variant(variant, seed)
    assert set(start.turns) == game.waiting(start.state)
    for moment in random_game(variant, seed):
        after = moment.step.state
        assert set(moment.step.turns) <= game.active(after)
        newly = game.waiting(after) - game.waiting(moment.state)
        assert newly <= set(moment.step.turns)


@every_variant
@every_seed
def test_legal_actions_are_distinct_and_sampled_ones_cause_changes_and_are_confirmed(
    variant: Variant, seed: int
) -> None:
    game, random = GAMES[variant.name], Random(seed)
    for moment in random_game(variant, seed):
        for seat in game.active(moment.state):
            listed = game.legal(moment.state, seat)
            assert len(set(map(encode, listed))) == len(listed)
            for action in random.sample(listed, min(SAMPLE, len(listed))):
                assert type(action) in game.actions
                assert game.apply(moment.state, seat, action).changes
                assert game.confirm(action)


@every_variant
@every_seed
def test_inactive_or_unknown_seat_and_every_seat_after_the_end_is_refused(
    variant: Variant, seed: int
) -> None:
    game = GAMES[variant.name]
    moments = random_game(variant, seed)
    for moment in moments:
        for seat in set(range(-1, variant.players + 1)) - game.active(moment.state):
            code = refused(game, moment.state, seat, moment.action)
            late = type(moment.action) in settings_of(variant.name).late_actions
            assert code == ErrorCode.NOTYOURTURN or (late and code == ErrorCode.NOTALLOWED)
    over = moments[-1].step.state
    for seat in range(variant.players):
        refused(game, over, seat, moments[-1].action)


def applied(game: AnyGame, moment: Moment, action: Any) -> Any | None:
    """Return the state after an action, None if it is refused."""
    try:
        return game.apply(moment.state, moment.seat, action).state
    except Refusal:
        return None


@every_variant
@every_seed
def test_random_actions_are_refused_or_accepted_and_leave_consistent_states(
    variant: Variant, seed: int
) -> None:
    game, random = GAMES[variant.name], Random(seed)
    refusals = 0
    for moment in random_game(variant, seed):
        words = tuple(v for v in msgspec.structs.astuple(moment.action) if isinstance(v, str))
        for kind in game.actions:
            action = random_message(kind, random, words)
            assert decode_client(encode(action)) == action
            before = msgspec.msgpack.encode(moment.state)
            after = applied(game, moment, action)
            assert msgspec.msgpack.encode(moment.state) == before
            refusals += after is None
            check_consistent(game, moment.state if after is None else after, variant.players)
    assert refusals


@every_variant
@every_seed
def test_opening_actions_views_changes_prompts_and_legal_actions_survive_the_codec(
    variant: Variant, seed: int
) -> None:
    game = GAMES[variant.name]
    start = start_variant(variant, seed).state
    names = tuple(f"player_{seat}" for seat in range(variant.players))
    for message in game.opening(start, Seating(3, names, game.wizards[: variant.players])):
        assert decode_server(encode(message)) == message
    for moment in random_game(variant, seed):
        assert decode_client(encode(moment.action)) == moment.action
        for seat in seats_of(variant.players):
            view = GameView(view=game.view(moment.step.state, seat), seq=4)
            assert decode_server(encode(view)) == view
            for change in moment.step.changes:
                seen = game.redact(change, seat)
                update = UpdateMessage(change=seen, seq=5)  # type: ignore[arg-type]
                assert seen is None or decode_server(encode(update)) == update
        for seat in game.active(moment.state):
            question = game.prompt(moment.state, seat)
            assert question is None or decode_server(encode(question)) == question
            listed = LegalActions(actions=game.legal(moment.state, seat))
            assert decode_server(encode(listed)) == listed


@every_variant
@every_seed
def test_same_seed_and_actions_give_the_same_states_and_steps(variant: Variant, seed: int) -> None:
    game = GAMES[variant.name]
    state = start_variant(variant, seed).state
    for moment in random_game(variant, seed):
        assert state == moment.state
        step = game.apply(state, moment.seat, moment.action)
        assert step == moment.step
        state = step.state


@every_variant
@every_seed
def test_decoded_state_is_equal_and_gives_the_same_step(variant: Variant, seed: int) -> None:
    game = GAMES[variant.name]
    for moment in random_game(variant, seed):
        again = decoded(game, moment.state)
        assert again == moment.state
        assert game.apply(again, moment.seat, moment.action) == moment.step
    last = random_game(variant, seed)[-1].step.state
    assert decoded(game, last) == last


def decoded(game: AnyGame, state: Any) -> Any:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=game.state_type)


def apply_changes(
    game: AnyGame, view: View, changes: tuple[Change, ...], seat: Seat | None
) -> View:
    """Return the view after the changes, redacted for that seat."""
    for change in changes:
        seen = game.redact(change, seat)
        if seen is not None:
            view = apply_change(view, seen)
    return view


@every_variant
@every_seed
def test_mirror_updated_by_redacted_changes_equals_the_view_of_each_seat_and_spectator(
    variant: Variant, seed: int
) -> None:
    game = GAMES[variant.name]
    for moment in random_game(variant, seed):
        for seat in seats_of(variant.players):
            before = game.view(moment.state, seat)
            after = apply_changes(game, before, moment.step.changes, seat)
            assert after == game.view(moment.step.state, seat)


def step_with_absences(game: AnyGame, state: Any, players: int, random: Random) -> Step[Any]:
    """Let a random player leave, time out or act."""
    draw = random.random()
    if draw < 0.01:
        return game.leave(state, random.randrange(players))
    if draw < 0.1:
        return game.timeout(state, random.choice(sorted(game.waiting(state))))
    seat = random.choice(sorted(game.active(state)))
    return game.apply(state, seat, choose_by_kind(game.legal(state, seat), random))


@every_variant
@pytest.mark.parametrize("seed", range(6))
def test_games_with_timeouts_and_leaving_players_stay_consistent_and_mirrored_and_end(
    variant: Variant, seed: int
) -> None:
    game, random = GAMES[variant.name], Random(seed)
    state = start_variant(variant, seed).state
    for _ in range(MAX_ACTIONS):
        if not game.active(state):
            break
        step = step_with_absences(game, state, variant.players, random)
        check_consistent(game, step.state, variant.players)
        assert set(step.turns) <= game.active(step.state)
        for seat in seats_of(variant.players):
            view = apply_changes(game, game.view(state, seat), step.changes, seat)
            assert view == game.view(step.state, seat)
        state = step.state
    assert game.result(state) is not None


@every_variant
@every_seed
def test_leaving_is_final_and_all_but_one_leaving_gives_a_remaining_winner(
    variant: Variant, seed: int
) -> None:
    game = GAMES[variant.name]
    for moment in random_game(variant, seed)[::10]:
        state, left = moment.state, set[Seat]()
        seats = Random(seed).sample(range(variant.players), variant.players - 1)
        while game.result(state) is None:  # a game may end earlier, with its very last turn
            seat = seats.pop()
            left.add(seat)
            state = game.leave(state, seat).state
            check_consistent(game, state, variant.players)
            assert seat not in game.active(state)
            assert game.leave(state, seat) == Step(state, ())
        result = game.result(state)
        assert result is not None
        assert set(result.winners) - left


@pytest.mark.parametrize("name", GAMES)
def test_unknown_option_is_refused_with_choicenotvalid(name: str) -> None:
    with pytest.raises(Refusal) as caught:
        GAMES[name].options(False, {"no such option": 1})
    assert caught.value.code == ErrorCode.CHOICENOTVALID


@pytest.mark.parametrize("name", GAMES)
def test_game_has_its_own_name_a_title_and_no_or_one_distinct_wizard_per_seat(name: str) -> None:
    game = GAMES[name]
    assert game.name == name
    assert game.title
    assert len(set(game.wizards)) == len(game.wizards)
    assert not game.wizards or len(game.wizards) >= max(game.seats)


@pytest.mark.parametrize("name", GAMES)
def test_state_is_immutable_and_its_random_numbers_are_stored_as_chance(name: str) -> None:
    """Snapshots of running matches have this name of the field; Nim has no random numbers."""
    game = GAMES[name]
    state = game.start(game.seats[0], game.options(False, {}), Rng(bytes(16))).state
    parts = [state, *(part for part in msgspec.structs.astuple(state) if is_struct(part))]
    assert all(part.__struct_config__.frozen for part in parts)
    if any(isinstance(part, Rng) for part in parts):
        assert "chance" in msgspec.to_builtins(state)


def is_struct(part: Any) -> bool:
    return isinstance(part, msgspec.Struct)
