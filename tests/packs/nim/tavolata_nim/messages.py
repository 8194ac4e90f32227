"""Nim: actions, prompts, changes and the view."""

from typing import Annotated

from msgspec import Meta

from messages.base import (
    Change,
    ClientMessage,
    GameMessages,
    Line,
    Number,
    Seat,
    ServerMessage,
    View,
)

Heaps = Annotated[tuple[Number, ...], Meta(max_length=5)]
Seats = Annotated[tuple[Seat, ...], Meta(max_length=4)]


class TakeSticks(ClientMessage, frozen=True):
    """Take sticks from the heap with this number, from 0."""

    heap: Number
    count: Number


class SelectSticks(ServerMessage, frozen=True):
    """Your turn: TakeSticks from one of these heaps."""

    heaps: Heaps


class SticksTaken(Change, frozen=True):
    """The seat took sticks from a heap."""

    seat: Seat
    heap: Number
    count: Number


class NimTurnStarted(Change, frozen=True):
    """The turn of the seat begins."""

    seat: Seat


class NimSeatGone(Change, frozen=True):
    """A player left for good; the seat is skipped from now on."""

    seat: Seat


class NimEnded(Change, frozen=True):
    """The game is over."""

    winners: Seats
    reason: Line


class NimView(View, frozen=True, tag="nim"):
    """`turn` is the seat that must act; with `misere` the player who takes the last stick loses."""

    misere: bool
    heaps: Heaps
    turn: Seat | None
    gone: Seats = ()
    winners: Seats = ()


MESSAGES = GameMessages(
    name="nim",
    actions=(TakeSticks,),
    prompts=(SelectSticks,),
    changes=(SticksTaken, NimTurnStarted, NimSeatGone, NimEnded),
    view=NimView,
)
