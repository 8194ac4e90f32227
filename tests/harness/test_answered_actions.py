"""Answered actions are compared with the journal."""

from pathlib import Path

from messages import ActionValid
from messages.eriantys.actions import ChooseCloud
from server.journal.reader import open_reader
from server.journal.records import Acted, decode_record
from server.journal.sqlite import FILE
from tests.harness.answered_actions import AnsweredActions
from tests.harness.live_matches import write_matches_in_turn
from tests.harness.snapshot_matches import append_entries


def _first_action(folder: Path) -> tuple[str, int]:
    """Return the nickname and the id of the first action of match 1."""
    with open_reader(folder / FILE) as reader:
        acted = next(
            record
            for entry in reader.entries(1)
            if isinstance(record := decode_record(entry.body), Acted)
        )
    assert isinstance(acted.action.id, int)
    return f"player-1-{acted.seat}", acted.action.id


def test_only_lost_and_repeated_actions_are_problems(tmp_path: Path) -> None:
    write_matches_in_turn(tmp_path, 1, 20)
    name, number = _first_action(tmp_path)
    actions = AnsweredActions()
    for message_id in (number, 999):
        actions.add_sent(name, ChooseCloud(0, id=message_id))
    actions.add_received(name, ActionValid("", reply_to=number))
    actions.add_received(name, ActionValid("", reply_to=555))
    assert (actions.count, actions.journal_problems(tmp_path)) == (1, [])
    actions.add_received(name, ActionValid("", reply_to=999))
    assert actions.journal_problems(tmp_path) == [f"the answered action 999 of {name} is lost"]
    with open_reader(tmp_path / FILE) as reader:
        repeated = list(reader.entries(1))[1]
    append_entries(tmp_path, [repeated])
    assert actions.journal_problems(tmp_path)[1:] == [
        f"the action {number} of {name} was done 2 times"
    ]
