"""Codex Naturalis: the settings of a match, checked (Codex 12)."""

from collections.abc import Mapping
from typing import Any, get_args

from games.options import SWITCH, Values, check
from messages.codex.actions import CodexDecksTrigger, CodexTieBreak
from messages.codex.table import CodexRules

KNOWN: dict[str, Values] = {
    "track_cap": SWITCH,
    "refill_from_other_deck": SWITCH,
    "draw_in_additional_turn": SWITCH,
    "pattern_reuse_across_objectives": SWITCH,
    "tie_break": get_args(CodexTieBreak),
    "decks_empty_trigger": get_args(CodexDecksTrigger),
    "suspension_seconds": range(1, 86_401),
}


def options(mode: bool, chosen: Mapping[str, Any]) -> CodexRules:
    """Mode true, which is expert, means that a card counts for one pattern only, if not chosen."""
    check("Codex Naturalis", KNOWN, chosen)
    return CodexRules(**{"pattern_reuse_across_objectives": not mode, **chosen})


def patience(rules: CodexRules) -> float:
    """How long somebody who is alone at the table waits before winning."""
    return float(rules.suspension_seconds)
