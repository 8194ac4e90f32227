"""Checks what the methods of a bot return, with texts that name the bot and the method."""

import inspect
from collections.abc import Sequence
from typing import Any, get_type_hints

import msgspec
from msgspec import structs

from client.bots import text
from client.bots.base import Bot
from client.games.registry import ui_of
from messages.base import ClientMessage, members
from messages.codec import to_plain
from messages.registry import Action, AnyView

ACTIONS = members(Action)


class WrongChoice(Exception):
    """A method of a bot returned something that cannot be sent; ``str()`` is a sentence."""


def method_name(bot: Bot, method: str) -> str:
    """Return the name of a method for messages to its author: ``MyBot.choose``."""
    return f"{type(bot).__name__}.{method}"


def check_choice(method: str, choice: object, view: AnyView, offered: Sequence[Action]) -> Action:
    """Return the choice as an action of the view's game with valid fields.

    An action that was not offered is converted to the types of the wire, so that lists become
    tuples. Raises WrongChoice; a coroutine is closed before.
    """
    if not isinstance(choice, ACTIONS):
        if inspect.iscoroutine(choice):
            choice.close()  # otherwise Python warns that it was never awaited
        raise WrongChoice(f"{method} {_explain(choice)}")
    assert isinstance(choice, ClientMessage)
    if choice in offered:
        return choice
    game, own = ui_of(view).name, ui_of(choice).name
    if own != game:
        name = type(choice).__name__
        raise WrongChoice(f"{method} {text.OTHER_GAME.format(action=name, own=own, game=game)}")
    try:
        return msgspec.convert(to_plain(choice), type(choice))
    except (msgspec.MsgspecError, TypeError):
        raise WrongChoice(f"{method} {_explain_field(choice)}") from None


def show_action(action: ClientMessage) -> str:
    """Return an action as Python code, without its id and without default values."""
    defaults = {field.name: field.default for field in structs.fields(action)}
    shown = [
        f"{name}={value!r}"
        for name, value in structs.asdict(action).items()
        if name != "id" and value != defaults[name]
    ]
    return f"{type(action).__name__}({', '.join(shown)})"


def _explain(choice: object) -> str:
    """Return why a value that is not an action cannot be sent; a long value is cut."""
    if inspect.isawaitable(choice):
        return text.ASYNCHRONOUS
    if isinstance(choice, type):
        return text.CLASS.format(name=choice.__name__)
    kind = type(choice).__name__
    return text.NOT_AN_ACTION.format(value=f"{choice!r:.80}", kind=kind)


def _explain_field(choice: ClientMessage) -> str:
    """Return which field of an action has a value that cannot be sent; a long value is cut."""
    hints: dict[str, Any] = get_type_hints(type(choice), include_extras=True)
    for name, value in structs.asdict(choice).items():
        if value is msgspec.UNSET:
            continue
        try:
            msgspec.convert(msgspec.to_builtins(value), hints[name])
        except (msgspec.MsgspecError, TypeError):
            action = type(choice).__name__
            return text.WRONG_FIELD.format(action=action, field=name, value=f"{value!r:.80}")
    return text.WRONG_ACTION.format(action=type(choice).__name__)
