"""A match can be followed from what a screen reader is told: each change and each question."""

import json
from collections import Counter

import pytest
from playwright.sync_api import Page, ViewportSize, WebSocket

from tests.client.web.conftest import Tables
from tests.harness.web_look import look
from tests.harness.web_person import PEOPLE, TITLES
from tests.harness.web_table import DESKTOP, PHONE

LISTEN = """() => {
  const LIVE = "[role=log], [role=status], [role=alert], [aria-live]";
  globalThis.__told = [];
  globalThis.__logged = 0;
  const lines = (node) => [...node.querySelectorAll("[role=log] :is(li, p)")].length;
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      // The log itself may appear with its first lines.
      for (const node of addedNodes) {
        if (node.nodeType === 1 && node.checkVisibility()) __logged += lines(node);
      }
      const element = target instanceof Element ? target : target.parentElement;
      const live = element?.closest(LIVE);
      if (!live?.checkVisibility({ visibilityProperty: true })) continue;
      __told.push(live.textContent);
      if (live.matches("[role=log]")) {
        const lines = [...addedNodes].filter((node) => node.nodeType === 1);
        __logged += lines.filter((line) => line.textContent.trim() !== "").length;
      }
    }
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""

SILENT = {
    # Whose turn it is, and what to decide: the question is told instead.
    *("StepStarted", "TurnEnded", "UnoStepStarted", "CodexStepStarted"),
    *("ShelfieTurnStarted", "RummyTurnStarted"),
    # The own hand, which is on the board; the deal or the swap is told.
    *("UnoHandTaken", "RummyHandDealt"),
    # Marks of the player on turn; the tiles that are taken and placed are told.
    *("ShelfieTilesMarked", "ShelfieTilesSorted"),
}
"""Kinds of changes that are not told."""


class Changes:
    """Counts the changes that the page receives."""

    def __init__(self, page: Page) -> None:
        self.kinds: Counter[str] = Counter()
        page.on("websocket", self._listen)

    def _listen(self, connection: WebSocket) -> None:
        connection.on("framereceived", self._receive)

    def _receive(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] == "UpdateMessage":
            self.kinds[message["change"]["kind"]] += 1


def follow(tables: Tables, title: str, size: ViewportSize, most: int) -> None:
    table = tables(size=size)
    page = table.page
    changes = Changes(page)
    page.reload()
    page.evaluate(LISTEN)
    person = PEOPLE["taps" if size is PHONE else "clicks"](page)
    person.sit_down(title)
    questions = []
    while not (seen := look(page)).over and person.inputs < most:
        questions.append(page.locator("#ask .question b").first.inner_text())
        person.act(person.decide(seen))
        person.inputs += 1
    told = "\n".join(page.evaluate("__told"))
    assert [question for question in questions if question not in told] == []
    expected = sum(count for kind, count in changes.kinds.items() if kind not in SILENT)
    assert page.evaluate("__logged") >= expected > 0, changes.kinds


@pytest.mark.parametrize(("title", "size"), [("UNO", PHONE), ("Codex Naturalis", DESKTOP)])
def test_every_change_and_question_is_told(tables: Tables, title: str, size: ViewportSize) -> None:
    follow(tables, title, size, 30)


@pytest.mark.soak
@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["desktop", "phone"])
@pytest.mark.parametrize("title", TITLES)
def test_every_change_and_question_of_a_match_is_told(
    tables: Tables, title: str, size: ViewportSize
) -> None:
    follow(tables, title, size, 100_000)
