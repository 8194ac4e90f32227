"""My Shelfie: the record of its message classes."""

from messages.base import GameMessages, members
from messages.shelfie import actions, table
from messages.shelfie.description import DESCRIPTION

MESSAGES = GameMessages(
    name="shelfie",
    description=DESCRIPTION,
    actions=members(actions.ShelfieAction),
    prompts=members(actions.ShelfiePrompt),
    changes=members(table.ShelfieChange),
    view=table.ShelfieView,
    enumerations={"goal": actions.SHELFIE_GOALS},
)
