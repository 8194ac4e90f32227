"""Reads the page of a match as a person does: the choices, and where they can be clicked."""

from typing import NamedTuple

from playwright.sync_api import Page

from tests.harness.timeouts import GIVE_UP_SECONDS

LOOK = """async (giveUpMs) => {
  const visible = (element) => element.checkVisibility({ visibilityProperty: true });
  const all = (selector) => [...document.querySelectorAll(selector)].filter(visible);
  const legal = () => all("#board [data-state=legal], .acts [data-state=legal]");
  const chosen = () => all("#board [data-state=chosen]");
  const main = () => all(".btn.main:not([aria-disabled=true])");
  const extra = () => all("#board button:has(kbd):not([data-step], [aria-disabled=true])");
  const isBusy = () => document.querySelector("#board[aria-busy=true]") !== null;
  const isAsked = () => document.querySelector("#ask:not(.wait)") !== null;
  const isOver = () => document.querySelector("#board") === null;
  const count = () => legal().length + main().length + chosen().length;
  const isReady = () => !isBusy() && isAsked() && count() > 0;

  const start = Date.now();
  while (!isOver() && !isReady()) {
    if (Date.now() - start > giveUpMs) throw new Error(`never asked: ${document.body.innerText}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }

  // A point of the element that no other element covers; null if it is outside the window.
  function pointOf(element) {
    const box = element.getBoundingClientRect();
    const shares = [0.5, 0.15, 0.85, 0.3, 0.7];
    for (const down of shares) for (const right of shares) {
      const [x, y] = [box.left + box.width * right, box.top + box.height * down];
      const hit = document.elementFromPoint(x, y);
      if (hit !== null && (hit === element || element.contains(hit))) return [x, y];
    }
    return null;
  }

  const numbered = [...document.querySelectorAll("#board [data-state=legal]")];
  const choice = (kind) => (element, place) => ({
    kind,
    place,
    name: (element.dataset.step ?? element.textContent).trim().slice(0, 60),
    key: element.querySelector("kbd")?.textContent ?? "",
    number: numbered.indexOf(element) + 1,
    point: pointOf(element),
  });
  return {
    over: isOver(),
    question: document.querySelector("#ask .texts")?.textContent ?? "",
    choices: isOver() ? [] : [
      ...main().map(choice("main")), ...legal().map(choice("legal")),
      ...chosen().map(choice("chosen")), ...extra().map(choice("extra")),
    ],
  };
}"""
"""Waits until the seat is asked or the match is over. It reads the page and changes nothing."""

SELECTORS = {
    "main": ".btn.main:not([aria-disabled=true])",
    "legal": ":is(#board, .acts) [data-state=legal]",
    "chosen": "#board [data-state=chosen]",
    "extra": "#board button:has(kbd):not([data-step], [aria-disabled=true])",
}


class Choice(NamedTuple):
    """Something that can be pressed: the main button, a target, or a button with a key."""

    kind: str
    place: int
    """The place among the visible elements of the kind."""
    name: str
    key: str
    """The key that the button shows; empty without one."""
    number: int
    """The digit of a legal target of the board; 0 without one."""
    point: tuple[float, float] | None
    """A point that is not covered; None if the element is outside the window."""


class Look(NamedTuple):
    """The choices that the page offers to the player, or the end of the match."""

    over: bool
    question: str
    choices: list[Choice]

    def of(self, *kinds: str) -> list[Choice]:
        """Return the choices of these kinds."""
        return [choice for choice in self.choices if choice.kind in kinds]


def look(page: Page) -> Look:
    """Wait until this seat is asked or the match is over; return what can be pressed."""
    seen = page.evaluate(LOOK, GIVE_UP_SECONDS * 1000)
    return Look(seen["over"], seen["question"], [Choice(**one) for one in seen["choices"]])


def take_back(page: Page) -> Look:
    """Wait until this seat is asked, and take back what is chosen."""
    while not (seen := look(page)).over and seen.of("chosen", "main"):
        page.keyboard.press("Escape")
    return seen
