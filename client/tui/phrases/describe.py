"""Chooses the words for a message; a game adds one line to each table."""

from collections.abc import Callable
from typing import Any

from client.games.codex import text as codex
from client.games.eriantys import text as eriantys
from client.games.rummy import text as rummy
from client.games.shelfie import text as shelfie
from client.games.text import YOU, Who
from client.games.text import describe as describe_fields
from client.games.uno import text as uno
from client.model import Model
from client.tui.text import messages
from messages import Change, IsTurnOfPlayer, Message, ServerMessage, View
from messages.registry import UpdateMessage
from messages.text import clean
from messages.uno.table import UnoView

CHANGES: dict[type[Change], Callable[[Any, Who], str]] = {
    **eriantys.CHANGES,
    **uno.CHANGES,
    **codex.CHANGES,
    **shelfie.CHANGES,
    **rummy.CHANGES,
}
PROMPTS: dict[type[ServerMessage], Callable[[Any], str]] = {
    **eriantys.PROMPTS,
    **uno.PROMPTS,
    **codex.PROMPTS,
    **shelfie.PROMPTS,
    **rummy.PROMPTS,
}
QUIET: dict[type[View], type[Message]] = {
    UnoView: IsTurnOfPlayer,
}
"""What goes without saying in a game: in UNO a turn is one card, and that is told."""


def describe(model: Model, message: Message, *, own: bool = True) -> list[str]:
    """The lines a message adds to the log; ``own``: the own seat is called "You"."""
    if isinstance(message, UpdateMessage):
        line = _change(model, message.change, model.seat if own else None)
    elif model.view is not None and type(message) is QUIET.get(type(model.view)):
        line = ""
    else:
        line = messages.say(message)
    return line.splitlines()


def ask(prompt: ServerMessage) -> str:
    """What is asked of this seat."""
    return PROMPTS.get(type(prompt), describe_fields)(prompt)


def _change(model: Model, change: Change, me: int | None) -> str:
    words = CHANGES.get(type(change))
    return words(change, lambda seat: _who(model, seat, me)) if words else describe_fields(change)


def _who(model: Model, seat: int, me: int | None) -> str:
    if seat == me:
        return YOU
    return clean(model.names[seat]) if seat < len(model.names) else f"seat {seat}"
