"""Cards for people."""

from client.games.rummy.text_cards import by_rank, by_suit, card_name, card_names, points

HAND = ["KD", "TH", "AC", "2H", "AD"]


def test_a_ten_is_written_with_two_digits() -> None:
    assert card_names(["TH", "5C", "AD"]) == "10H 5C AD"


def test_hands_are_sorted_by_suit_or_by_rank() -> None:
    assert by_suit(HAND) == ["2H", "TH", "AC", "AD", "KD"]
    assert by_rank(HAND) == ["AC", "AD", "2H", "TH", "KD"]


def test_points() -> None:
    assert [points(card) for card in HAND] == [10, 10, 10, 2, 10]


def test_strange_cards_are_harmless() -> None:
    for card in ("", "\x1b[2J", "x" * 99, "T"):
        assert card_name(card).isprintable()
        assert len(card_name(card)) <= 4
        assert points(card) == 10
