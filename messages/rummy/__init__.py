"""Rummy 500: the record of its message classes."""

from messages.base import GameMessages, members
from messages.rummy import actions, table

MESSAGES = GameMessages(
    name="rummy500",
    actions=members(actions.RummyAction),
    prompts=members(actions.RummyPrompt),
    changes=members(table.RummyChange),
    view=table.RummyView,
)
