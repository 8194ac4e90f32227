import pytest

from client.games.parsing import CommandError, item_by_number, parse_number, pick, verbs_by_word

CHOICES = {"move": 1, "mother": 2, "cloud": 3}


@pytest.mark.parametrize(("typed", "found"), [("move", 1), ("MOT", 2), ("c", 3)])
def test_word_or_unambiguous_prefix_is_accepted_in_upper_or_lower_case(
    typed: str, found: int
) -> None:
    assert pick(typed, CHOICES, "command") == found


def test_ambiguous_prefix_is_refused_with_the_possible_words() -> None:
    with pytest.raises(CommandError, match=r"'mo' can mean move or mother; type more of it\."):
        pick("mo", CHOICES, "command")


def test_unknown_word_is_refused_with_all_choices() -> None:
    with pytest.raises(CommandError, match=r"'fly' is no command: use move, mother or cloud\."):
        pick("fly", CHOICES, "command")


def test_prefix_of_two_synonyms_is_not_ambiguous() -> None:
    same = object()
    assert pick("s", {"school": same, "seats": same}, "place") is same


@pytest.mark.parametrize("typed", ["", "-1", "x", "1.5", "٣", "9999999999"])
def test_empty_signed_fractional_non_ascii_or_too_long_number_is_refused(typed: str) -> None:
    with pytest.raises(CommandError, match="use a number"):
        parse_number(typed, "island")


def test_both_spellings_of_color_are_one_verb_also_by_their_common_prefix() -> None:
    choices = verbs_by_word("color", "colour", "draw")
    assert choices == {"color": "color", "colour": "color", "draw": "draw"}
    assert pick("col", choices, "command") == "color"


def test_item_is_found_by_its_number_from_1_and_numbers_out_of_range_are_refused() -> None:
    assert item_by_number("abc", 3, "{count}") == "c"
    for place in (0, 4):
        with pytest.raises(CommandError, match="1 to 3"):
            item_by_number("abc", place, "1 to {count}")
