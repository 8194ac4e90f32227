"""Eriantys: the record of its message classes."""

from messages.base import GameMessages, members
from messages.eriantys import actions, table

MESSAGES = GameMessages(
    name="eriantys",
    actions=members(actions.EriantysAction),
    prompts=members(actions.EriantysPrompt),
    setup=members(actions.EriantysSetUp),
    changes=members(table.EriantysChange),
    view=table.EriantysView,
    aliases={
        "PlayCharacterCard": actions.UseCharacterCard,
        "MoveMotherNatureStep": actions.MoveMotherNature,
    },
    enumerations={
        "color": actions.COLORS,
        "tower": actions.TOWERS,
        "character": actions.CHARACTERS,
    },
)
