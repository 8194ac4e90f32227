"""The rules page of the moment."""

from client.tui.guide import guide
from client.tui.phrases import full
from client.tui.phrases.moment import RULES
from messages import YourTurn
from messages.eriantys.actions import SelectSteps
from tests.client.tables import table_messages
from tests.harness.conversation import Talk, seated


def test_the_rules_of_the_question_come_first() -> None:
    lines = guide(seated(YourTurn(), SelectSteps(2)).model, 1000)
    assert lines[0] == "Move mother nature 1 to 2 steps."
    assert " ".join(RULES[SelectSteps]) in lines
    signs = next(n for n, line in enumerate(lines) if "On the board * is mother nature" in line)
    assert signs < lines.index(full.HELP_TYPING), "nobody scrolls to learn what they look at"


def test_before_a_match_it_tells_how_to_make_one() -> None:
    talk = Talk()
    talk.hear(*table_messages()[:3])
    assert any("join 3" in line for line in guide(talk.model, 80))
    talk.hear(table_messages()[3])
    assert any("wizard" in line for line in guide(talk.model, 80))


def test_a_narrow_page_keeps_what_a_command_means_in_its_column() -> None:
    lines = guide(seated(YourTurn(), SelectSteps(2)).model, 60)
    assert max(map(len, lines)) <= 60
    place = next(n for n, line in enumerate(lines) if line.startswith("chat TEXT"))
    assert lines[place].startswith("chat TEXT                 talk to the table")
    assert lines[place + 1].startswith(" " * 26)
    assert lines[place + 1][26] != " "
