"""Typed Rummy commands, in both directions."""

import random

import pytest

from client.games.parsing import CommandError
from client.games.registry import ui_of
from client.games.rummy.commands import (
    MAX_NUMBERED_PLAYS,
    command_text,
    explain,
    offer,
    parse,
    unavailable_choices,
)
from client.games.rummy.text import DISCARD_LINE, HELP, LEGEND, NO_USE
from games.registry import GAMES
from games.rng import Rng
from messages.rummy.actions import (
    DiscardRummyCard,
    DrawRummyStock,
    LayOffRummyCards,
    LayRummyMeld,
    PlayRummyTurn,
    RummyAction,
    TakeRummyDiscard,
)
from tests.client.games.rummy.tables import NAMES, rummy_view

VIEW = rummy_view(["7H", "8H", "KC"])
RUN = LayRummyMeld(("7H", "8H", "TH"))


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ("draw", DrawRummyStock()),
        ("D", DrawRummyStock()),
        ("take 9H", TakeRummyDiscard("9H")),
        ("t 10h", TakeRummyDiscard("TH")),
        ("take 2", TakeRummyDiscard("2D")),
        ("meld 7H 8h 10H", RUN),
        ("m 7h, 8h, th", RUN),
        ("off 2 9H", LayOffRummyCards(2, ("9H",))),
        ("off #2 9H 10H", LayOffRummyCards(2, ("9H", "TH"))),
        ("layoff 1 as", LayOffRummyCards(1, ("AS",))),
        ("lay off 1 as", LayOffRummyCards(1, ("AS",))),
        ("lay 7h 8h 10h", RUN),
        ("discard kc", DiscardRummyCard("KC")),
        ("dis kc", DiscardRummyCard("KC")),
        ("meld 7H 8H 10H; discard KC", PlayRummyTurn((RUN,), "KC")),
        ("meld 7H 8H 10H; off 1 9H;", PlayRummyTurn((RUN, LayOffRummyCards(1, ("9H",))))),
    ],
)
def test_line_is_parsed_as_action(line: str, action: RummyAction) -> None:
    assert parse(line, VIEW) == action


def test_d_means_discard_while_playing_and_is_ambiguous_without_a_view() -> None:
    playing = rummy_view(["7H"], decision="PLAY")
    assert parse("d 7H", playing) == DiscardRummyCard("7H")
    with pytest.raises(CommandError, match="draw or discard"):
        parse("d")


@pytest.mark.parametrize(
    ("line", "help"),
    [
        ("", "Type a command"),
        (" ; ", "Type a command"),
        (",", "Type a command"),
        ("; , ;", "Type a command"),
        ("dance", "use draw, take"),
        ("draw 9H", "take 9H"),
        ("take", "take 9H"),
        ("take 9H 2D", "take 9H"),
        ("take 0", "places 1 to 3"),
        ("take 4", "places 1 to 3"),
        ("take 1H", "no card"),
        ("take 11h", "no card"),
        ("meld", "meld 5H 6H 7H"),
        ("meld 7H 8", "no card"),
        ("meld ♥7", "no card"),
        ("off 2", "off 2 8H"),
        ("off x 9H", "number"),
        ("discard", "discard KC"),
        ("discard 7H 8H", "discard KC"),
        ("draw; discard KC", "at once"),
        ("discard KC; meld 7H 8H 10H", "at once"),
        ("discard KC; discard 7H", "at once"),
    ],
)
def test_invalid_line_raises_a_command_error_with_reason_or_usage(line: str, help: str) -> None:
    with pytest.raises(CommandError) as caught:
        parse(line, VIEW)
    assert help in str(caught.value)


def test_turn_of_several_actions_survives_a_round_trip_through_text() -> None:
    turn = PlayRummyTurn((RUN, LayOffRummyCards(1, ("9H",))), "KC")
    assert command_text(turn) == "meld 7H 8H 10H; off 1 9H; discard KC"
    assert parse(command_text(turn)) == turn


def test_every_legal_action_of_a_random_match_survives_a_round_trip_through_text() -> None:
    game, rng = GAMES["rummy500"], random.Random(1)
    state = game.start(3, game.options(False, {"target": 60}), Rng(bytes(16))).state
    while active := game.active(state):
        (seat,) = active
        view = game.view(state, seat)
        commands = ui_of(view).commands(view, NAMES)
        actions = game.legal(state, seat)
        for action in actions:
            assert commands.parse(commands.text(action), view) == action
        plays = [a for a in actions if isinstance(a, LayRummyMeld | LayOffRummyCards)]
        state = game.apply(state, seat, rng.choice(plays or actions)).state


def test_help_and_legend_fit_78_columns() -> None:
    assert max(map(len, (*HELP, *LEGEND))) <= 78


MELD = LayRummyMeld(("7H", "8H", "9H"))


def test_draw_is_offered_as_0_and_discards_by_their_position_in_the_pile() -> None:
    actions: list[RummyAction] = [DrawRummyStock()]
    actions += [TakeRummyDiscard("9H"), TakeRummyDiscard("TH")]
    offered = offer(VIEW, actions)
    assert offered.lines == ("  0 draw  1 take 9H  3 take 10H",)
    assert offered.numbers == {0: actions[0], 1: actions[1], 3: actions[2]}


def test_discard_line_is_not_offered_if_no_discard_is_legal() -> None:
    assert offer(VIEW, [MELD]).lines == ("  1 meld 7H 8H 9H",)


def test_discards_are_numbered_after_the_plays() -> None:
    view = rummy_view(["7H", "TC"], decision="PLAY")
    meld = LayRummyMeld(("5H", "6H", "7H"))
    offered = offer(view, [DiscardRummyCard("7H"), meld, DiscardRummyCard("TC")])
    assert offered.numbers == {1: meld, 2: DiscardRummyCard("7H"), 3: DiscardRummyCard("TC")}
    assert offered.lines == ("  1 meld 5H 6H 7H  2 discard 7H  3 discard 10C", DISCARD_LINE)


def test_offer_numbers_at_most_the_maximum_of_plays() -> None:
    many: list[RummyAction] = [LayOffRummyCards(n, ("KC",)) for n in range(40)]
    assert len(offer(VIEW, many).numbers) == MAX_NUMBERED_PLAYS


def test_explanation_shows_further_taken_cards_or_points_and_nothing_for_a_discard() -> None:
    assert explain(VIEW, TakeRummyDiscard("9H")) == ""
    assert explain(VIEW, TakeRummyDiscard("TH")) == "and 9H 2D"
    assert explain(VIEW, MELD) == "24 points"
    assert explain(VIEW, LayOffRummyCards(1, ("KC",))) == "10 points"
    assert explain(VIEW, DiscardRummyCard("7H")) == ""


def test_every_discard_that_cannot_be_used_is_unavailable_with_the_reason() -> None:
    top, second, *_ = VIEW.discard
    legal: list[RummyAction] = [DrawRummyStock(), TakeRummyDiscard(top)]
    assert (f"take {second}", NO_USE) in unavailable_choices(VIEW, legal)
    assert len(unavailable_choices(VIEW, legal)) == len(VIEW.discard) - 1


def test_discard_is_unavailable_while_a_card_is_owed_and_otherwise_nothing_is() -> None:
    view = rummy_view(["7H", "TC"], decision="PLAY", owed="TC")
    assert unavailable_choices(view, []) == [("discard", "first put down the 10C you took")]
    assert unavailable_choices(rummy_view(["7H"], decision="PLAY"), []) == []
    assert unavailable_choices(rummy_view(["7H"], turn=1), []) == []
