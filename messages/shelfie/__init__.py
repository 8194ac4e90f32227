"""My Shelfie: the record of its message classes."""

from messages.base import GameMessages, members
from messages.shelfie import actions, table

MESSAGES = GameMessages(
    name="shelfie",
    actions=members(actions.ShelfieAction),
    prompts=members(actions.ShelfiePrompt),
    changes=members(table.ShelfieChange),
    view=table.ShelfieView,
    enumerations={"goal": actions.SHELFIE_GOALS},
)
