"""Typed Eriantys commands, in both directions."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.games.eriantys.commands import parse, text
from client.games.parsing import CommandError
from games.registry import GAMES
from games.rng import Rng
from messages.eriantys.actions import (
    ChooseCloud,
    EndTurn,
    EriantysAction,
    MoveMotherNature,
    MoveStudent,
    PlayAssistantCard,
    UseCharacterCard,
)
from messages.registry import Action, members
from tests.client.tables import full_view


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("assistant 5", PlayAssistantCard(5)),
        ("A 10", PlayAssistantCard(10)),
        ("move red island 3", MoveStudent("ISLAND", "RED", 3)),
        ("move red 3", MoveStudent("ISLAND", "RED", 3)),
        ("MOVE R SCHOOL", MoveStudent("SCHOOL", "RED")),
        ("move y dining", MoveStudent("SCHOOL", "YELLOW")),
        ("mother 2", MoveMotherNature(2)),
        ("mot 2", MoveMotherNature(2)),
        ("cloud 1", ChooseCloud(1)),
        ("end", EndTurn()),
        ("use knight", UseCharacterCard("KNIGHT")),
        ("use herald 3", UseCharacterCard("HERALD", island_position=3)),
        ("use grandma island 3", UseCharacterCard("GRANDMA", island_position=3)),
        ("use thief pink", UseCharacterCard("THIEF", color="PINK")),
        ("use mush pink", UseCharacterCard("MUSHROOM_HUNTER", color="PINK")),
        ("use monk red island 3", UseCharacterCard("MONK", color="RED", island_position=3)),
        (
            "use jester take red blue give green yellow",
            UseCharacterCard("JESTER", taken=("RED", "BLUE"), given=("GREEN", "YELLOW")),
        ),
        (
            "use minstrel give g take r",
            UseCharacterCard("MINSTREL", taken=("RED",), given=("GREEN",)),
        ),
    ],
)
def test_commands(line: str, action: Action) -> None:
    assert parse(line) == action


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("", "help"),
        ("fly", "use assistant, move, mother, cloud, use or end"),
        ("mo red school", "can mean move or mother"),
        ("assistant", "Like this: assistant 5"),
        ("assistant five", "'five' is no assistant: use a number"),
        ("move", "Like this: move red school, or move red island 3"),
        ("move purple school", "'purple' is no colour: use yellow, blue, green, red or pink"),
        ("move red moon", "'moon' is no place: use island, school or dining"),
        ("move red island", "Like this: move red school"),
        ("move red school 3", "Like this: move red school"),
        ("mother", "Like this: mother 2"),
        ("cloud 1 2", "Like this: cloud 1"),
        ("end now", "Like this: end"),
        ("use", "use knight"),
        ("use dragon", "is no character here"),
        ("use knight 3", "Like this: use knight"),
        ("use monk red", "Like this: use monk red 3"),
        ("use herald", "Like this: use herald 3"),
        ("use thief", "Like this: use thief red"),
        ("use jester", "as many from the card as from your entrance"),
        ("use jester red blue", "Like this: use jester take"),
        ("use minstrel take red", "as many from the dining room as from your entrance"),
    ],
)
def test_nonsense_is_answered_with_what_to_type(line: str, help: str) -> None:
    with pytest.raises(CommandError) as caught:
        parse(line)
    assert help in str(caught.value)


def test_only_the_characters_in_play_count() -> None:
    assert parse("use m red 3", full_view()) == UseCharacterCard(
        "MONK", color="RED", island_position=3
    )
    with pytest.raises(CommandError, match="use monk, grandma or jester"):
        parse("use knight", full_view())
    with pytest.raises(CommandError, match="not in expert mode"):
        parse("use knight", full_view(expert=False, characters=()))


def _understood(line: str) -> Action | str:
    try:
        return parse(line, full_view())
    except CommandError as error:
        return str(error)


@given(st.text(max_size=60))
def test_whatever_is_typed_gives_an_action_or_an_explanation(line: str) -> None:
    answer = _understood(line)
    assert answer
    assert isinstance(answer, (*members(EriantysAction), str))


WORDS = ("use", "jester", "take", "give", "red", "island", "move", "3", "mother", "school")


@given(st.lists(st.sampled_from(WORDS)))
def test_words_in_any_order_give_an_action_or_an_explanation(words: list[str]) -> None:
    assert _understood(" ".join(words))


@pytest.mark.parametrize("seed", range(6))
def test_every_legal_action_is_a_command_and_back(seed: int) -> None:
    game = GAMES["eriantys"]
    chance = random.Random(seed)
    state = game.start(2, game.options(True, {}), Rng(bytes([seed] * 32))).state
    while game.result(state) is None:
        seat = min(game.active(state))
        actions = game.legal(state, seat)
        view = game.view(state, seat)
        for action in chance.sample(actions, min(20, len(actions))):
            assert parse(text(action), view) == action  # type: ignore[arg-type]
        state = game.apply(state, seat, chance.choice(actions)).state
