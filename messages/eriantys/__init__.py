"""Eriantys: the record of its message classes."""

from messages.base import GameMessages, members
from messages.eriantys import actions, table
from messages.eriantys.description import DESCRIPTION

MESSAGES = GameMessages(
    name="eriantys",
    description=DESCRIPTION,
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
