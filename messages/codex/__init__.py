"""Codex Naturalis: the record of its message classes."""

from messages.base import GameMessages, members
from messages.codex import actions, table
from messages.codex.cards import FILE
from messages.codex.description import DESCRIPTION

MESSAGES = GameMessages(
    name="codex",
    description=DESCRIPTION,
    actions=members(actions.CodexAction),
    prompts=members(actions.CodexPrompt),
    changes=members(table.CodexChange),
    view=table.CodexView,
    listings={"Cards of Codex Naturalis": FILE.read_text(encoding="utf-8")},
)
