"""The decisions of the set-up: all are drawn until they are taken."""

from msgspec.structs import replace

from client.games.codex.setup_drawing import setup_parts
from client.games.drawing import Marks, to_text
from games.codex import CODEX
from messages.codex.table import CodexView
from tests.client.games.codex.tables import NAMES, codex_view
from tests.client.games.random_matches import drawn_zones, play


def start_view(seat: int | None = 0) -> CodexView:
    """Return the view at the start of a match."""
    state = next(iter(play("codex", 2, 3))).state
    return CODEX.view(state, seat)  # type: ignore[return-value]


def test_starter_colours_and_objectives_can_be_chosen_large_and_small() -> None:
    parts = setup_parts(start_view(), NAMES, 50, Marks())
    zones = {("side", "front"), ("side", "back"), ("objective", "1"), ("objective", "2")}
    zones |= {("color", color) for color in ("red", "blue", "green", "yellow")}
    for variant in (0, 1):
        assert {zone for part in parts for zone in drawn_zones(part[variant])} == zones


def test_legal_choices_have_keys() -> None:
    marks = Marks(legal=frozenset({("side", "front")}), cursor=("side", "back"))
    (large, small), *_ = setup_parts(start_view(), NAMES, 50, marks)
    assert "━[front]━" in "\n".join(to_text(large))
    assert "━▶back◀━" in "\n".join(to_text(large))
    assert to_text(small)[0].startswith("starter [front] ")
    assert to_text(small)[0].endswith("4 corners")


def test_colour_that_is_taken_has_the_name_of_its_owner() -> None:
    view = start_view()
    players = (view.players[0], replace(view.players[1], color="BLUE"))
    _, (colors, _), _ = setup_parts(replace(view, players=players), NAMES, 50, Marks())
    assert to_text(colors) == ["COLOUR R red  B blue bob G green  Y yellow"]


def test_decisions_that_are_taken_are_not_drawn() -> None:
    assert setup_parts(codex_view(), NAMES, 50, Marks()) == []
    assert setup_parts(start_view(None), NAMES, 50, Marks()) == []
    view = start_view()
    own = replace(view.players[0], color="RED")
    done = replace(view, players=(own, view.players[1]), offer=("z\x1bz",))
    parts = setup_parts(done, NAMES, 50, Marks())
    assert len(parts) == 2
    assert "zz" in to_text(parts[1][1])[0]
