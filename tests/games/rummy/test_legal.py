"""Legal actions: every draw, the listed melds and lay-offs, and every discard."""

from random import Random
from typing import Any

from msgspec.msgpack import encode
from msgspec.structs import replace

from games.rummy import RUMMY
from games.rummy.cards import CARDS, card_names, cards_of, hand_of
from games.rummy.legal import can_meld_taken_card, maybe_find_play, takeable_cards
from games.rummy.melds import maybe_attach, melds_in
from games.rummy.state import Meld, State
from messages.errors import Refusal
from messages.rummy.actions import (
    RUMMY_ACES,
    LayOffRummyCards,
    LayRummyMeld,
    RummyAction,
    TakeRummyDiscard,
)
from tests.games.rummy.games import PLAYERS, moments, quick
from tests.games.rummy.tables import DRAW, A, B, after, cards, discard, lay_off, meld, table, take


def is_accepted(state: State, action: RummyAction) -> bool:
    """Return whether the seat on turn may do this."""
    try:
        RUMMY.apply(state, state.turn, action)
    except Refusal:
        return False
    return True


def test_stock_and_every_discard_with_a_use_are_listed_and_nothing_off_turn() -> None:
    state = table("7H 8H KC KS", "QD", discard="2D 9H 3S KD 5C")
    assert RUMMY.legal(state, A) == (DRAW, take("9H"), take("KD"))
    assert RUMMY.legal(state, B) == ()


def test_takeable_cards_are_exactly_those_whose_take_is_accepted() -> None:
    for players in PLAYERS:
        for moment in moments(players, quick(players), players):
            if moment.state.decision == "DRAW":
                named = [TakeRummyDiscard(card=text) for text in card_names(CARDS)]
                accepted = {action.card for action in named if is_accepted(moment.state, action)}
                assert set(card_names(takeable_cards(moment.state, moment.seat))) == accepted


def test_sets_short_and_whole_runs_single_lay_offs_and_every_discard_are_listed() -> None:
    hand = "3H 4H 5H 6H 7H 7C 7S KD"
    state = after(table(hand, "QS", stock="JC", melds=((B, "TD JD QD"),)), DRAW)
    plays = [action for action in RUMMY.legal(state, A) if not is_discard(action)]
    runs = [meld("3H 4H 5H"), meld("4H 5H 6H"), meld("5H 6H 7H"), meld("3H 4H 5H 6H 7H")]
    assert plays == [meld("7H 7C 7S"), *runs, lay_off(1, "KD")]
    assert {discard(card) for card in (*hand.split(), "JC")} < set(RUMMY.legal(state, A))


def is_discard(action: RummyAction) -> bool:
    return not isinstance(action, LayRummyMeld | LayOffRummyCards)


def test_with_a_card_owed_only_plays_that_keep_it_usable_are_listed() -> None:
    state = after(table("7H 8H 8C 8S 4C 5C 6C", "KD", discard="9H"), take("9H"))
    assert set(RUMMY.legal(state, A)) == {meld("7H 8H 9H"), meld("4C 5C 6C")}
    assert not can_meld_taken_card(state, A, meld("8H 8C 8S"))


def test_lay_off_through_cards_between_is_listed_card_by_card() -> None:
    state = table("9H KC 2C", "KD", discard="TH", melds=((B, "6H 7H 8H"),))
    state = after(state, take("TH"))
    assert RUMMY.legal(state, A) == (lay_off(1, "9H"),)
    assert RUMMY.legal(after(state, lay_off(1, "9H")), A) == (lay_off(1, "TH"),)


def test_lay_off_on_another_meld_is_listed_if_it_keeps_the_card_owed_usable() -> None:
    melds = ((B, "6H 7H 8H"), (B, "KC KD KS"))
    state = after(table("9H KH 2C", "QD", discard="TH", melds=melds), take("TH"))
    assert RUMMY.legal(state, A) == (lay_off(1, "9H"), lay_off(2, "KH"))


def test_lay_off_found_for_a_card_has_the_cards_between_meld_and_card_but_none_beyond() -> None:
    state = table("9H TH 2C", "QD", melds=((B, "6H 7H 8H"),))
    hand, (nine, ten) = state.hands[A], cards("9H TH")
    assert maybe_find_play(nine, hand, state.melds, "both") == lay_off(1, "9H")
    assert maybe_find_play(ten, hand, state.melds, "both") == lay_off(1, "9H TH")


