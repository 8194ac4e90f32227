"""Text for a message: the game's own if there is one, otherwise its name and fields."""

from client.games import generic
from client.games.registry import ui_of
from client.games.text import YOU, Who, seat_name
from client.model import Model
from client.tui.text import messages
from messages import Change, Message, ServerMessage
from messages.registry import UpdateMessage


def describe(model: Model, message: Message, *, own: bool = True) -> list[str]:
    """Return the lines that a message adds to the log; with ``own`` the own seat is "You"."""
    own_seat = model.seat if own else None

    def who(seat: int) -> str:
        return YOU if seat == own_seat else seat_name(model.names, seat, 64)

    if isinstance(message, UpdateMessage):
        return describe_change(message.change, who).splitlines()
    if model.view is not None and isinstance(message, ui_of(model.view).unannounced):
        return []
    return messages.say(message).splitlines()


def describe_change(change: Change, who: Who) -> str:
    """Return the sentence for a change; empty if it needs none."""
    text = ui_of(change).text.changes.get(type(change))
    if text is None:
        return generic.describe(change)
    return text if isinstance(text, str) else text(change, who)


def ask(prompt: ServerMessage) -> str:
    """Return the question of a prompt."""
    text = ui_of(prompt).text.prompts.get(type(prompt), generic.describe)
    return text if isinstance(text, str) else text(prompt)
