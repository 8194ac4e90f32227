"""The effect of each card in each mode."""

import pytest

from games.uno import UNO
from games.uno.playing import EFFECTS, play_card
from messages.uno.actions import UNO_MODES, DrawUnoCard, SwapUnoHands
from messages.uno.table import UnoCardPlayed, UnoHandsPassed, UnoHandsSwapped, UnoHandTaken
from tests.games.uno.tables import A, B, C, D, kinds, lines, play, table

PROGRESSIVE = {"mode": "progressive"}
JUMP_IN = {"mode": "jump_in"}
SEVEN_O = {"mode": "seven_o"}
FULL = "BLUE 1, BLUE 2, BLUE 3"
DRAW = DrawUnoCard()


def test_every_mode_has_54_effects_and_jump_in_those_of_normal() -> None:
    assert set(EFFECTS) == set(UNO_MODES)
    assert {len(effects) for effects in EFFECTS.values()} == {54}
    assert EFFECTS["normal"] == EFFECTS["jump_in"]


def test_number_leaves_the_hand_becomes_the_top_card_and_the_next_seat_plays() -> None:
    state = table("GREEN 1, BLUE 2, BLUE 3", FULL)
    after, changes = play_card(state, A, kinds("GREEN 1")[0], 0)
    assert changes == (UnoCardPlayed(A, "GREEN 1"),)
    assert (after.turn, after.color) == (B, 2)
    assert after.hands[A] == kinds("BLUE 2, BLUE 3")
    assert after.discard == kinds("RED 1, GREEN 1")


def test_a_skip_and_a_draw_two_among_two_give_the_same_player_another_turn() -> None:
    state = table("RED SKIP, RED DRAW_2, RED 5, RED 6", FULL)
    step = UNO.apply(state, A, play("RED SKIP"))
    assert lines(step) == ["BCP|a|RED SKIP", "BTS|b", "BGI a"]
    step = UNO.apply(step.state, A, play("RED DRAW_2"))
    assert lines(step) == ["BCP|a|RED DRAW_2", "BDC|b", "BDC|b", "BTS|b", "BGI a"]


def test_reverse_among_three_gives_the_turn_to_the_previous_seat() -> None:
    state = table("RED REVERSE, RED 5, RED 6", FULL, "RED 7, RED 8, RED 9")
    step = UNO.apply(state, A, play("RED REVERSE"))
    assert lines(step) == ["BCP|a|RED REVERSE", "BRS|false", "BGI c"]


def test_draw_four_names_a_color_and_the_next_player_draws_four_and_is_skipped() -> None:
    state = table("WILD DRAW_4, BLUE 5, BLUE 6", FULL, FULL.replace("BLUE", "GREEN"))
    step = UNO.apply(state, A, play("WILD DRAW_4", "YELLOW"))
    assert lines(step) == [
        *("BCP|a|YELLOW DRAW_4", "BCC|YELLOW"),
        *["BDC|b"] * 4,
        *("BTS|b", "BGI c"),
    ]


def test_wild_may_be_played_on_a_wild_and_name_the_current_color() -> None:
    state = table("WILD WILD, BLUE 5, BLUE 6", FULL, top="RED WILD")
    assert lines(UNO.apply(state, A, play("RED WILD"))) == ["BCP|a|RED WILD", "BCC|RED", "BGI b"]


def test_wild_as_last_card_needs_no_color_and_ends_the_round() -> None:
    state = table("WILD WILD", FULL)
    assert lines(UNO.apply(state, A, play("WILD WILD")))[:3] == ["BCP|a|RED WILD", "RE|a", "RST"]
    assert lines(UNO.apply(state, A, play("BLUE WILD")))[:2] == ["BCP|a|BLUE WILD", "RE|a"]


def test_skip_or_reverse_as_last_card_ends_the_round_without_its_effect() -> None:
    for card in ("RED SKIP", "RED REVERSE"):
        step = UNO.apply(table(card, FULL), A, play(card))
        assert lines(step)[:3] == [f"BCP|a|{card}", "RE|a", "RST"]


