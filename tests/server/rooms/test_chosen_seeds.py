"""Rooms whose host chose the seed: who may, what it determines, and how it is marked."""

from hashlib import sha256

import pytest
from msgspec import UNSET, structs

from messages import (
    ErrorCode,
    FinalScores,
    GenericMessage,
    LeaveMatch,
    PlayersInfo,
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
    StartMatch,
)
from messages.registry import GameView
from messages.seeds import SEED_RULE, next_seed, player_seed
from server.rooms.opening import NO_SEEDS
from server.sessions import SettingUp
from tests.harness.handler import HandlerHarness

SEED = "002a"
SETUP = SelectModeAndPlayers(2, game="uno", seed=SEED)


def _harness(*, allow_seeds: bool = True) -> HandlerHarness:
    harness = HandlerHarness()
    harness.state.allow_seeds = allow_seeds
    return harness


@pytest.mark.parametrize(
    ("allow", "seed", "code", "text"),
    [
        (False, SEED, ErrorCode.NOTALLOWED, NO_SEEDS),
        (False, "not a seed", ErrorCode.NOTALLOWED, NO_SEEDS),
        (True, "2", ErrorCode.CHOICENOTVALID, SEED_RULE),
        (True, "not a seed", ErrorCode.CHOICENOTVALID, SEED_RULE),
    ],
)
def test_seed_is_refused_without_a_room_if_not_allowed_or_not_a_seed(
    allow: bool, seed: str, code: ErrorCode, text: str
) -> None:
    harness = _harness(allow_seeds=allow)
    ada = harness.connect_named("ada")
    harness.send(ada, SelectMatch(0))
    assert harness.assert_refused(ada, structs.replace(SETUP, seed=seed)) is code
    error = harness.send(ada, structs.replace(SETUP, seed=seed))
    assert getattr(error, "message", "") == text
    assert not harness.state.rooms
    harness.session_state(ada, SettingUp)


def test_no_seed_and_an_empty_one_are_random_and_not_marked_where_seeds_are_not_allowed() -> None:
    for setup in (structs.replace(SETUP, seed=UNSET), structs.replace(SETUP, seed="")):
        harness = _harness(allow_seeds=False)
        ada, _ = harness.start_match("ada", "bob", setup=setup)
        room = harness.state.rooms[1]
        assert room.setup.seed is UNSET
        assert room.info().seeded is UNSET
        (info,) = harness.received(ada, PlayersInfo)
        assert info.seed_hash == sha256((1).to_bytes(16, "big")).hexdigest()


def test_equal_seeds_give_equal_deals_and_the_commitment_is_that_of_the_seed() -> None:
    views = []
    for seed in (SEED, SEED.upper(), "01"):
        harness = _harness()
        ada, _ = harness.start_match("ada", "bob", setup=structs.replace(SETUP, seed=seed))
        (info,) = harness.received(ada, PlayersInfo)
        assert info.seed_hash == sha256(bytes.fromhex(seed)).hexdigest()
        views.append(harness.received(ada, GameView)[0])
    assert views[0] == views[1] != views[2]


def test_room_list_result_and_welcome_tell_that_the_host_chose_the_seed() -> None:
    harness = _harness()
    ada, bob = harness.start_match("ada", "bob", setup=SETUP)
    assert harness.received(ada, RoomUpdate)[0].room.seeded is True
    assert "can know all that are hidden" in harness.received(bob, GenericMessage)[0].msg
    assert harness.state.rooms[1].list_line().endswith("seed chosen by the host")
    harness.assert_accepted(bob, LeaveMatch())
    (result,) = harness.received(ada, FinalScores)
    assert (result.seeded, result.seed) == (True, SEED)


def test_later_matches_of_a_standing_room_have_the_seeds_that_follow() -> None:
    harness = _harness()
    ada = harness.connect_named("ada")
    harness.assert_accepted(ada, SelectMatch(0))
    harness.assert_accepted(ada, structs.replace(SETUP, standing=True))
    seed = bytes.fromhex(SEED)
    for number in range(3):
        bob = harness.connect_named(f"bob-{number}")
        harness.assert_accepted(bob, SelectMatch(1))
        harness.assert_accepted(ada, StartMatch())
        assert harness.received(ada, PlayersInfo)[-1].seed_hash == sha256(seed).hexdigest()
        harness.assert_accepted(bob, LeaveMatch())
        seed = next_seed(seed)


def test_computer_players_of_a_seeded_room_get_seeds_of_their_own() -> None:
    harness = _harness()
    ada = harness.connect_named("ada")
    harness.assert_accepted(ada, SelectMatch(0))
    harness.assert_accepted(ada, SelectModeAndPlayers(3, bots=2, seed=SEED))
    seed = bytes.fromhex(SEED)
    assert [bot.seed for bot in harness.started_bots] == [player_seed(seed, n) for n in range(2)]


def test_seeded_match_has_no_return_codes_because_the_host_could_compute_them() -> None:
    harness = _harness()
    harness.start_match("ada", "bob", setup=SETUP)
    match = harness.state.rooms[1].match
    assert match is not None
    assert [match.return_code(seat) for seat in match.seats] == ["", ""]
