"""What is dimmed in Eriantys, and the reason beside it."""

from client.games.eriantys.commands_closed import closed
from client.games.eriantys.text_typing import NOT_NOW, PLAYED, SPENT
from messages.eriantys.actions import PlayAssistantCard, UseCharacterCard
from tests.client.tables import full_view


def test_characters_say_why_they_cannot_be_used() -> None:
    usable = [UseCharacterCard("JESTER", taken=("RED",), given=("BLUE",))]
    assert closed(full_view(), usable) == [
        ("use monk", NOT_NOW),
        ("use grandma", "it costs 3, you have 2"),
    ]
    assert {why for _, why in closed(full_view(character_used=True), [])} == {SPENT}


def test_assistants_that_others_played() -> None:
    view = full_view(phase="PLANNING")
    legal = [PlayAssistantCard(n) for n in (1, 2, 6, 7, 9, 10)]
    assert closed(view, legal) == [("assistant 4", PLAYED)]


def test_a_watcher_is_offered_nothing() -> None:
    assert closed(full_view(seat=None), []) == []
