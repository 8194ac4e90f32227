"""Test choosing a command word by word, from a menu or by completion."""

from client.tui.choices import list_choices, list_completions
from messages import RoomUpdate, YourTurn
from messages.eriantys.actions import MoveMotherNature, MoveStudent, SelectSteps
from messages.registry import LegalActions
from tests.harness.conversation import ConversationHarness, seated
from tests.harness.table_messages import room, table_messages

MOVES = [f"move {c} {p}" for c in ("red", "blue") for p in ("school", "island 1", "island 2")]


def labels(commands: list[str], *path: str, max_choices: int = 12) -> list[str]:
    return [choice.label for choice in list_choices(commands, path, max_choices)]


def test_commands_up_to_the_maximum_are_shown_complete() -> None:
    assert labels(MOVES) == MOVES


def test_commands_above_the_maximum_are_grouped_by_their_first_words() -> None:
    assert labels(MOVES, max_choices=5) == [
        *("move red school", "move red island …", "move blue school", "move blue island …"),
    ]
    assert labels([*MOVES, "draw"], max_choices=2) == ["move …", "draw"]


def test_single_group_is_expanded_even_beyond_the_maximum() -> None:
    assert labels(MOVES, max_choices=1) == ["move red …", "move blue …"]
    assert labels(MOVES[1:3], max_choices=1) == MOVES[1:3]


def test_single_command_is_shown_complete_beside_a_large_group() -> None:
    long = [f"discard {n}C" for n in range(2, 11)]
    assert labels(["meld 4C 4S 4D", *long], max_choices=5) == ["meld 4C 4S 4D", "discard …"]


def test_path_lists_only_commands_that_start_with_it() -> None:
    assert labels(MOVES, "move", "red", "island", max_choices=1) == [
        *("move red island 1", "move red island 2"),
    ]


def test_command_that_starts_other_commands_is_grouped_with_them_and_listed_after_it() -> None:
    commands = ["play wild", "play wild red", "play wild blue", "draw"]
    assert labels(commands) == commands
    assert labels(commands, max_choices=2) == ["play wild …", "draw"]
    assert labels(commands, "play", "wild", max_choices=1) == commands[:3]


def test_no_commands_or_an_unknown_path_give_no_choices() -> None:
    assert labels([]) == []
    assert labels(MOVES, "fly") == []


def conversation_after(count: int) -> ConversationHarness:
    conversation = ConversationHarness()
    conversation.receive(*table_messages()[:count])
    return conversation


def complete(conversation: ConversationHarness, line: str) -> list[str]:
    return list_completions(conversation.model, line, ("help", "hint"))


def test_lobby_completes_commands_room_numbers_and_games() -> None:
    conversation = conversation_after(3)
    assert complete(conversation, "") == [
        *("again", "back", "help", "hint", "join", "list", "more", "new", "watch"),
    ]
    assert complete(conversation, "join ") == ["7"]
    assert complete(conversation, "watch 7") == ["7"]
    assert complete(conversation, "new sh") == ["shelfie"]


def test_room_completes_wizards_and_host_commands() -> None:
    assert complete(conversation_after(5), "k") == ["kick", "king"]
    assert complete(conversation_after(5), "st") == ["start"]


def test_host_completes_the_names_of_players_to_remove() -> None:
    conversation = conversation_after(5)
    names = ("ada", "Bob", "cyd")
    conversation.receive(RoomUpdate(room(players=names, number_of_players=4)))
    assert complete(conversation, "kick ") == []
    conversation.receive(RoomUpdate(room(players=names, number_of_players=4, host="ada")))
    assert complete(conversation, "kick ") == ["bob", "cyd"]
    assert complete(conversation, "report c") == ["cyd"]


def test_room_with_teams_completes_the_names_of_possible_partners() -> None:
    conversation = conversation_after(5)
    assert complete(conversation, "par") == []
    names = ("ada", "Bob", "cyd")
    teams = (("ada", "cyd"), ("Bob",))
    conversation.receive(RoomUpdate(room(players=names, number_of_players=4, teams=teams)))
    assert complete(conversation, "par") == ["partner"]
    assert complete(conversation, "partner ") == ["bob", "cyd"]


def test_match_completes_words_of_legal_actions_and_common_commands() -> None:
    actions = LegalActions((MoveStudent("SCHOOL", "RED"), MoveMotherNature(1)))
    conversation = seated(YourTurn(), SelectSteps(1), actions)
    assert complete(conversation, "mo") == ["mother", "move"]
    assert complete(conversation, "move red s") == ["school"]
    assert complete(conversation, "h") == ["help", "hint"]
    assert complete(conversation, "report ") == ["bob"]


def test_only_common_commands_are_completed_before_the_nickname() -> None:
    assert complete(conversation_after(1), "") == ["help", "hint"]
