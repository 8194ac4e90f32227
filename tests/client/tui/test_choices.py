"""Choose a command word by word, from a menu or by completing a line."""

from client.tui.choices import completions, list_choices
from messages import YourTurn
from messages.eriantys.actions import MoveMotherNature, MoveStudent, SelectSteps
from messages.registry import LegalActions
from tests.harness.conversation import ConversationHarness, seated
from tests.harness.table_messages import table_messages

MOVES = [f"move {c} {p}" for c in ("red", "blue") for p in ("school", "island 1", "island 2")]


def labels(commands: list[str], *path: str, max_choices: int = 12) -> list[str]:
    return [choice.label for choice in list_choices(commands, path, max_choices)]


def test_a_short_list_has_no_steps() -> None:
    assert labels(MOVES) == MOVES


def test_a_long_list_is_cut_where_it_becomes_too_long() -> None:
    assert labels(MOVES, max_choices=5) == [
        *("move red school", "move red island …", "move blue school", "move blue island …"),
    ]
    assert labels([*MOVES, "draw"], max_choices=2) == ["move …", "draw"]


def test_one_entry_alone_is_no_step() -> None:
    assert labels(MOVES, max_choices=1) == ["move red …", "move blue …"]
    assert labels(MOVES[1:3], max_choices=1) == MOVES[1:3]


def test_what_is_short_is_shown_whole_beside_what_is_long() -> None:
    long = [f"discard {n}C" for n in range(2, 11)]
    assert labels(["meld 4C 4S 4D", *long], max_choices=5) == ["meld 4C 4S 4D", "discard …"]


def test_a_path_leads_on() -> None:
    assert labels(MOVES, "move", "red", "island", max_choices=1) == [
        *("move red island 1", "move red island 2"),
    ]


def test_a_command_that_is_also_the_beginning_of_another_is_kept() -> None:
    commands = ["play wild", "play wild red", "play wild blue", "draw"]
    assert labels(commands) == commands
    assert labels(commands, max_choices=2) == ["play wild …", "draw"]
    assert labels(commands, "play", "wild", max_choices=1) == commands[:3]


def test_there_may_be_nothing() -> None:
    assert labels([]) == []
    assert labels(MOVES, "fly") == []


def at(stage: int) -> ConversationHarness:
    conversation = ConversationHarness()
    conversation.receive(*table_messages()[:stage])
    return conversation


def words(conversation: ConversationHarness, line: str) -> list[str]:
    return completions(conversation.model, line, ("help", "hint"))


def test_in_the_lobby_matches_and_games_are_known() -> None:
    conversation = at(3)
    assert words(conversation, "") == ["again", "help", "hint", "join", "list", "new", "watch"]
    assert words(conversation, "join ") == ["7"]
    assert words(conversation, "watch 7") == ["7"]
    assert words(conversation, "new sh") == ["shelfie"]


def test_at_a_table_wizards_are_known() -> None:
    assert words(at(5), "k") == ["king"]
    assert words(at(5), "st") == ["start"]


def test_in_a_match_what_is_legal_is_known() -> None:
    actions = LegalActions((MoveStudent("SCHOOL", "RED"), MoveMotherNature(1)))
    conversation = seated(YourTurn(), SelectSteps(1), actions)
    assert words(conversation, "mo") == ["mother", "move"]
    assert words(conversation, "move red s") == ["school"]
    assert words(conversation, "h") == ["help", "hint"]


def test_before_there_is_a_name_only_what_is_always_there() -> None:
    assert words(at(1), "") == ["help", "hint"]
