"""My Shelfie: its messages as one record."""

from messages.base import GameMessages, members
from messages.shelfie.actions import SHELFIE_GOALS, ShelfieAction, ShelfiePrompt
from messages.shelfie.table import ShelfieChange, ShelfieView

MESSAGES = GameMessages(
    name="shelfie",
    actions=members(ShelfieAction),
    prompts=members(ShelfiePrompt),
    changes=members(ShelfieChange),
    view=ShelfieView,
    enumerations={"goal": SHELFIE_GOALS},
)
