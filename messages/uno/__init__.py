"""UNO: the record of its message classes."""

from messages.base import GameMessages, members
from messages.uno import actions, table
from messages.uno.description import DESCRIPTION

MESSAGES = GameMessages(
    name="uno",
    description=DESCRIPTION,
    actions=members(actions.UnoAction),
    prompts=members(actions.UnoPrompt),
    changes=members(table.UnoChange),
    view=table.UnoView,
)
