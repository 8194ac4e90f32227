"""The rules page of the moment."""

from client.tui.guide import guide
from client.tui.phrases.moment import RULES
from messages import SelectSteps, YourTurn
from tests.client.tables import table_messages
from tests.client.tui.talks import Talk, seated


def test_the_rules_of_the_question_come_first() -> None:
    lines = guide(seated(YourTurn(), SelectSteps(2)).model)
    assert lines[0] == "Move mother nature 1 to 2 steps."
    assert RULES[SelectSteps][0] in lines
    assert any("On the board * is mother nature" in line for line in lines)


def test_before_a_match_it_tells_how_to_make_one() -> None:
    talk = Talk()
    talk.hear(*table_messages()[:3])
    assert any("join 3" in line for line in guide(talk.model))
    talk.hear(table_messages()[3])
    assert any("wizard" in line for line in guide(talk.model))
