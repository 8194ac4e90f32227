"""Words that may come next."""

from client.tui.completion import completions
from messages import YourTurn
from messages.eriantys.actions import MoveMotherNature, MoveStudent, SelectSteps
from messages.registry import LegalActions
from tests.client.tables import table_messages
from tests.harness.conversation import Talk, seated


def at(stage: int) -> Talk:
    talk = Talk()
    talk.hear(*table_messages()[:stage])
    return talk


def words(talk: Talk, line: str) -> list[str]:
    return completions(talk.model, line, ("help", "hint"))


def test_in_the_lobby_matches_and_games_are_known() -> None:
    talk = at(3)
    assert words(talk, "") == ["again", "help", "hint", "join", "list", "new", "watch"]
    assert words(talk, "join ") == ["7"]
    assert words(talk, "watch 7") == ["7"]
    assert words(talk, "new sh") == ["shelfie"]


def test_at_a_table_wizards_are_known() -> None:
    assert words(at(5), "k") == ["king"]
    assert words(at(5), "st") == ["start"]


def test_in_a_match_what_is_legal_is_known() -> None:
    actions = LegalActions((MoveStudent("SCHOOL", "RED"), MoveMotherNature(1)))
    talk = seated(YourTurn(), SelectSteps(1), actions)
    assert words(talk, "mo") == ["mother", "move"]
    assert words(talk, "move red s") == ["school"]
    assert words(talk, "h") == ["help", "hint"]


def test_before_there_is_a_name_only_what_is_always_there() -> None:
    assert words(at(1), "") == ["help", "hint"]
