"""Using a character: prices, payment and refusals (rules digest, 10.1 and 11)."""

from collections.abc import Iterator
from typing import Any

import pytest

from games.eriantys.characters import RULES, list_uses, price_of, usable_characters
from games.eriantys.state import Card, State
from messages.eriantys.actions import CHARACTERS, Character, UseCharacterCard
from messages.eriantys.table import CharacterUsed
from tests.games.eriantys.boards import board, do, refused, students

ON_CARD = students(yellow=1, blue=1, red=2)
VALID: dict[Character, dict[str, Any]] = {
    "MONK": {"color": "RED", "island_position": 4},
    "FARMER": {},
    "HERALD": {"island_position": 4},
    "POSTMAN": {},
    "GRANDMA": {"island_position": 4},
    "CENTAUR": {},
    "JESTER": {"taken": ("RED", "BLUE"), "given": ("YELLOW", "RED")},
    "KNIGHT": {},
    "MUSHROOM_HUNTER": {"color": "RED"},
    "MINSTREL": {"taken": ("PINK",), "given": ("RED",)},
    "PRINCESS": {"color": "RED"},
    "THIEF": {"color": "RED"},
}
every_character = pytest.mark.parametrize("name", CHARACTERS)


def with_card(name: Character, coins: int = 9, used: bool = False, **fields: Any) -> State:
    """Return seat 0's turn with this character in play and these coins."""
    rule = RULES[name]
    on_card = ON_CARD if rule.students else students()
    card = Card(name, used=used, students=on_card, no_entry=rule.no_entry)
    schools = {0: {"coins": coins, "dining": students(pink=2)}}
    return board(characters=[card], schools=schools, **fields)


def use_of(name: Character, **changed: Any) -> UseCharacterCard:
    """Return a valid use of the character, with some parameters changed."""
    return UseCharacterCard(asset=name, **{**VALID[name], **changed})


@every_character
def test_first_use_costs_the_printed_price_leaves_a_coin_on_the_card_and_raises_the_price(
    name: Character,
) -> None:
    state = with_card(name, coins=RULES[name].price)
    step = do(state, use_of(name))
    price = RULES[name].price
    used = step.changes[0]
    assert isinstance(used, CharacterUsed)
    assert (used.seat, used.character, used.price) == (0, name, price)
    assert step.state.schools[0].coins == 0
    assert step.state.supply == state.supply + price - 1
    assert step.state.characters[0].used
    assert price_of(step.state.characters[0]) == price + 1


@every_character
def test_later_use_costs_one_more_all_to_the_supply_and_is_refused_with_fewer_coins(
    name: Character,
) -> None:
    price = RULES[name].price + 1
    assert f"costs {price}" in refused(with_card(name, price - 1, used=True), use_of(name))
    state = with_card(name, price, used=True)
    after = do(state, use_of(name)).state
    assert after.supply == state.supply + price
    assert price_of(after.characters[0]) == price


@every_character
def test_character_with_one_coin_missing_is_refused_and_not_listed(name: Character) -> None:
    state = with_card(name, coins=RULES[name].price - 1)
    assert "earn coins first" in refused(state, use_of(name))
    assert list_uses(state, 0) == ()


def test_prices_of_the_twelve_characters_are_the_printed_ones() -> None:
    prices = {name: rule.price for name, rule in RULES.items()}
    assert list(prices) == list(CHARACTERS)
    assert list(prices.values()) == [1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3]


def wrong_parameters() -> Iterator[tuple[Character, dict[str, Any]]]:
    """Yield for each character a use with a parameter missing, superfluous or unequal."""
    for name, rule in RULES.items():
        yield name, {"color": None if rule.parameters.color else "GREEN"}
        yield name, {"island_position": None if rule.parameters.island else 3}
        swap = () if rule.parameters.swap else ("RED",)
        yield name, {"taken": swap, "given": swap}
        yield name, {"taken": ("RED",), "given": ()}
        yield name, {"taken": (), "given": ("RED",)}


@pytest.mark.parametrize(("name", "wrong"), list(wrong_parameters()))
def test_missing_superfluous_or_unequal_parameters_are_refused(
    name: Character, wrong: dict[str, Any]
) -> None:
    assert f"The {name} needs" in refused(with_card(name), use_of(name, **wrong))


@pytest.mark.parametrize(
    ("name", "swapped"), [("JESTER", 0), ("JESTER", 4), ("MINSTREL", 0), ("MINSTREL", 3)]
)
def test_jester_or_minstrel_with_no_or_too_many_students_is_refused(
    name: Character, swapped: int
) -> None:
    action = use_of(name, taken=("RED",) * swapped, given=("RED",) * swapped)
    assert "colors taken from" in refused(with_card(name), action)


@pytest.mark.parametrize("name", ["MONK", "HERALD", "GRANDMA"])
@pytest.mark.parametrize("position", [-1, 12, 2**31 - 1, -(2**31)])
def test_monk_herald_or_grandma_on_an_unknown_island_is_refused(
    name: Character, position: int
) -> None:
    action = use_of(name, island_position=position)
    assert "0 to 11" in refused(with_card(name), action)


@pytest.mark.parametrize("asset", ["KNIGHT", "", "MON", "DRAGON", "💥"])
def test_character_not_in_play_is_refused_with_those_in_play(asset: str) -> None:
    assert "choose one of MONK" in refused(with_card("MONK"), UseCharacterCard(asset=asset))


def test_second_use_of_a_character_in_a_turn_is_refused_and_not_listed() -> None:
    state = do(with_card("KNIGHT"), use_of("KNIGHT")).state
    assert "next turn" in refused(state, use_of("KNIGHT"))
    assert list_uses(state, 0) == ()
    assert usable_characters(state, 0) == ()


def test_character_can_be_used_with_its_last_coin_after_a_refused_use() -> None:
    state = with_card("MONK", coins=1)
    refused(state, use_of("MONK", color="GREEN"))
    assert do(state, use_of("MONK")).state.character_used


@every_character
@pytest.mark.parametrize("phase", ["STUDENTS", "MOTHER_NATURE", "CLOUD"])
def test_character_can_be_used_in_every_phase_of_an_action_turn_and_keeps_it(
    name: Character, phase: str
) -> None:
    state = with_card(name, phase=phase, students_left=3 if phase == "STUDENTS" else 0)
    after = do(state, use_of(name)).state
    assert (after.phase, after.students_left) == (phase, state.students_left)
    assert (after.turn, after.character_used) == (0, True)


@every_character
def test_usable_character_is_listed_and_all_its_listed_uses_are_accepted(name: Character) -> None:
    state = with_card(name)
    assert usable_characters(state, 0) == (name,)
    for action in list_uses(state, 0):
        do(state, action)


def test_only_uses_of_affordable_characters_are_listed() -> None:
    state = board(
        characters=[Card("KNIGHT"), Card("CENTAUR"), Card("THIEF", used=True)],
        schools={0: {"coins": 3}},
    )
    assert list_uses(state, 0) == (use_of("KNIGHT"), use_of("CENTAUR"))
    assert usable_characters(state, 0) == ("KNIGHT", "CENTAUR")
