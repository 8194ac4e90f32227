"""Codex Naturalis: the record of its message classes."""

from messages.base import GameMessages, members
from messages.codex import actions, table

MESSAGES = GameMessages(
    name="codex",
    actions=members(actions.CodexAction),
    prompts=members(actions.CodexPrompt),
    changes=members(table.CodexChange),
    view=table.CodexView,
)