def test_draw_four_as_last_card_applies_and_cannot_be_challenged() -> None:
    state = table("WILD DRAW_4", FULL, options={"wd4_policy": "challenge"})
    step = UNO.apply(state, A, play("GREEN DRAW_4"))
    assert lines(step)[:6] == ["BCP|a|GREEN DRAW_4", *["BDC|b"] * 4, "RE|a"]


# --- progressive: 8.2 ---------------------------------------------------------------------------


def test_in_progressive_two_players_stack_draw_twos_until_one_draws_all_pending_cards() -> None:
    state = table("RED DRAW_2, RED 5, RED 6", "BLUE DRAW_2, BLUE 5, BLUE 6", options=PROGRESSIVE)
    step = UNO.apply(state, A, play("RED DRAW_2"))
    assert lines(step) == ["BCP|a|RED DRAW_2", "BGI b"]
    step = UNO.apply(step.state, B, play("BLUE DRAW_2"))
    assert step.state.pending == 4
    assert lines(UNO.apply(step.state, A, DRAW)) == [*["BDC|a"] * 4, "BTS|a", "BGI b"]


def test_stacked_draw_four_is_legal_with_the_color_in_hand_and_the_last_color_counts() -> None:
    state = table(
        "RED 5, RED 6", "RED 7, WILD DRAW_4, BLUE 1", top="RED DRAW_4", pending=4, turn=B,
        options=PROGRESSIVE,
    )  # fmt: skip
    step = UNO.apply(state, B, play("WILD DRAW_4"))
    assert lines(step) == ["AC b"]
    step = UNO.apply(state, B, play("BLUE DRAW_4"))
    assert lines(step) == ["BCP|b|BLUE DRAW_4", "BCC|BLUE", "BGI a"]
    assert (step.state.pending, step.state.color) == (8, 3)


def test_after_pending_cards_are_drawn_the_draw_two_is_an_ordinary_top_card() -> None:
    state = table("RED 5, RED 6", FULL, top="RED DRAW_2", pending=2, turn=B, options=PROGRESSIVE)
    step = UNO.apply(state, B, DRAW)
    assert lines(UNO.apply(step.state, A, play("RED 5"))) == ["BCP|a|RED 5", "BGI b"]


# --- jump_in: 8.3 -------------------------------------------------------------------------------


def test_player_may_jump_in_on_the_card_they_just_played() -> None:
    state = table(
        "RED 7, RED 7, RED 8, RED 9", FULL, FULL.replace("BLUE", "GREEN"), options=JUMP_IN
    )
    state = UNO.apply(state, A, play("RED 7")).state
    assert UNO.active(state) == {A, B}
    step = UNO.apply(state, A, play("RED 7"))
    assert lines(step) == ["BCP|a|RED 7", "BGI b"]


def test_draw_two_applies_to_the_seat_after_the_one_that_played_it_or_jumped_in() -> None:
    state = table(
        "RED DRAW_2, RED 5, RED 6", FULL, "RED DRAW_2, GREEN 5, GREEN 6", "GREEN 1, GREEN 2",
        options=JUMP_IN,
    )  # fmt: skip
    step = UNO.apply(state, A, play("RED DRAW_2"))
    assert lines(step) == ["BCP|a|RED DRAW_2", "BDC|b", "BDC|b", "BTS|b", "BGI c"]
    ordinary = UNO.apply(step.state, C, play("RED DRAW_2"))
    assert ordinary.changes[0] == UnoCardPlayed(C, "RED DRAW_2", jumped=False)
    state = table(
        "RED 5, RED 6, GREEN 7", "BLUE 1, BLUE 2, RED DRAW_2", "GREEN 5, GREEN 6, GREEN 7", FULL,
        top="RED DRAW_2", turn=C, options=JUMP_IN,
    )  # fmt: skip
    step = UNO.apply(state, B, play("RED DRAW_2"))
    assert lines(step) == ["BCP|b|RED DRAW_2", "BDC|c", "BDC|c", "BTS|c", "BGI d"]
    assert step.turns == (D,)


