"""UNO: what players say and what they are asked.

A card is a text, ``COLOR VALUE``: ``RED 7``, ``BLUE DRAW_2``; in a hand a wild is ``WILD WILD`` or
``WILD DRAW_4``, on the table it carries its named colour, ``RED WILD``. Changes and the view are in
``table.py``.
"""

from typing import Annotated, Literal, get_args

from msgspec import Meta

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
    """Your turn: play one of these cards or DrawUnoCard, which takes all `pending` cards if any."""

    cards: UnoCards
    pending: UnoCount = 0


class SelectDrawnUnoCard(ServerMessage, frozen=True):
    """You drew a card that can be played: AnswerDrawnUnoCard plays it now or keeps it."""

    card: Word


class SelectUnoColor(ServerMessage, frozen=True):
    """Name a colour with ChooseUnoColor; no `card`: for the wild that was turned up."""

    card: Word | None = None


class SelectUnoSwap(ServerMessage, frozen=True):
    """You play a seven: SwapUnoHands with one of these seats."""

    card: Word
    seats: UnoSeats


class SelectUnoChallenge(ServerMessage, frozen=True):
    """`seat` played a DRAW_4 on you: AnswerUnoChallenge says whether you doubt that it may."""

    seat: Seat


class SelectUnoInterrupt(ServerMessage, frozen=True):
    """Not your turn, but you may play one of these cards, or SayUno; nobody waits for you."""

    cards: UnoCards = ()
    say_uno: bool = False


class PlayUnoCard(ClientMessage, frozen=True):
    """Play a card of the hand. A wild without a colour, and a seven that swaps, are asked about.

    The colour of a wild is `color` or part of the card (``GREEN WILD``); `swap` is the seat with
    which a seven swaps hands.
    """

    card: Word
    color: UnoColor | None = None
    swap: Number | None = None


class DrawUnoCard(ClientMessage, frozen=True):
    """Draw a card instead of playing one, or all the cards that are pending."""


class AnswerDrawnUnoCard(ClientMessage, frozen=True):
    """Play the card just drawn, or keep it."""

    play: bool


class ChooseUnoColor(ClientMessage, frozen=True):
    """The colour of the wild."""

    color: UnoColor


class SwapUnoHands(ClientMessage, frozen=True):
    """The seat with which your seven swaps hands."""

    seat: Number


class AnswerUnoChallenge(ClientMessage, frozen=True):
    """Challenge the DRAW_4 played on you, or accept it."""

    challenge: bool


class SayUno(ClientMessage, frozen=True):
    """Before you play the second-last card, or right after it."""


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
