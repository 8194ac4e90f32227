"""Rummy 500: its messages as one record."""

from messages.base import GameMessages, members
from messages.rummy.actions import RummyAction, RummyPrompt
from messages.rummy.table import RummyChange, RummyView

MESSAGES = GameMessages(
    name="rummy500",
    actions=members(RummyAction),
    prompts=members(RummyPrompt),
    changes=members(RummyChange),
    view=RummyView,
)
