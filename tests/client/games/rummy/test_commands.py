"""What people type at a Rummy table."""

import random

import pytest

from client.games.parsing import CommandError
from client.games.registry import ui_of
from client.games.rummy.commands import MAX_NUMBERED_PLAYS, explain, offer, parse, text, unavailable
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
def test_what_lines_mean(line: str, action: RummyAction) -> None:
    assert parse(line, VIEW) == action


def test_d_is_what_the_moment_asks_for() -> None:
    playing = rummy_view(["7H"], decision="PLAY")
    assert parse("d 7H", playing) == DiscardRummyCard("7H")
    with pytest.raises(CommandError, match="draw or discard"):
        parse("d")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", "Type a command"),
        (" ; ", "Type a command"),
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
def test_nonsense_is_answered_with_what_to_type(line: str, words: str) -> None:
    with pytest.raises(CommandError) as caught:
        parse(line, VIEW)
    assert words in str(caught.value)


def test_a_turn_can_be_read_back() -> None:
    turn = PlayRummyTurn((RUN, LayOffRummyCards(1, ("9H",))), "KC")
    assert text(turn) == "meld 7H 8H 10H; off 1 9H; discard KC"
    assert parse(text(turn)) == turn


def test_every_legal_action_can_be_typed() -> None:
    game, choices = GAMES["rummy500"], random.Random(1)
    state = game.start(3, game.options(False, {"target": 60}), Rng(bytes(16))).state
    while active := game.active(state):
        (seat,) = active
        view = game.view(state, seat)
        commands = ui_of(view).commands(view, NAMES)
        actions = game.legal(state, seat)
        for action in actions:
            assert commands.parse(commands.text(action), view) == action
        plays = [a for a in actions if isinstance(a, LayRummyMeld | LayOffRummyCards)]
        state = game.apply(state, seat, choices.choice(plays or actions)).state


def test_help_fits_the_screen() -> None:
    assert max(map(len, (*HELP, *LEGEND))) <= 78


MELD = LayRummyMeld(("7H", "8H", "9H"))


def test_0_draws_and_the_pile_has_its_places() -> None:
    actions: list[RummyAction] = [DrawRummyStock()]
    actions += [TakeRummyDiscard("9H"), TakeRummyDiscard("TH")]
    found = offer(VIEW, actions)
    assert found.lines == ("  0 draw  1 take 9H  3 take 10H",)
    assert found.numbers == {0: actions[0], 1: actions[1], 3: actions[2]}


def test_plays_are_counted_and_discards_named() -> None:
    off = LayOffRummyCards(1, ("KC",))
    found = offer(VIEW, [MELD, off, DiscardRummyCard("7H"), DiscardRummyCard("KC")])
    assert found.lines == ("  1 meld 7H 8H 9H  2 off 1 KC", DISCARD_LINE)
    assert found.numbers == {1: MELD, 2: off}


def test_with_nothing_to_put_down_only_a_discard_is_left() -> None:
    found = offer(VIEW, [DiscardRummyCard("7H")])
    assert found.lines == (DISCARD_LINE,)
    assert found.numbers == {}


def test_a_card_owed_leaves_no_discard() -> None:
    assert offer(VIEW, [MELD]).lines == ("  1 meld 7H 8H 9H",)


def test_after_the_draw_the_hand_is_shown() -> None:
    view = rummy_view(["7H", "TC"], decision="PLAY")
    lines = offer(view, [DiscardRummyCard("7H")]).lines
    assert lines == ("Your hand:", "  7H  10C", DISCARD_LINE)


def test_a_long_list_is_cut() -> None:
    many: list[RummyAction] = [LayOffRummyCards(n, ("KC",)) for n in range(40)]
    assert len(offer(VIEW, many).numbers) == MAX_NUMBERED_PLAYS


def test_every_choice_says_what_comes_of_it() -> None:
    assert explain(VIEW, TakeRummyDiscard("9H")) == ""
    assert explain(VIEW, TakeRummyDiscard("TH")) == "and 9H 2D"
    assert explain(VIEW, MELD) == "24 points"
    assert explain(VIEW, LayOffRummyCards(1, ("KC",))) == "10 points"
    assert explain(VIEW, DiscardRummyCard("7H")) == ""


def test_cards_of_the_pile_that_are_of_no_use() -> None:
    top, second, *_ = VIEW.discard
    legal: list[RummyAction] = [DrawRummyStock(), TakeRummyDiscard(top)]
    assert (f"take {second}", NO_USE) in unavailable(VIEW, legal)
    assert len(unavailable(VIEW, legal)) == len(VIEW.discard) - 1


def test_a_card_owed_comes_before_the_discard() -> None:
    owing = rummy_view(["7H", "TC"], decision="PLAY", owed="TC")
    assert unavailable(owing, []) == [("discard", "first put down the 10C you took")]
    assert unavailable(rummy_view(["7H"], decision="PLAY"), []) == []
    assert unavailable(rummy_view(["7H"], turn=1), []) == []
