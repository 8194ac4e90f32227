"""Codex Naturalis, for two to four players."""

from typing import get_args

from games.base import Game, players_opening
from games.codex.legal import active, legal
from games.codex.rounds import result
from games.codex.rules import apply, leave, timeout
from games.codex.setup import options, sole_player_timeout, start
from games.codex.state import State
from games.codex.view import confirm, prompt, redact, view
from messages.codex.actions import CodexAction
from messages.codex.table import CodexRules

__all__ = ["CODEX"]

CODEX: Game[State, CodexAction, CodexRules] = Game(
    name="codex",
    title="Codex Naturalis",
    seats=range(2, 5),
    actions=get_args(CodexAction),
    state_type=State,
    options=options,
    sole_player_timeout=sole_player_timeout,
    start=start,
    active=active,
    waiting=active,
    legal=legal,
    apply=apply,
    leave=leave,
    timeout=timeout,
    prompt=prompt,
    opening=players_opening("codex"),
    view=view,
    redact=redact,
    confirm=confirm,
    result=result,
)
