"""Codex Naturalis: actions and prompts.

A card is its id: ``R01`` to ``R40`` resource, ``G01`` to ``G40`` gold, ``S01`` to ``S06`` starter,
``O01`` to ``O16`` objective; ``cards.py`` has their contents. Changes and the view are in
``table.py``.
"""

from typing import Annotated, Literal, get_args

from msgspec import Meta

from messages.base import ClientMessage, Number, ServerMessage, Word
from messages.codex.area import CodexSide, CodexSpot

CodexColor = Literal["RED", "BLUE", "GREEN", "YELLOW"]
CODEX_COLORS: tuple[CodexColor, ...] = get_args(CodexColor)

CodexSource = Literal["SLOT_1", "SLOT_2", "SLOT_3", "SLOT_4", "RESOURCE", "GOLD"]
"""A visible card, by its slot, or the top of a deck."""
CODEX_SOURCES: tuple[CodexSource, ...] = get_args(CodexSource)

CodexTieBreak = Literal["cards", "points"]
CodexDecksTrigger = Literal["decks", "all"]

CodexCards = Annotated[tuple[Word, ...], Meta(max_length=4)]


class SelectCodexStarter(ServerMessage, frozen=True):
    """Set-up: choose the visible side of your starter with PlaceCodexStarter."""

    card: Word


class SelectCodexColor(ServerMessage, frozen=True):
    """Set-up: choose one of these colours with ChooseCodexColor."""

    colors: Annotated[tuple[CodexColor, ...], Meta(max_length=4)]


class SelectCodexObjective(ServerMessage, frozen=True):
    """Set-up: keep one of these as your secret objective with ChooseCodexObjective."""

    objectives: CodexCards


class SelectCodexCard(ServerMessage, frozen=True):
    """Your turn: place a card of your hand on one of these spots with PlaceCodexCard.

    `fronts` are the cards whose front you can afford; every card may be placed back up.
    """

    fronts: CodexCards
    spots: Annotated[tuple[CodexSpot, ...], Meta(max_length=256)]


class SelectCodexDraw(ServerMessage, frozen=True):
    """You placed a card: draw a new one from one of these sources with DrawCodexCard."""

    sources: Annotated[tuple[CodexSource, ...], Meta(max_length=6)]


class PlaceCodexStarter(ClientMessage, frozen=True):
    """Choose the visible side of the starter."""

    side: CodexSide


class ChooseCodexColor(ClientMessage, frozen=True):
    """Choose a colour that nobody else has."""

    color: CodexColor


class ChooseCodexObjective(ClientMessage, frozen=True):
    """Keep one of the two objectives as your secret one."""

    objective: Word


class PlaceCodexCard(ClientMessage, frozen=True):
    """Place a card of your hand in your area; the starter is at (0, 0), y grows upwards."""

    card: Word
    side: CodexSide
    x: Number
    y: Number


class DrawCodexCard(ClientMessage, frozen=True):
    """Draw a visible card (slots 1 and 2 resource, 3 and 4 gold) or the top of a deck."""

    source: CodexSource


CodexAction = (
    PlaceCodexStarter | ChooseCodexColor | ChooseCodexObjective | PlaceCodexCard | DrawCodexCard
)
CodexPrompt = (
    SelectCodexStarter | SelectCodexColor | SelectCodexObjective | SelectCodexCard | SelectCodexDraw
)
