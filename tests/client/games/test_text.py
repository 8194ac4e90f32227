from client.games.text import amount, card_count, mid_sentence, seat_name


def test_amounts_and_card_counts_are_singular_only_for_1() -> None:
    assert [amount(number, "coin") for number in (0, 1, 2)] == ["0 coins", "1 coin", "2 coins"]
    assert [card_count(number) for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_only_the_whole_word_you_becomes_lower_case_inside_a_sentence() -> None:
    assert (mid_sentence("You"), mid_sentence("Youri")) == ("you", "Youri")


def test_seat_name_is_cleaned_and_cut_to_20_characters_or_else_the_seat_number() -> None:
    assert seat_name(("ada", "b\x1bob" + "x" * 30), 1) == "bob" + "x" * 17
    assert seat_name(("ada",), 1) == "seat 1"
