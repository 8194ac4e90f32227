"""Test the dialogue of a match in the line client: board, prompts, numbered choices and hints."""

import pytest
from msgspec import structs

from client.games.parsing import CommandError
from client.model import Model
from client.tui.match_dialogue import MatchDialogue
from client.tui.text import screen
from messages import (
    ActionValid,
    Error,
    ErrorCode,
    IsTurnOfPlayer,
    ListActions,
    Message,
    PlayersInfo,
    RequestNickname,
    SessionOpened,
    YourTurn,
)
from messages.eriantys.actions import (
    ChooseCloud,
    Color,
    MoveMotherNature,
    MoveStudent,
    SelectSteps,
    SelectStudent,
)
from messages.eriantys.table import MotherNatureMoved, StudentMoved
from messages.registry import GameView, LegalActions, UpdateMessage
from tests.client.games.codex.tables import codex_view
from tests.client.games.eriantys.tables import full_view
from tests.client.games.rummy.tables import rummy_view
from tests.client.games.uno.tables import uno_view
from tests.harness.drawn_board import read_with
from tests.harness.line_client import LineClientHarness
from tests.harness.table_messages import table_messages

STEPS = LegalActions((MoveMotherNature(1), MoveMotherNature(2)))


def seated(*more: Message) -> LineClientHarness:
    line_client = LineClientHarness()
    line_client.receive(*table_messages(full_view()), *more)
    return line_client


def prompted() -> LineClientHarness:
    return seated(YourTurn(), SelectSteps(2), STEPS)


def prompted_and_answered() -> LineClientHarness:
    """Return a client with an open prompt and no unanswered request."""
    line_client = seated()
    for request in line_client.client.on_message(YourTurn()) + line_client.client.on_message(
        SelectSteps(2)
    ):
        line_client.receive(structs.replace(STEPS, reply_to=request.id))
    return line_client


def test_first_turn_reads_the_board_and_each_prompt_lists_its_choices() -> None:
    line_client = seated()
    assert line_client.receive(YourTurn(), SelectSteps(2)) == [ListActions()]
    assert line_client.has_written("Mother nature is on island")
    assert line_client.lines[-1] == "Move mother nature 1 to 2 steps."
    line_client.receive(STEPS)
    choice = "  2  mother 2   island 9: nothing changes; white 0, black 0"
    assert line_client.lines[-2:] == [choice, screen.MATCH_COMMANDS]


def test_board_says_nothing_twice() -> None:
    line_client = LineClientHarness()
    players = PlayersInfo(("ada", "bob", "carol"), 3, match=7, game="uno")
    view = GameView(uno_view(("RED 7",), 3, 4))
    line_client.receive(RequestNickname(), SessionOpened("ada", "t"), players, view)
    line_client.type_line("board")
    assert line_client.lines.count("The top card is red 5.") == 1
    assert line_client.lines[-1] == "Your cards: 1 red 7."


def test_later_prompts_repeat_neither_the_board_nor_unchanged_things_of_the_player() -> None:
    line_client = prompted()
    line_client.lines.clear()
    moved = UpdateMessage(StudentMoved(0, "RED", "ENTRANCE", "SCHOOL"), seq=11)
    line_client.receive(IsTurnOfPlayer("bob"), moved, YourTurn(), SelectSteps(2), STEPS)
    own = [line for line in line_client.lines if line.startswith("Your ")]
    assert [line.partition(":")[0] for line in own] == ["Your entrance", "Your dining room"]
    assert not line_client.has_written("Mother nature is on")
    assert screen.MATCH_COMMANDS not in line_client.lines


def test_number_chooses_the_first_words_of_a_command_if_there_are_too_many_commands() -> None:
    colors: tuple[Color, ...] = ("RED", "BLUE")
    islands = [MoveStudent("ISLAND", color, n) for color in colors for n in range(12)]
    line_client = seated(YourTurn(), SelectStudent(3, colors), LegalActions(tuple(islands)))
    assert line_client.has_written("  2  move blue island …")
    assert line_client.type_line("2") == []
    assert line_client.lines[0] == "  1  move blue island 0"
    assert line_client.lines[-1] == "  0  back"
    assert line_client.type_line("0") == []
    assert line_client.lines[0] == "  1  move red island …"
    line_client.type_line("1")
    assert line_client.type_line("4") == [MoveStudent("ISLAND", "RED", 3)]
    assert line_client.type_line("40") == []
    assert line_client.has_written("No choice has this number")


def test_me_scores_and_since_read_the_own_things_the_points_and_the_recap() -> None:
    line_client = seated(YourTurn(), IsTurnOfPlayer("bob"))
    line_client.receive(UpdateMessage(MotherNatureMoved(1, 8), seq=11), YourTurn())
    assert line_client.type_line("me") == []
    assert line_client.has_written("Your entrance: ")
    assert line_client.type_line("scores") == []
    assert line_client.has_written("left to build")
    assert line_client.type_line("since") == []
    assert line_client.lines == ["Mother nature went 1 step to island 8."]
    line_client.receive(IsTurnOfPlayer("bob"))
    line_client.type_line("since")
    assert line_client.lines == [screen.NOTHING_CHANGED]
    lobby = LineClientHarness()
    for line in ("me", "scores", "since"):
        assert lobby.type_line(line) == []
        assert len(lobby.lines) == 1


