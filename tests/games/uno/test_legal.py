"""Legal actions of the player on turn, and of players who may interrupt."""

from games.uno.legal import (
    active,
    chooses_partner,
    fits,
    legal,
    may_jump_in,
    maybe_active,
    playable_cards,
    waiting,
)
from messages.uno.actions import (
    UNO_COLORS,
    AnswerDrawnUnoCard,
    AnswerUnoChallenge,
    ChooseUnoColor,
    DrawUnoCard,
    PlayUnoCard,
    SayUno,
    SwapUnoHands,
)
from tests.games.uno.tables import A, B, C, D, kinds, play, table

DRAW, SAY = DrawUnoCard(), SayUno()
FULL = "BLUE 1, BLUE 2, BLUE 3"
JUMP_IN = {"mode": "jump_in"}
SEVEN_O = {"mode": "seven_o"}


def test_each_card_once_wilds_in_every_color_and_drawing_are_listed_on_turn_only() -> None:
    state = table("RED 3, RED 3, GREEN 1, BLUE 2, WILD WILD", FULL)
    wilds = [PlayUnoCard(card="WILD WILD", color=color) for color in UNO_COLORS]
    assert legal(state, A) == (play("RED 3"), play("GREEN 1"), *wilds, DRAW)
    assert legal(state, B) == ()
    assert active(state) == waiting(state) == {A}


def test_drawing_is_listed_without_a_playable_card_and_without_cards_to_draw() -> None:
    assert legal(table(FULL, "RED 4", top="GREEN 9"), A) == (DRAW,)
    assert legal(table("RED 5", FULL, rest=B, turn=B, top="GREEN 9"), B)[-1] == DRAW


def test_draw_four_needs_a_hand_without_the_current_color_unless_the_policy_is_free() -> None:
    four = kinds("WILD DRAW_4")
    held = table("RED 3, WILD DRAW_4, WILD DRAW_4", FULL)
    assert playable_cards(held, A) == kinds("RED 3")
    assert not fits(held, A, four[0])
    symbol = table("GREEN 1, WILD WILD, WILD DRAW_4", FULL)
    assert playable_cards(symbol, A) == kinds("GREEN 1, WILD WILD, WILD DRAW_4")
    free = table("RED 3, WILD DRAW_4", FULL, options={"wd4_policy": "free"})
    assert playable_cards(free, A) == kinds("RED 3, WILD DRAW_4")


def test_only_the_same_draw_card_and_drawing_are_listed_while_cards_are_pending() -> None:
    state = table(
        "RED 3, GREEN DRAW_2, WILD DRAW_4", FULL, top="RED DRAW_2", pending=2,
        options={"mode": "progressive"},
    )  # fmt: skip
    assert legal(state, A) == (play("GREEN DRAW_2"), DRAW)


def test_seven_is_listed_per_partner_but_once_as_last_card_or_among_two_players() -> None:
    state = table("RED 7, RED 8, RED 9", FULL, FULL.replace("BLUE", "GREEN"), options=SEVEN_O)
    assert legal(state, A)[:2] == (play("RED 7", swap=B), play("RED 7", swap=C))
    assert chooses_partner(state, A, kinds("RED 7")[0])
    assert not chooses_partner(state, A, kinds("RED 8")[0])
    last = table("RED 7", FULL, "GREEN 1", options=SEVEN_O)
    assert legal(last, A) == (play("RED 7"), DRAW)
    two = table("RED 7, RED 8", FULL, options=SEVEN_O)
    assert legal(two, A) == (play("RED 7"), play("RED 8"), DRAW, SAY)


