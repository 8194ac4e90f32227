from client.games.text import amount, card_count, mid_sentence, seat_name


def test_one_thing_is_not_plural() -> None:
    assert [amount(number, "coin") for number in (0, 1, 2)] == ["0 coins", "1 coin", "2 coins"]
    assert [card_count(number) for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]


def test_the_reader_inside_a_sentence() -> None:
    assert (mid_sentence("You"), mid_sentence("Youri")) == ("you", "Youri")


def test_a_seat_has_a_name_or_a_number() -> None:
    assert seat_name(("ada", "b\x1bob" + "x" * 30), 1) == "bob" + "x" * 17
    assert seat_name(("ada",), 1) == "seat 1"
