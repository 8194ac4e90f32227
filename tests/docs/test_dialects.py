"""Test that docs/dialects.md lists every setting of every dialect."""

import re
from dataclasses import fields
from pathlib import Path

from server.dialects.registry import DIALECTS
from server.operations.config import GAME_OPTIONS

PAGE = (Path(__file__).parents[2] / "docs" / "dialects.md").read_text(encoding="utf-8")


def test_page_lists_every_setting_with_its_default() -> None:
    listed = dict(re.findall(r"\| `([a-z]+\.[a-z_]+)` \| ([\w.]+) \|", PAGE))
    defaults = {name: dialect.settings() for name, dialect in DIALECTS.items()}
    assert listed == {
        f"{name}.{field.name}": f"{value:g}" if isinstance(value, float) else str(value)
        for name, settings in defaults.items()
        for field in fields(settings)
        if field.name != GAME_OPTIONS
        for value in [getattr(settings, field.name)]
    }