def test_retain_color_swap_and_challenge_decisions_list_their_own_answers() -> None:
    hands = ("RED 7, WILD WILD, RED 9", FULL, "GREEN 1")
    seven, wild = kinds("RED 7")[0], kinds("WILD WILD")[0]
    retain = table(*hands, decision="RETAIN", card=seven)
    assert legal(retain, A) == (AnswerDrawnUnoCard(play=True), AnswerDrawnUnoCard(play=False))
    color = table(*hands, decision="COLOR", card=wild)
    assert legal(color, A) == tuple(ChooseUnoColor(color=c) for c in UNO_COLORS)
    swap = table(*hands, decision="SWAP", card=seven, options=SEVEN_O)
    assert legal(swap, A) == (SwapUnoHands(seat=B), SwapUnoHands(seat=C))
    challenge = table(*hands, decision="CHALLENGE", accused=C, pending=4)
    assert legal(challenge, A) == (
        AnswerUnoChallenge(challenge=True),
        AnswerUnoChallenge(challenge=False),
    )


def test_uno_is_listed_with_two_cards_on_turn_or_one_in_the_window_unless_said() -> None:
    state = table("RED 7, RED 8", "GREEN 1", "GREEN 2", window=C)
    assert SAY in legal(state, A)
    assert legal(state, B) == ()
    assert legal(state, C) == (SAY,)
    assert active(state) == {A, C}
    assert waiting(state) == {A}
    said = table("RED 7, RED 8", "GREEN 1", said=1)
    assert SAY not in legal(said, A)


def test_last_draw_four_before_a_missed_uno_is_listed_only_if_no_penalty_can_forbid_it() -> None:
    fours = tuple(PlayUnoCard(card="WILD DRAW_4", color=color) for color in UNO_COLORS)

    def listed(rest: str | int = "draw", **fields: object) -> bool:
        state = table("WILD DRAW_4", FULL, window=A, rest=rest, options=fields)
        return legal(state, A) == (*fours, DRAW, SAY)

    assert not listed()
    assert listed(uno_penalty=0)
    assert listed(rest=B)
    assert listed(wd4_policy="free")


def test_jump_in_lists_uno_with_two_cards_off_turn() -> None:
    state = table("RED 7, RED 8, RED 9", "GREEN 1, GREEN 2", "GREEN 2", options=JUMP_IN)
    assert legal(state, B) == (SAY,)
    assert active(state) == {A, B}


def test_card_equal_to_the_top_card_is_listed_off_turn_in_jump_in_mode_only() -> None:
    hands = ("RED 7, RED 8, RED 9", FULL, "GREEN 1, GREEN 2, BLUE 9", "GREEN 4, GREEN 5, GREEN 6")
    state = table(*hands, top="GREEN 2", options=JUMP_IN)
    assert legal(state, C) == (play("GREEN 2"),)
    assert active(state) == {A, C}
    assert not may_jump_in(state, D, kinds("GREEN 4")[0])
    assert legal(table(*hands, top="GREEN 2"), C) == ()


def test_wilds_cannot_jump_in() -> None:
    state = table(FULL, "WILD WILD, GREEN 1, GREEN 2", top="RED WILD", options=JUMP_IN)
    assert legal(state, B) == ()


def test_nobody_is_active_and_nothing_is_listed_when_the_game_is_over() -> None:
    state = table("RED 7, RED 8", "GREEN 1, GREEN 2", decision="OVER", turn=-1, options=JUMP_IN)
    assert active(state) == waiting(state) == frozenset()
    assert legal(state, A) == legal(state, B) == ()


def test_everybody_may_perhaps_jump_in_on_a_colored_card() -> None:
    equal, other, last = (
        "RED 1, BLUE 2, BLUE 3",
        "RED 2, BLUE 4, BLUE 5",
        "GREEN 1, GREEN 2, GREEN 3",
    )
    for held in (equal, other):
        assert maybe_active(table(FULL, held, last, options=JUMP_IN)) == {A, B, C}
    assert maybe_active(table(FULL, equal, last)) == set()
    wild = table(FULL, equal, last, top="WILD WILD", color=0, options=JUMP_IN)
    assert maybe_active(wild) == set()
    assert maybe_active(table(FULL, equal, last, options=JUMP_IN, decision="COLOR")) == set()
