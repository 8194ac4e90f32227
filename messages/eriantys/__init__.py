"""Eriantys: its messages as one record."""

from messages.base import GameMessages, members
from messages.eriantys.actions import (
    CHARACTERS,
    COLORS,
    TOWERS,
    EriantysAction,
    EriantysPrompt,
    EriantysSetUp,
)
from messages.eriantys.table import EriantysChange, EriantysView

MESSAGES = GameMessages(
    name="eriantys",
    actions=members(EriantysAction),
    prompts=members(EriantysPrompt),
    setup=members(EriantysSetUp),
    changes=members(EriantysChange),
    view=EriantysView,
    enumerations={"color": COLORS, "tower": TOWERS, "character": CHARACTERS},
)
