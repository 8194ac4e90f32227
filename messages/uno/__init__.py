"""UNO: its messages as one record."""

from messages.base import GameMessages, members
from messages.uno.actions import UnoAction, UnoPrompt
from messages.uno.table import UnoChange, UnoView

MESSAGES = GameMessages(
    name="uno",
    actions=members(UnoAction),
    prompts=members(UnoPrompt),
    changes=members(UnoChange),
    view=UnoView,
)