def test_last_card_by_jump_in_wins_the_round() -> None:
    state = table("RED 5, RED 6", FULL, "RED 7", top="RED 7", options=JUMP_IN)
    assert lines(UNO.apply(state, C, play("RED 7")))[:2] == ["BCP|c|RED 7", "RE|c"]


# --- seven_o: 8.4 -------------------------------------------------------------------------------


def test_seven_among_two_players_swaps_hands_without_a_prompt() -> None:
    state = table("RED 7, RED 8, RED 9", FULL, options=SEVEN_O)
    step = UNO.apply(state, A, play("RED 7"))
    assert lines(step) == ["BCP|a|RED 7", "BGI b"]
    assert step.changes[1:4] == (
        UnoHandsSwapped(A, B),
        UnoHandTaken(A, ("BLUE 1", "BLUE 2", "BLUE 3")),
        UnoHandTaken(B, ("RED 8", "RED 9")),
    )


def test_partner_of_a_seven_can_be_named_with_the_play() -> None:
    state = table("RED 7, RED 8", FULL, "GREEN 1, GREEN 2", options=SEVEN_O)
    step = UNO.apply(state, A, play("RED 7", swap=C))
    assert step.state.hands == (kinds("GREEN 1, GREEN 2"), kinds(FULL), kinds("RED 8"))


def test_a_zero_passes_every_hand_on_past_empty_seats() -> None:
    state = table("RED 0, RED 8", FULL, "GREEN 1, GREEN 2", "YELLOW 1, YELLOW 2", options=SEVEN_O)
    state = UNO.leave(state, B).state
    step = UNO.apply(state, A, play("RED 0"))
    assert step.changes[1] == UnoHandsPassed(A, True)
    hands = ("YELLOW 1, YELLOW 2", "", "RED 8", "GREEN 1, GREEN 2")
    assert step.state.hands == tuple(kinds(hand) for hand in hands)


def test_seven_is_a_plain_number_in_the_other_modes() -> None:
    for mode in ("normal", "progressive", "jump_in"):
        state = table("RED 7, RED 8, RED 9", FULL, options={"mode": mode})
        assert lines(UNO.apply(state, A, play("RED 7"))) == ["BCP|a|RED 7", "BGI b"]
        assert UNO.apply(state, A, play("RED 7")).state.hands[B] == kinds(FULL)


@pytest.mark.parametrize(("partner_hand", "window"), [("GREEN 1", A), ("GREEN 1, GREEN 2", None)])
def test_seven_opens_the_uno_window_only_if_its_player_receives_one_card(
    partner_hand: str, window: int | None
) -> None:
    state = table("RED 7, RED 8, RED 9", partner_hand, FULL, options=SEVEN_O)
    step = UNO.apply(state, A, play("RED 7", swap=B))
    assert step.state.window == window


def test_partner_of_a_seven_who_receives_one_card_has_no_uno_window() -> None:
    state = table("RED 7, RED 8", FULL, "GREEN 1, GREEN 2", options=SEVEN_O)
    state = UNO.apply(UNO.apply(state, A, play("RED 7")).state, A, SwapUnoHands(seat=C)).state
    assert len(state.hands[C]) == 1
    assert state.window is None


def test_uno_said_before_a_swap_counts_for_the_player_of_the_seven_only_with_one_card() -> None:
    state = table("RED 7, RED 8", "GREEN 1", "GREEN 2, GREEN 3", options=SEVEN_O, said=0b011)
    one = UNO.apply(state, A, play("RED 7", swap=B)).state
    assert (one.window, one.said) == (None, 0b001)
    two = UNO.apply(state, A, play("RED 7", swap=C)).state
    assert (two.window, two.said) == (None, 0b010)
