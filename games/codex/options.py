"""Codex Naturalis: the settings of a match, checked (Codex 12)."""

from collections.abc import Mapping
from typing import Any, get_args

from messages.codex import CodexDecksTrigger, CodexTieBreak
from messages.codex_table import CodexRules
from messages.errors import ErrorCode, Refusal

SWITCHES = (
    "track_cap",
    "refill_from_other_deck",
    "draw_in_additional_turn",
    "pattern_reuse_across_objectives",
)
WORDS: dict[str, tuple[str, ...]] = {
    "tie_break": get_args(CodexTieBreak),
    "decks_empty_trigger": get_args(CodexDecksTrigger),
}
SECONDS = range(1, 86_401)


def options(mode: bool, chosen: Mapping[str, Any]) -> CodexRules:
    """Mode true, which is expert, means that a card counts for one pattern only, if not chosen."""
    for name, value in chosen.items():
        _check(str(name), value)
    return CodexRules(**{"pattern_reuse_across_objectives": not mode, **chosen})


def patience(rules: CodexRules) -> float:
    """How long somebody who is alone at the table waits before winning."""
    return float(rules.suspension_seconds)


def _check(name: str, value: object) -> None:
    if name in SWITCHES:
        if type(value) is not bool:
            _refuse(f"The option {name} of Codex Naturalis is true or false.")
    elif name in WORDS:
        if value not in WORDS[name]:
            _refuse(f"The option {name} of Codex Naturalis is one of {', '.join(WORDS[name])}.")
    elif name == "suspension_seconds":
        if type(value) is not int or value not in SECONDS:
            _refuse(f"The option {name} is a number from {SECONDS[0]} to {SECONDS[-1]}.")
    else:
        names = ", ".join((*SWITCHES, *WORDS, "suspension_seconds"))
        _refuse(f"Codex Naturalis has no option {name[:32]}; there are {names}.")


def _refuse(text: str) -> None:
    raise Refusal(ErrorCode.CHOICENOTVALID, text)
