"""Hints on the boards: shown as a choice, taken back with Escape, sent by the main button only."""

import json
import re

import pytest
from playwright.sync_api import Page, WebSocket, expect

from tests.client.web.conftest import Tables
from tests.harness.web_look import look, take_back
from tests.harness.web_person import PEOPLE, TITLES
from tests.harness.web_table import DESKTOP, PHONE

NO_ACTIONS = {"RequestHint", "ListActions", "RequestView", "Heartbeat", "MarkShelfieTiles"}
"""Queries, and marks, which show the others what is chosen."""
HINTS = 8
UNCONFIRMED = "localStorage.setItem('tavolata.settings', JSON.stringify({confirm: 'never'}))"
SIZES = {title: PHONE if index % 2 else DESKTOP for index, title in enumerate(TITLES)}


class Sent:
    """The messages that the page sends."""

    def __init__(self, page: Page) -> None:
        self.messages: list[dict[str, object]] = []
        self.hints: list[dict[str, object] | None] = []
        page.on("websocket", self._listen)

    def _listen(self, connection: WebSocket) -> None:
        connection.on("framesent", lambda frame: self.messages.append(json.loads(frame)))
        connection.on("framereceived", self._receive)

    def _receive(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "Hint":
            self.hints.append(message.get("action"))

    def actions(self) -> list[dict[str, object]]:
        """Return the actions without their ids."""
        found = [message for message in self.messages if message["type"] not in NO_ACTIONS]
        return [{name: value for name, value in one.items() if name != "id"} for one in found]


@pytest.mark.parametrize("title", TITLES)
def test_hint_is_shown_on_the_board_and_sent_by_the_main_button(tables: Tables, title: str) -> None:
    table = tables(size=SIZES[title])
    table.context.add_init_script(UNCONFIRMED)
    page = table.page
    sent = Sent(page)
    page.reload()
    PEOPLE["clicks"](page).sit_down(title)
    main = page.locator(".btn.main:visible").first
    begun = len(sent.actions())
    for number in range(HINTS):
        if take_back(page).over:
            break
        page.keyboard.press("h")
        expect(main).to_be_visible()
        take_back(page)
        expect(main).to_be_hidden()
        page.get_by_role("button", name=re.compile("^Hint")).click()
        expect(main).to_be_visible()
        assert len(sent.actions()) == begun + number
        main.click()
        look(page)
        assert sent.actions()[begun + number] == sent.hints[-1]
