"""Replay files: the first views and the changes of each viewer lead to the last views."""

import json
from typing import Any

import msgspec
import pytest

from client.games.registry import ui
from games.registry import GAMES
from messages import SelectModeAndPlayers
from messages.registry import GameView, UpdateMessage
from server.history.replay_file import NoReplay, replay_file, replay_file_parts
from tests.harness.finished_matches import NAMES, finished_match
from tests.harness.journalled import JournalledHarness
from tests.harness.memory_journal import MemoryJournal


def _file(setup: SelectModeAndPlayers) -> Any:
    return json.loads(replay_file(finished_match(setup), 1, GAMES))


def _view(plain: Any) -> Any:
    return msgspec.convert({"type": "GameView", "view": plain}, GameView).view


def _change(plain: Any) -> Any:
    return msgspec.convert({"type": "UpdateMessage", "change": plain}, UpdateMessage).change


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("players", [2, 4])
def test_the_changes_of_every_viewer_lead_from_the_first_to_the_last_view(
    game: str, players: int
) -> None:
    file = _file(SelectModeAndPlayers(players, game=game))
    mirror = ui(game).mirror
    assert len(file["views"]) == len(file["lastViews"]) == players + 1
    for viewer in range(players + 1):
        view = _view(file["views"][viewer])
        assert view.seat == (viewer if viewer < players else None)
        for step in file["steps"]:
            for forms in step:
                for form in forms:
                    if viewer in form.get("to", [viewer]):
                        view = mirror(view, _change(form["change"]))
        assert view == _view(file["lastViews"][viewer])


def test_the_file_names_players_result_and_seed_but_no_token_and_no_chat() -> None:
    entries = finished_match(SelectModeAndPlayers(2, game="uno", private=False))
    text = replay_file(entries, 1, GAMES).decode()
    file = json.loads(text)
    assert (file["format"], file["match"]) == (1, 1)
    assert file["players"]["type"] == "PlayersInfo"
    assert file["players"]["playerNicknames"] == list(NAMES[:2])
    assert file["result"]["type"] == "FinalScores"
    assert file["result"]["winners"]
    assert "token" not in text.lower()


def test_a_hidden_card_is_in_the_form_of_its_owner_only() -> None:
    file = _file(SelectModeAndPlayers(2, game="uno"))
    drawn = [
        forms
        for step in file["steps"]
        for forms in step
        if forms[0]["change"]["kind"] == "UnoCardsDrawn"
    ]
    assert drawn
    for forms in drawn:
        seat = forms[0]["change"]["seat"]
        seen = {viewer: form["change"] for form in forms for viewer in form["to"]}
        assert seen[seat]["cards"]
        assert all(not seen[viewer].get("cards") for viewer in range(3) if viewer != seat)


def test_a_part_is_yielded_for_each_record() -> None:
    entries = finished_match(SelectModeAndPlayers(2, game="shelfie"))
    assert len(list(replay_file_parts(entries, 1, GAMES))) == len(entries) + 1


def test_an_unfinished_match_has_no_replay_file() -> None:
    harness = JournalledHarness(MemoryJournal())
    harness.play_actions(harness.start_match("ada", "bob"), 12)
    with pytest.raises(NoReplay, match="no result"):
        replay_file(harness.journal.entries(1), 1, GAMES)
    with pytest.raises(NoReplay, match="no result"):
        replay_file([], 1, GAMES)


def test_a_damaged_record_has_no_replay_file() -> None:
    entries = finished_match(SelectModeAndPlayers(2, game="shelfie"))
    with pytest.raises(NoReplay, match="hash does not match"):
        replay_file(entries[:3] + entries[4:], 1, GAMES)
