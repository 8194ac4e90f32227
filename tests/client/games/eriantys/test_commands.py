"""Typed Eriantys commands, in both directions."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from client.games.eriantys.commands import command_text, offer, parse, unavailable_choices
from client.games.eriantys.text import ALREADY_PLAYED, ALREADY_USED, NO_EFFECT
from client.games.parsing import CommandError
from games.registry import GAMES
from games.rng import Rng
from messages.base import members
from messages.eriantys.actions import (
    ChooseCloud,
    EndTurn,
    EriantysAction,
    MoveMotherNature,
    MoveStudent,
    PlayAssistantCard,
    UseCharacterCard,
)
from messages.registry import Action
from tests.client.games.eriantys.tables import full_view


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
def test_line_is_parsed_as_action(line: str, action: Action) -> None:
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
def test_invalid_line_raises_a_command_error_with_reason_or_usage(line: str, help: str) -> None:
    with pytest.raises(CommandError) as caught:
        parse(line)
    assert help in str(caught.value)


def test_only_characters_in_play_are_accepted_and_none_in_base_mode() -> None:
    assert parse("use m red 3", full_view()) == UseCharacterCard(
        "MONK", color="RED", island_position=3
    )
    with pytest.raises(CommandError, match="use monk, grandma or jester"):
        parse("use knight", full_view())
    with pytest.raises(CommandError, match="not in expert mode"):
        parse("use knight", full_view(expert=False, characters=()))


def _action_or_error(line: str) -> Action | str:
    try:
        return parse(line, full_view())
    except CommandError as error:
        return str(error)


@given(st.text(max_size=60))
def test_any_text_gives_an_action_or_a_command_error(line: str) -> None:
    answer = _action_or_error(line)
    assert answer
    assert isinstance(answer, (*members(EriantysAction), str))


WORDS = ("use", "jester", "take", "give", "red", "island", "move", "3", "mother", "school")


@given(st.lists(st.sampled_from(WORDS)))
def test_command_words_in_any_order_give_an_action_or_a_command_error(words: list[str]) -> None:
    assert _action_or_error(" ".join(words))


@pytest.mark.parametrize("seed", range(6))
def test_sampled_legal_actions_of_random_matches_survive_a_round_trip_through_text(
    seed: int,
) -> None:
    game = GAMES["eriantys"]
    rng = random.Random(seed)
    state = game.start(2, game.options(True, {}), Rng(bytes([seed] * 32))).state
    while game.result(state) is None:
        seat = min(game.active(state))
        actions = game.legal(state, seat)
        view = game.view(state, seat)
        for action in rng.sample(actions, min(20, len(actions))):
            assert parse(command_text(action), view) == action  # type: ignore[arg-type]
        state = game.apply(state, seat, rng.choice(actions)).state


GRANDMA = UseCharacterCard("GRANDMA", island_position=3)


def test_assistants_are_offered_by_their_values_in_one_line() -> None:
    cards = [PlayAssistantCard(value) for value in (1, 2, 4)]
    numbers, lines = offer(full_view(), cards)
    assert numbers == {1: cards[0], 2: cards[1], 4: cards[2]}
    assert lines == ("  Type one of 1-2 4.",)


def test_steps_of_mother_nature_are_offered_with_target_island_influence_and_result() -> None:
    numbers, lines = offer(full_view(), [MoveMotherNature(1), MoveMotherNature(5)])
    assert list(numbers) == [1, 5]
    assert lines == (
        "  1  mother 1   island 8: nothing changes; white 0, black 0",
        "  5  mother 5   island 1-2: no entry; white 3, black 10",
    )
    line = offer(full_view(), [MoveMotherNature(4)]).lines[0]
    assert line.endswith("island 0: white builds; white 2, black 0")


def test_clouds_are_offered_by_their_own_numbers_with_their_students() -> None:
    numbers, lines = offer(full_view(), [ChooseCloud(0)])
    assert numbers == {0: ChooseCloud(0)}
    assert lines == ("  0  cloud 0    blue 1, red 2",)


def test_many_student_moves_are_shown_as_patterns_without_numbers() -> None:
    islands = [
        MoveStudent("ISLAND", color, island.tiles[0])
        for color in ("YELLOW", "RED")
        for island in full_view().islands
    ]
    actions: list[EriantysAction] = [MoveStudent("SCHOOL", "RED"), *islands]
    numbers, lines = offer(full_view(), actions)
    assert numbers == {}
    assert lines == (
        "  move COLOUR school    COLOUR: red 3",
        "  move COLOUR island N  COLOUR: yellow 2, red 3",
        "                        N: 0 1-2 3 4 5-7 8 9 10-11",
    )


def test_two_student_moves_are_numbered() -> None:
    actions = [MoveStudent("SCHOOL", "RED"), MoveStudent("ISLAND", "RED", 3)]
    numbers, lines = offer(full_view(), actions)
    assert numbers == {1: actions[0], 2: actions[1]}
    assert lines == ("   1  move red school", "   2  move red island 3")


def test_characters_follow_numbered_choices_with_price_and_effect_within_80_columns() -> None:
    monk = UseCharacterCard("MONK", color="RED", island_position=3)
    jester = UseCharacterCard("JESTER", taken=("RED",), given=("RED",))
    numbers, lines = offer(full_view(), [EndTurn(), GRANDMA, monk, monk, jester])
    assert numbers == {1: EndTurn()}
    assert lines[1:] == (
        "  use grandma N  (3 coins: a no-entry tile x on an island)",
        "  use monk COLOUR N  (1 coin: one of its students to an island)",
        "  use jester take COLOURS give COLOURS  (1 coin: swap up to 3: card, entrance)",
    )
    assert max(map(len, lines)) <= 80


def test_characters_are_unavailable_without_effect_or_coins_or_after_one_was_used() -> None:
    usable = [UseCharacterCard("JESTER", taken=("RED",), given=("BLUE",))]
    assert unavailable_choices(full_view(), usable) == [
        ("use monk", NO_EFFECT),
        ("use grandma", "it costs 3, you have 2"),
    ]
    assert {why for _, why in unavailable_choices(full_view(character_used=True), [])} == {
        ALREADY_USED
    }


def test_assistant_played_by_another_player_is_unavailable() -> None:
    view = full_view(phase="PLANNING")
    legal = [PlayAssistantCard(n) for n in (1, 2, 6, 7, 9, 10)]
    assert unavailable_choices(view, legal) == [("assistant 4", ALREADY_PLAYED)]


def test_spectator_has_no_unavailable_choices() -> None:
    assert unavailable_choices(full_view(seat=None), []) == []
