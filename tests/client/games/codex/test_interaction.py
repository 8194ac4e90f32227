"""Zones, previews, changes and recaps; previews are compared with the rules in random matches."""

from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from client.games.codex.interaction import changed, preview, recap, zones
from client.games.drawing import Line, to_text
from client.games.text import amount
from games.codex import CODEX
from messages.codex import actions, table
from messages.codex.actions import PlaceCodexCard
from messages.codex.cards import LETTERS
from messages.codex.scoring import objective_points
from tests.client.games.codex.tables import NAMES, codex_view
from tests.client.games.random_matches import play


def text(line: Line) -> str:
    """Return the text of a line."""
    return to_text([line])[0]


def test_every_action_has_the_zones_that_choose_it() -> None:
    view = replace(codex_view(), offer=("O01", "O02"))
    action = PlaceCodexCard("G07", "BACK", 2, 2)
    assert zones(view, action) == (("card", "2"), ("side", "back"), ("spot", "8"))
    assert zones(view, actions.DrawCodexCard("SLOT_3")) == (("source", "3"),)
    assert zones(view, actions.DrawCodexCard("GOLD")) == (("source", "6"),)
    assert zones(view, actions.PlaceCodexStarter("BACK")) == (("side", "back"),)
    assert zones(view, actions.ChooseCodexColor("RED")) == (("color", "red"),)
    assert zones(view, actions.ChooseCodexObjective("O02")) == (("objective", "2"),)
    assert zones(view, actions.ChooseCodexObjective("O09")) == ()
    assert zones(view, replace(action, x=50)) == ()
    assert zones(replace(view, seat=None), action) == ()


def test_preview_describes_each_choice() -> None:
    view = replace(codex_view(phase="DRAW"), offer=("O05", "O09"))
    texts: dict[actions.CodexAction, str] = {
        actions.DrawCodexCard("SLOT_1"): "1: fungi, no points",
        actions.DrawCodexCard(
            "SLOT_3"
        ): "3: gold insect, 2 per covered corner, needs PIII, missing I3",
        actions.DrawCodexCard("RESOURCE"): "resource deck: (I) on top, 2 left",
        actions.PlaceCodexStarter("BACK"): "starter back: F1 P1, 4 spots",
        actions.ChooseCodexColor("BLUE"): "blue: your colour on the score track",
        actions.ChooseCodexObjective("O05"): "3 points per FFP low right, 0 now, 1 of 3",
        actions.ChooseCodexObjective("O09"): "2 points per FFF, 2 now, needs F3",
    }
    assert {action: text(preview(view, NAMES, action)) for action in texts} == texts
    assert preview(replace(view, seat=None), NAMES, actions.ChooseCodexColor("BLUE")) == ()
    assert preview(view, NAMES, PlaceCodexCard("zz", "FRONT", 1, 1)) == ()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_preview_of_a_placement_agrees_with_the_rules(players: int) -> None:
    """The points, lost symbols, closed and opened spots and goals are those of the next state."""
    compared = 0
    for number, position in enumerate(islice(play("codex", players, 20 + players), 0, None, 3)):
        placements = [action for action in position.legal if isinstance(action, PlaceCodexCard)]
        for action in placements[number % 7 :: 11]:
            assert text(preview(position.view, NAMES, action)) == expected(position, action)
            compared += 1
    assert compared > 50


def expected(position: Any, action: PlaceCodexCard) -> str:
    """Return the preview that follows from applying the action with the rules."""
    seat, view = position.seat, position.view
    step = CODEX.apply(position.state, seat, action)
    (placed,) = [change for change in step.changes if isinstance(change, table.CodexCardPlaced)]
    before, after = position.state.areas[seat], step.state.areas[seat]
    shown = after.placed[-1].face.symbols
    rows = list(zip(before.symbols, after.symbols, strict=True))
    lost = [b - a + shown.count(s) for s, (b, a) in enumerate(rows)]
    numbers = {spot: n for n, spot in enumerate(before.spots, start=1)}
    number = next(n for spot, n in numbers.items() if (spot.x, spot.y) == (action.x, action.y))
    closed = [f"[{n}]" for s, n in numbers.items() if n != number and s not in after.spots]
    goals = [
        f" {objective_points(after, o) - objective_points(before, o):+}"
        for o in (*view.common, view.objective)
        if objective_points(after, o) != objective_points(before, o)
    ]
    line = text(preview(view, NAMES, action))
    parts = line.partition(": ")[2].split(", ")
    assert [part[-3:] for part in parts if part.startswith("goal ")] == goals
    opened = len(set(after.spots) - set(before.spots))
    back = " back" if action.side == "BACK" else ""
    fields = [
        f"+{placed.points}" if placed.points else "no points",
        _symbols("loses", lost),
        *(part for part in parts if part.startswith("goal ")),
        f"closes {' '.join(closed)}" if closed else "",
        _symbols("shows", [shown.count(s) for s in range(7)]),
        f"opens {amount(opened, 'spot')}" if opened else "",
    ]
    card = view.hand.index(action.card) + 1
    return f"{card}{back} on [{number}]: {', '.join(filter(None, fields))}"


def _symbols(word: str, counts: list[int]) -> str:
    letters = "".join(letter * n for letter, n in zip(LETTERS, counts, strict=True))
    return f"{word} {letters}" if letters else ""


def test_changed_zones_are_new_cards_scores_and_sources() -> None:
    before = codex_view()
    action = PlaceCodexCard("R02", "FRONT", 2, 2)
    own = before.players[0]
    area = replace(own.area, placed=(*own.area.placed, replace(own.area.placed[0], x=2, y=2)))
    now = replace(
        before,
        players=(replace(own, area=area, score=3), before.players[1]),
        slots=("R05", "R19", *before.slots[2:]),
    )
    assert action.card in before.hand
    assert changed(before, now) == {("placed", "0", "2", "2"), ("seat", "0"), ("source", "2")}
    assert changed(now, now) == frozenset()


def test_recap_has_one_line_per_player() -> None:
    view = codex_view()
    view = replace(view, players=(view.players[0], replace(view.players[1], score=14)))
    deck = view.resource
    changes = (
        table.CodexCardPlaced(1, "G07", "FRONT", 1, 1, 3),
        table.CodexCardDrawn(1, "RESOURCE", "RESOURCE PLANT", deck, deck),
        table.CodexStepStarted(0, "PLACE", 3),
        table.CodexTurnSkipped(0, "TIMEOUT"),
    )
    assert to_text(recap(view, NAMES, changes)) == [
        "bob placed F gold, +3 = 14; drew P",
        "ada lost the turn",
    ]


def test_recap_names_every_act_of_a_player() -> None:
    view = codex_view()
    texts = {
        table.CodexStarterPlaced(0, "BACK"): "ada laid the starter back up",
        table.CodexColorChosen(0, "RED"): "ada took red",
        table.CodexObjectiveChosen(0): "ada kept an objective",
        table.CodexCardPlaced(0, "R01", "BACK", 1, 1): "ada placed F back",
        table.CodexCardPlaced(0, "zz", "BACK", 1, 1): "ada placed a card",
        table.CodexSeatGone(0): "ada left the match",
        table.CodexObjectivesScored(0, (2, 3, 0)): "ada objectives +5",
    }
    assert {change: to_text(recap(view, NAMES, (change,)))[0] for change in texts} == texts
    assert recap(view, NAMES, (table.CodexEndTriggered("POINTS"),)) == []
