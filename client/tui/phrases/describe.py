"""Chooses the words for a message; a game adds one line to each table."""

from collections.abc import Callable
from typing import Any

from client.model import Model
from client.tui.phrases import common, eriantys
from messages import Change, Message, ServerMessage, UpdateMessage
from messages.text import clean

CHANGES: dict[type[Change], Callable[[Any, Callable[[int], str]], str]] = {
    **eriantys.SENTENCES,
}
PROMPTS: dict[type[ServerMessage], Callable[[Any], str]] = {
    **eriantys.QUESTIONS,
}


def describe(model: Model, message: Message, *, own: bool = True) -> list[str]:
    """The lines a message adds to the log; ``own``: the own seat is called "You"."""
    if isinstance(message, UpdateMessage):
        me = model.seat if own else None
        line = CHANGES[type(message.change)](message.change, lambda seat: _who(model, seat, me))
    else:
        line = common.say(message)
    return line.splitlines()


def ask(prompt: ServerMessage) -> str:
    """What is asked of this seat."""
    words = PROMPTS.get(type(prompt))
    return words(prompt) if words else "Something is asked of you."


def _who(model: Model, seat: int, me: int | None) -> str:
    if seat == me:
        return "You"
    return clean(model.names[seat]) if seat < len(model.names) else f"seat {seat}"
