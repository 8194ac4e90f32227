"""The deck and its points (section 1)."""

from games.rummy.cards import (
    CARD_BY_TEXT,
    CARDS,
    NO_CARD,
    OF_RANK,
    POINTS,
    TEXT,
    card_names,
    cards_of,
    hand_of,
    value_of,
)


def test_there_are_52_different_cards_whose_texts_can_be_parsed() -> None:
    assert len(set(TEXT)) == len(TEXT) == len(CARDS) == 52
    assert all(CARD_BY_TEXT[TEXT[card]] == card for card in CARDS)


def test_faces_and_aces_count_ten_the_others_their_number_and_all_376() -> None:
    points = {TEXT[card]: POINTS[card] for card in CARDS}
    assert [points[f"{rank}S"] for rank in "A23456789TJQK"] == [10, *range(2, 11), 10, 10, 10]
    assert value_of(CARDS) == 376


def test_hand_gives_its_cards_sorted_and_their_names() -> None:
    assert list(cards_of(hand_of([40, 3, 12]))) == [3, 12, 40]
    assert card_names(cards_of(hand_of([0, 51]))) == ("AH", "KD")
    assert list(cards_of(0)) == []


def test_no_card_is_in_no_hand() -> None:
    assert not hand_of(CARDS) >> NO_CARD & 1


def test_rank_of_aces_has_four_cards() -> None:
    assert card_names(cards_of(OF_RANK[0])) == ("AH", "AC", "AS", "AD")
