"""UNO: actions and prompts.

A card is a text, ``COLOR VALUE``: ``RED 7``, ``BLUE DRAW_2``. In a hand a wild is ``WILD WILD`` or
``WILD DRAW_4``; on the table it has its named colour, ``RED WILD``. Changes and the view are in
``table.py``.
"""

from typing import Annotated, Literal, get_args

from msgspec import UNSET, Meta, UnsetType

from messages.base import ClientMessage, Number, Seat, ServerMessage, Word

UnoColor = Literal["RED", "YELLOW", "GREEN", "BLUE"]
UNO_COLORS: tuple[UnoColor, ...] = get_args(UnoColor)

UnoMode = Literal["normal", "progressive", "jump_in", "seven_o"]
UNO_MODES: tuple[UnoMode, ...] = get_args(UnoMode)

UnoWildPolicy = Literal["strict", "free", "challenge"]
UNO_WILD_POLICIES: tuple[UnoWildPolicy, ...] = get_args(UnoWildPolicy)

UnoSeats = Annotated[tuple[Seat, ...], Meta(max_length=10)]
UnoCount = Annotated[int, Meta(ge=0, le=108)]
UnoCards = Annotated[tuple[Word, ...], Meta(max_length=108)]


class SelectUnoCard(ServerMessage, frozen=True):
    """Your turn: play one of these cards, or DrawUnoCard, which draws all `pending` cards."""

    cards: UnoCards
    pending: UnoCount = 0


class SelectDrawnUnoCard(ServerMessage, frozen=True):
    """You drew a card that can be played: AnswerDrawnUnoCard plays it now or keeps it."""

    card: Word


class SelectUnoColor(ServerMessage, frozen=True):
    """Name a colour with ChooseUnoColor; without `card` it is for a wild turned up first."""

    card: Word | None = None


class SelectUnoSwap(ServerMessage, frozen=True):
    """You play a seven: choose one of these seats with SwapUnoHands."""

    card: Word
    seats: UnoSeats


class SelectUnoChallenge(ServerMessage, frozen=True):
    """`seat` played a DRAW_4 before you: challenge it or accept it with AnswerUnoChallenge."""

    seat: Seat


class SelectUnoInterrupt(ServerMessage, frozen=True):
    """Out of turn you may play one of these cards, or SayUno; the game does not wait for you."""

    cards: UnoCards = ()
    say_uno: bool = False


class PlayUnoCard(ClientMessage, frozen=True):
    """Play a card of the hand. A wild without `color` or a seven without `swap` gets a prompt.

    The colour of a wild is `color` or part of the card (``GREEN WILD``); `swap` is the seat with
    which a seven swaps hands. `sayUno` true says UNO with the card if it leaves you one card, so
    that nobody can move before; otherwise it has no effect.
    """

    card: Word
    color: UnoColor | None = None
    swap: Number | None = None
    say_uno: bool | UnsetType = UNSET


class DrawUnoCard(ClientMessage, frozen=True):
    """Draw one card instead of playing, or all pending cards."""


class AnswerDrawnUnoCard(ClientMessage, frozen=True):
    """Play the card just drawn, or keep it."""

    play: bool


class ChooseUnoColor(ClientMessage, frozen=True):
    """Name the colour of the wild."""

    color: UnoColor


class SwapUnoHands(ClientMessage, frozen=True):
    """Choose the seat with which your seven swaps hands."""

    seat: Number


class AnswerUnoChallenge(ClientMessage, frozen=True):
    """Challenge the DRAW_4 played before you, or accept it."""

    challenge: bool


class SayUno(ClientMessage, frozen=True):
    """Say UNO, before you play the second-last card or right after it, until the next action.

    Another player may act before your message arrives; `sayUno` of PlayUnoCard cannot be late.
    """


UnoAction = (
    PlayUnoCard
    | DrawUnoCard
    | AnswerDrawnUnoCard
    | ChooseUnoColor
    | SwapUnoHands
    | AnswerUnoChallenge
    | SayUno
)
UnoPrompt = (
    SelectUnoCard
    | SelectDrawnUnoCard
    | SelectUnoColor
    | SelectUnoSwap
    | SelectUnoChallenge
    | SelectUnoInterrupt
)
