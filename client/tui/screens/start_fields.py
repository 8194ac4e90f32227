"""The widgets of the start screen that take keys: the choices and the field of the name."""

from textual import events
from textual.message import Message
from textual.widgets import Input

from client.tui.screens.zone_view import ZoneView


class StartBody(ZoneView, can_focus=True):
    """The part of the start screen that is chosen from with the arrow keys."""

    class Moved(Message):
        """An arrow key was pressed."""

        def __init__(self, direction: str) -> None:
            super().__init__()
            self.direction = direction

    class Typed(Message):
        """Text was typed or pasted, which belongs to the address."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def on_key(self, event: events.Key) -> None:
        """Post ``Moved`` for an arrow key or ``Typed`` for a printable character.

        Other keys and ``?`` are left to the screen.
        """
        if event.key in ("up", "down", "left", "right"):
            event.stop()
            self.post_message(self.Moved(event.key))
        elif event.character and event.is_printable and event.key != "question_mark":
            event.stop()
            self.post_message(self.Typed(event.character))

    def on_paste(self, event: events.Paste) -> None:
        """Post ``Typed`` with the pasted text as one line."""
        event.stop()
        self.post_message(self.Typed(" ".join(event.text.split())))


class NameField(Input):
    """The field of the name. It posts the keys that leave it, in the order of the keyboard."""

    class Pressed(Message):
        """Enter, Up or Down was pressed."""

        def __init__(self, key: str) -> None:
            super().__init__()
            self.key = key

    def on_key(self, event: events.Key) -> None:
        """Post a key that leaves the field; other keys edit the name."""
        if event.key in ("enter", "up", "down"):
            event.stop()
            event.prevent_default()
            self.post_message(self.Pressed(event.key))
