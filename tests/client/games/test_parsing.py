import pytest

from client.games.parsing import CommandError, item_by_number, parse_number, pick, verbs_by_word

CHOICES = {"move": 1, "mother": 2, "cloud": 3}


@pytest.mark.parametrize(("typed", "found"), [("move", 1), ("MOT", 2), ("c", 3)])
def test_a_word_or_its_clear_beginning(typed: str, found: int) -> None:
    assert pick(typed, CHOICES, "command") == found


def test_an_unclear_beginning_names_what_it_can_mean() -> None:
    with pytest.raises(CommandError, match=r"'mo' can mean move or mother; type more of it\."):
        pick("mo", CHOICES, "command")


def test_an_unknown_word_gets_the_whole_list() -> None:
    with pytest.raises(CommandError, match=r"'fly' is no command: use move, mother or cloud\."):
        pick("fly", CHOICES, "command")


def test_two_words_for_the_same_thing_are_not_unclear() -> None:
    same = object()
    assert pick("s", {"school": same, "seats": same}, "place") is same


@pytest.mark.parametrize("typed", ["", "-1", "x", "1.5", "٣", "9999999999"])
def test_what_is_no_number(typed: str) -> None:
    with pytest.raises(CommandError, match="use a number"):
        parse_number(typed, "island")


def test_both_spellings_of_color_are_one_verb() -> None:
    choices = verbs_by_word("color", "colour", "draw")
    assert choices == {"color": "color", "colour": "color", "draw": "draw"}
    assert pick("col", choices, "command") == "color"


def test_an_item_is_found_by_its_number() -> None:
    assert item_by_number("abc", 3, "{count}") == "c"
    for place in (0, 4):
        with pytest.raises(CommandError, match="1 to 3"):
            item_by_number("abc", place, "1 to {count}")
