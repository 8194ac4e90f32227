"""Codex Naturalis as the start screen and the form for a new match describe it."""

from typing import get_args

from messages.codex.actions import CodexDecksTrigger, CodexTieBreak
from messages.description import GameDescription, OptionDescription

DESCRIPTION = GameDescription(
    title="Codex Naturalis",
    label="Codex",
    players=(2, 4),
    signs="F P A I",
    color="purple",
    tagline="lay pages",
    summary=("Lay cards on other", "cards, collect", "symbols and goals."),
    expert="one goal a card",
    options=(
        OptionDescription(
            name="track_cap",
            values=(True, False),
            default=True,
            text="placed cards score at most 29 points",
        ),
        OptionDescription(
            name="refill_from_other_deck",
            values=(False, True),
            default=False,
            text="an empty deck is replaced by the other one",
        ),
        OptionDescription(
            name="draw_in_additional_turn",
            values=(False, True),
            default=False,
            text="a card is drawn in the last turn, too",
        ),
        OptionDescription(
            name="tie_break",
            values=get_args(CodexTieBreak),
            default="cards",
            text="a tie is decided by fulfilled objectives, or by their points",
        ),
        OptionDescription(
            name="pattern_reuse_across_objectives",
            values=(True, False),
            default=True,
            text="a card may count for the patterns of several objectives",
        ),
        OptionDescription(
            name="decks_empty_trigger",
            values=get_args(CodexDecksTrigger),
            default="decks",
            text="the end comes with two empty decks; all: with no visible card either",
        ),
        OptionDescription(
            name="suspension_seconds",
            values=(120, 300, 600, 30, 60),
            default=120,
            text="seconds after which the only player left wins",
        ),
    ),
)
