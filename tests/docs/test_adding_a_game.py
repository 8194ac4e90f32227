"""docs/adding-a-game.md lists the places that a game touches."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8")
ROWS = [row for row in GUIDE.splitlines() if row.startswith("|") and "`" in row]
PLACES = re.findall(r"`([\w/.<>*-]+/[\w/.<>*-]*)`", "\n".join(row.split("|")[1] for row in ROWS))


def test_there_are_few_places() -> None:
    assert len(ROWS) <= 8


def test_the_places_of_every_game_exist() -> None:
    for game, folder in (("eriantys", "eriantys"), ("rummy500", "rummy")):
        for place in PLACES:
            named = folder if place.endswith("<game>/") else game
            assert list(ROOT.glob(place.replace("<game>", named).rstrip("/"))), place


def test_the_folder_and_the_registry_of_each_layer_are_listed() -> None:
    for layer in ("messages", "games", "client/games"):
        assert {f"{layer}/<game>/", f"{layer}/registry.py"} <= set(PLACES)
