"""Test which keys the widgets of the start screen take, and which messages they post."""

import asyncio

from textual import events
from textual.app import App, ComposeResult

from client.tui.screens.start_fields import NameField, StartBody


class Fields(App[None]):
    """An application with both widgets, which keeps what they post."""

    def __init__(self) -> None:
        super().__init__()
        self.posted: list[str] = []

    def compose(self) -> ComposeResult:
        yield NameField(id="name")
        yield StartBody(id="start")

    def on_start_body_moved(self, event: StartBody.Moved) -> None:
        self.posted.append(f"moved {event.direction}")

    def on_start_body_typed(self, event: StartBody.Typed) -> None:
        self.posted.append(f"typed {event.text}")

    def on_name_field_pressed(self, event: NameField.Pressed) -> None:
        self.posted.append(f"pressed {event.key}")


def posted_after(widget: str, *keys: str, paste: str = "") -> tuple[list[str], str]:
    """Return what the widgets post after keys and a paste, and the text of the name."""

    async def run() -> tuple[list[str], str]:
        app = Fields()
        async with app.run_test() as pilot:
            app.set_focus(app.query_one(f"#{widget}"))
            await pilot.press(*keys)
            if paste:
                app.query_one(f"#{widget}").post_message(events.Paste(paste))
                await pilot.pause()
            return app.posted, app.query_one(NameField).value

    return asyncio.run(run())


def test_choices_post_arrow_keys_and_typed_or_pasted_text_but_no_question_mark() -> None:
    keys = ("left", "up", "a", "question_mark", "f1")
    posted, _ = posted_after("start", *keys, paste="tavolata join\n 7@host:1")
    assert posted == ["moved left", "moved up", "typed a", "typed tavolata join 7@host:1"]


def test_name_posts_the_keys_that_leave_it_and_keeps_the_others() -> None:
    posted, name = posted_after("name", "a", "down", "b", "enter", "up")
    assert posted == ["pressed down", "pressed enter", "pressed up"]
    assert name == "ab"