def test_sort_writes_the_hand_by_rank_or_suit_and_is_no_command_of_other_games() -> None:
    line_client = LineClientHarness()
    players = PlayersInfo(("ada", "bob", "carol"), 3, match=7, game="rummy500")
    line_client.receive(
        RequestNickname(),
        SessionOpened("ada", "t"),
        players,
        GameView(rummy_view(("9S", "TH", "3H"))),
    )
    assert line_client.type_line("sort") == []
    assert line_client.lines == ["Your 3 cards by rank: 3H 9S 10H."]
    line_client.type_line("sort s")
    assert line_client.lines == ["Your 3 cards by suit: 3H 10H 9S."]
    line_client.type_line("sort suit")
    assert line_client.lines == [], "the order is the same"
    line_client.type_line("sort colour")
    assert line_client.lines == ["'colour' is no order: use suit or rank."]
    other = prompted()
    other.type_line("sort")
    assert other.has_written("is no command")


def test_game_without_sentences_shows_its_board_at_every_turn() -> None:
    line_client = seated()
    with read_with(None):
        for _ in range(2):
            line_client.lines.clear()
            line_client.receive(YourTurn(), SelectSteps(2))
            assert line_client.has_written("Schools")


def test_game_without_sentences_shows_scores_but_nothing_for_me() -> None:
    line_client = seated()
    with read_with(None):
        line_client.type_line("scores")
        assert line_client.has_written("towers left")
        line_client.type_line("me")
        assert line_client.lines == [screen.NOTHING_TO_SHOW]


def test_number_and_command_send_the_same_action_and_commands_need_not_be_offered() -> None:
    line_client = prompted()
    assert line_client.type_line("2") == [MoveMotherNature(2)]
    assert line_client.type_line("mother 2") == [MoveMotherNature(2)]
    assert line_client.type_line("move red island 3") == [MoveStudent("ISLAND", "RED", 3)]


def test_number_is_rejected_if_it_was_not_offered_or_another_player_has_the_turn() -> None:
    line_client = prompted()
    assert line_client.type_line("7") == []
    assert line_client.has_written("No choice has this number")
    line_client.receive(UpdateMessage(MotherNatureMoved(1, 8), seq=11), IsTurnOfPlayer("bob"))
    assert line_client.type_line("2") == []
    assert line_client.lines == ["Waiting for bob"]


def test_actions_lists_all_actions_and_hint_suggests_one_or_both_report_none() -> None:
    line_client = prompted()
    assert line_client.type_line("actions") == [ListActions()]
    line_client.receive(STEPS)
    assert line_client.lines == ["  mother 1  mother 2"]
    assert line_client.type_line("hint") == [ListActions()]
    line_client.receive(STEPS)
    assert line_client.has_written("A computer player would type: mother")
    line_client.type_line("hint")
    line_client.receive(LegalActions(()))
    assert line_client.has_written("There is nothing for you to decide now.")
    line_client.type_line("actions")
    line_client.receive(LegalActions(()))
    assert line_client.has_written("There is nothing for you to decide now.")


def test_board_with_a_name_shows_the_area_of_that_player_or_reports_an_unknown_one() -> None:
    line_client = LineClientHarness()
    players = PlayersInfo(("ada", "bob"), 2, match=7, game="codex")
    line_client.receive(
        RequestNickname(), SessionOpened("ada", "t"), players, GameView(codex_view(), seq=1)
    )
    assert line_client.type_line("board bo") == []
    assert line_client.lines[0].startswith(" bob ")
    assert line_client.lines[1] == "F---P"
    line_client.type_line("board carol")
    assert line_client.lines == ["'carol' is no player here: use ada or bob."]


def test_number_of_a_cloud_chooses_this_cloud() -> None:
    line_client = seated(LegalActions((ChooseCloud(0),)))
    assert line_client.type_line("0") == [ChooseCloud(0)]


def test_prompt_accepts_commands_after_an_action_of_another_player() -> None:
    """The action of another player does not close the prompt if several decide at once."""
    line_client = prompted_and_answered()
    line_client.receive(UpdateMessage(MotherNatureMoved(0, 1)))
    assert line_client.client.accepts("mother 1")
    assert line_client.type_line("1") == [MoveMotherNature(1)]


def test_answered_prompt_is_open_again_only_after_a_refusal() -> None:
    for answer in (ActionValid("Yes."), Error(ErrorCode.ACTIONNONVALID, "No.")):
        line_client = prompted_and_answered()
        [sent] = line_client.client.on_line("1")
        line_client.receive(structs.replace(answer, reply_to=sent.id))
        line_client.receive(UpdateMessage(MotherNatureMoved(0, 1)))
        assert line_client.client.accepts("1") is isinstance(answer, Error)


def test_dialogue_without_a_match_has_no_prompt_no_order_and_nothing_to_read() -> None:
    lines: list[str] = []
    dialogue = MatchDialogue(Model(), lines.append)
    assert not dialogue.has_open_prompt
    assert not dialogue.can_sort
    for command in (dialogue.read_own, lambda: dialogue.show_board(""), dialogue.request_hint):
        with pytest.raises(CommandError):
            command()
    assert lines == []
