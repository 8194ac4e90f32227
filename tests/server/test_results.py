"""Messages about the start and the result of a match, and the hash of its seed."""

from hashlib import sha256

from msgspec.structs import replace

from games.base import Result, Seating
from messages import (
    FinalScores,
    GenericMessage,
    OtherPlayerWins,
    PlayersInfo,
    SelectModeAndPlayers,
    YouWin,
)
from server.results import final_scores, result_messages, with_setup

SEED = b"seed of a match!"
SEATING = Seating(7, ("ada", "bob", "cleo"), ("", "", ""))
RESULT = Result((0, 2), (5, 3, 5), "nobody could go on")


def test_winners_and_others_are_told_apart_and_all_get_the_scores() -> None:
    scores = final_scores(RESULT, SEATING, SEED, 9)
    assert list(result_messages(scores, RESULT, SEATING)) == [
        ((0, 2), (YouWin(seq=9),)),
        ((1,), (OtherPlayerWins("ada", seq=9), OtherPlayerWins("cleo", seq=9))),
        (None, (scores,)),
    ]
    assert scores == FinalScores(
        winners=("ada", "cleo"),
        scores={"ada": 5, "bob": 3, "cleo": 5},
        reason="nobody could go on",
        seed=SEED.hex(),
        seq=9,
    )


def test_only_players_info_gets_the_hash_of_the_seed_and_the_public_set_up() -> None:
    setup = SelectModeAndPlayers(2, options={"target": "200"}, clock=60)
    info = with_setup(PlayersInfo(("ada", "bob"), 2), SEED, setup)
    assert isinstance(info, PlayersInfo)
    assert info.seed_hash == sha256(SEED).hexdigest()
    assert (info.options, info.clock) == (setup.options, 60)
    assert with_setup(GenericMessage("welcome"), SEED, setup) == GenericMessage("welcome")


def test_players_info_without_a_set_up_has_the_default_options() -> None:
    info = PlayersInfo(("ada", "bob"), 2)
    assert with_setup(info, SEED, None) == replace(info, seed_hash=sha256(SEED).hexdigest())
