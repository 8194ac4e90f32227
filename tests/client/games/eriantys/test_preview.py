"""The preview of an action in one line agrees with the rules."""

import pytest
from msgspec.structs import replace

from client.games.drawing import to_text, width
from client.games.eriantys.preview import preview
from messages.eriantys import actions as eriantys
from messages.eriantys import table
from messages.eriantys.actions import EriantysAction, UseCharacterCard
from messages.eriantys.table import CharacterView, EriantysView
from tests.client.games.eriantys.matches import GAME, VARIANTS, moments, sample
from tests.client.games.eriantys.tables import NAMES, full_view

MATCH_NAMES = ("ada", "Bianca", "ugo", "Lia")
CARDS = tuple(CharacterView(name, 1) for name in eriantys.CHARACTERS)


def text_of(view: EriantysView, action: EriantysAction) -> str:
    return to_text([preview(view, NAMES, action)])[0]


@pytest.mark.parametrize(
    ("action", "text"),
    [
        (eriantys.MoveMotherNature(1), "▲ on 8: w0 b0 nobody has influence, nothing changes"),
        (eriantys.MoveMotherNature(4), "▲ on 0: w2 b0 white builds ♜w1, islands 0-2 are one"),
        (eriantys.MoveMotherNature(5), "▲ on 1-2: w3 b10 ⊘ is used up, nothing is built"),
        (eriantys.MoveMotherNature(8), "▲ on 5-7: w1 b3 black keeps it"),
        (eriantys.MoveStudent("SCHOOL", "RED"), "R to dining: R3 → R4"),
        (eriantys.MoveStudent("SCHOOL", "BLUE"), "B to dining: B0 → B1   ★B"),
        (eriantys.MoveStudent("ISLAND", "RED", 9), "R to island 9: w0 b0 → w1 b0"),
        (eriantys.MoveStudent("ISLAND", "YELLOW", 9), "Y to island 9: w0 b0 as before"),
        (
            eriantys.ChooseCloud(0),
            "cloud 0: B1 R2   your entrance then: Y2 B2 R5",
        ),
        (eriantys.EndTurn(), "Your turn ends; nobody takes a cloud in this round."),
        (UseCharacterCard("KNIGHT"), "knight for ¢1: 2 more influence for this turn"),
        (UseCharacterCard("POSTMAN"), "postman for ¢1: up to 5 steps"),
        (UseCharacterCard("GRANDMA", island_position=8), "grandma for ¢1: ⊘ on island 8"),
        (
            UseCharacterCard("MUSHROOM_HUNTER", color="PINK"),
            "mushroom hunter for ¢1: P counts for nothing in this turn",
        ),
        (
            UseCharacterCard("THIEF", color="GREEN"),
            "thief for ¢1: G back to the bag: bob 3",
        ),
        (
            UseCharacterCard("FARMER"),
            "farmer for ¢1: ties give you professors   ★Y",
        ),
        (
            UseCharacterCard("MINSTREL", taken=("RED",), given=("BLUE",)),
            "minstrel for ¢1: give B take R of the dining room   ★B",
        ),
        (UseCharacterCard("PRINCESS", color="RED"), "princess for ¢1: R to dining: R3 → R4"),
        (
            UseCharacterCard("HERALD", island_position=4),
            "herald for ¢1: on 4: w0 b1 black builds ♜b1, islands 4-7 are one",
        ),
    ],
)
def test_preview_of_each_action_matches_the_expected_text(
    action: EriantysAction, text: str
) -> None:
    view = full_view(characters=CARDS)
    assert text_of(view, action).startswith(text)


def test_preview_of_a_conquest_shows_old_and_new_towers_and_those_left() -> None:
    view = full_view(professors={"RED": 0, "PINK": 0, "GREEN": 1})
    island = replace(view.islands[4], students={"PINK": 5})
    view = replace(view, islands=(*view.islands[:4], island, *view.islands[5:]))
    assert text_of(view, eriantys.MoveMotherNature(8)) == (
        "▲ on 5-7: w5 b3 white takes it: ♜b3 → ♜w3   to build: w3 b4"
    )


def test_preview_of_the_last_tower_says_that_the_match_ends() -> None:
    text = text_of(full_view(), eriantys.MoveMotherNature(7))
    assert text.endswith("to build: w6 b0   the match ends")


def test_preview_of_an_assistant_tells_who_acts_before_and_after() -> None:
    view = full_view(phase="PLANNING")
    assert text_of(view, eriantys.PlayAssistantCard(2)) == (
        "2→1: up to 1 step for ▲   before you, bob"
    )
    schools = (replace(view.schools[0], played=None), view.schools[1])
    view = replace(view, schools=schools)
    assert text_of(view, eriantys.PlayAssistantCard(9)).endswith("5 steps for ▲   after bob")


@pytest.mark.parametrize(("players", "expert"), VARIANTS)
def test_preview_agrees_with_the_rules_in_random_matches(players: int, expert: bool) -> None:
    conquests = professors = 0
    for seed in range(3):
        for moment in moments(players, expert, seed):
            for action in sample(moment, 4):
                line = preview(moment.view, MATCH_NAMES, action)
                text = to_text([line])[0]
                assert width(line) <= 110, text
                step = GAME.apply(moment.state, moment.seat, action)
                conquered = [c for c in step.changes if isinstance(c, table.IslandConquered)]
                moved = [c for c in step.changes if isinstance(c, table.ProfessorMoved)]
                coins = [c for c in step.changes if isinstance(c, table.CoinTaken)]
                assert ("builds ♜" in text or "takes it" in text) == bool(conquered), text
                for change in conquered:
                    after = GAME.view(step.state, moment.seat).schools[: 3 if players == 3 else 2]
                    left = " ".join(f"{s.tower[0].lower()}{s.towers}" for s in after)
                    assert f"♜{change.tower[0].lower()}{change.towers}" in text
                    assert f"to build: {left}" in text
                assert [f"★{c.color[0]}" for c in moved if f"★{c.color[0]}" not in text] == []
                assert text.count("★") == len(moved)
                assert [c for c in coins if f"¢+{c.coins}" not in text] == []
                conquests += len(conquered)
                professors += len(moved)
    assert conquests
    assert professors
