"""Rummy 500: the record of its message classes."""

from messages.base import GameMessages, members
from messages.rummy import actions, table
from messages.rummy.description import DESCRIPTION

MESSAGES = GameMessages(
    name="rummy500",
    description=DESCRIPTION,
    actions=members(actions.RummyAction),
    prompts=members(actions.RummyPrompt),
    changes=members(table.RummyChange),
    view=table.RummyView,
)
