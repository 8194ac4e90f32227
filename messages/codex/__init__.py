"""Codex Naturalis: its messages as one record."""

from messages.base import GameMessages, members
from messages.codex.actions import CodexAction, CodexPrompt
from messages.codex.table import CodexChange, CodexView

MESSAGES = GameMessages(
    name="codex",
    actions=members(CodexAction),
    prompts=members(CodexPrompt),
    changes=members(CodexChange),
    view=CodexView,
)