def test_ace_can_be_laid_off_on_a_king_or_after_a_two_at_the_other_end() -> None:
    run = "3H 4H 5H 6H 7H 8H 9H TH JH QH KH"
    state = table("AH 2H 9C", "KD", melds=((B, run),), decision="PLAY")
    plays = [action for action in RUMMY.legal(state, A) if not is_discard(action)]
    assert plays == [lay_off(1, "2H"), lay_off(1, "AH")]
    low = after(state, lay_off(1, "2H"))
    assert [action for action in RUMMY.legal(low, A) if not is_discard(action)] == [
        lay_off(1, "AH")
    ]


def test_listed_lay_offs_and_melds_of_three_cards_are_exactly_the_accepted_ones() -> None:
    """Compare with a search of all melds of the hand and all cards for all melds laid."""
    for players in PLAYERS:
        for moment in moments(players, quick(players + 4), players):
            state, hand = moment.state, moment.state.hands[moment.seat]
            if state.decision != "PLAY":
                continue
            aces = state.options.ace_runs
            found = [LayRummyMeld(cards=card_names(part)) for part in melds_in(hand, aces)]
            off = [
                LayOffRummyCards(meld=number, cards=card_names((card,)))
                for number, other in enumerate(state.melds, 1)
                for card in cards_of(hand)
                if maybe_attach(other.cards, (card,), aces) is not None
            ]
            listed = set(RUMMY.legal(state, moment.seat))
            lay_offs = {action for action in listed if isinstance(action, LayOffRummyCards)}
            assert lay_offs == {action for action in off if is_accepted(state, action)}
            assert {action for action in listed if isinstance(action, LayRummyMeld)} <= set(found)
            held = [action.cards for action in listed if isinstance(action, LayRummyMeld)]
            for action in found:
                if len(action.cards) == 3 and is_accepted(state, action):
                    assert action.cards in held


def test_lay_offs_on_random_melds_are_exactly_the_accepted_ones() -> None:
    """Random games rarely have a long run, so the melds and hands are made at random here."""
    random = Random(1)
    for _ in range(2000):
        aces = random.choice(RUMMY_ACES)
        laid = random.choice(melds_in(hand_of(CARDS), aces))
        hand = random.sample([card for card in CARDS if card not in laid], random.randint(1, 30))
        state = replace(
            table("", "", discard="", options={"ace_runs": aces}),
            melds=(Meld(laid, bytes((B,)) * len(laid)),),
            hands=(hand_of(hand), 0),
            decision="PLAY",
        )
        lay_offs = [lay_off(1, text) for text in card_names(cards_of(hand_of(hand)))]
        listed = {
            action for action in RUMMY.legal(state, A) if isinstance(action, LayOffRummyCards)
        }
        assert listed == {action for action in lay_offs if is_accepted(state, action)}


def test_play_found_for_a_card_contains_it_and_is_accepted_if_no_card_is_owed() -> None:
    for players in PLAYERS:
        for moment in moments(players, quick(players), players + 10):
            state = moment.state
            if state.decision == "PLAY":
                for card in cards_of(state.hands[state.turn]):
                    hand, aces = state.hands[state.turn], state.options.ace_runs
                    use = maybe_find_play(card, hand, state.melds, aces)
                    assert use is None or card_names((card,))[0] in use.cards
                    assert use is None or state.owed != 52 or is_accepted(state, use)


def test_encoded_legal_actions_of_35_cards_are_smaller_than_8_kib() -> None:
    random, largest = Random(1), 0
    for _ in range(200):
        held = random.sample(CARDS, 35)
        state = table("", "", discard="2D")
        left = bytes(card for card in CARDS if card not in held)
        hands = (hand_of(held), hand_of(left[:2]))
        state = _with(state, hands=hands, stock=left[2:9], discard=left[9:])
        largest = max(largest, len(encode(RUMMY.legal(state, A))))
    assert largest < 8 * 1024


def _with(state: State, **fields: Any) -> State:
    return replace(state, decision="PLAY", **fields)


def test_legal_actions_of_51_cards_are_fewer_than_200() -> None:
    state = table("", "KD", discard="", rest="hand", decision="PLAY")
    everything = hand_of(CARDS) & ~hand_of(cards("KD"))
    listed = RUMMY.legal(_with(state, hands=(everything, hand_of(cards("KD")))), A)
    assert len(listed) < 200
