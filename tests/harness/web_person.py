"""A person who plays in the browser with a mouse, with keys only, or with a finger.

The three play any game in the same way: they look at the page, and press what it offers.
"""

from collections.abc import Mapping
from random import Random

from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.harness.web_look import SELECTORS, Choice, Look, look
from tests.harness.web_table import DESKTOP, PHONE

MOST_INPUTS = 1500
"""Far more than a match needs; a board that cannot be played fails instead of blocking."""
MOST_TABS = 400
MOST_ARROWS = 12
"""Then the targets of the group are taken one after the other."""
MOST_IN_GROUP = 80
"""Then the target is in another group."""
TITLES = ("Eriantys", "UNO", "Codex Naturalis", "My Shelfie", "Rummy 500")
WIZARDS = ("Eriantys",)
ARRIVED = """() => {
  const board = document.querySelector("#board");
  const moving = board?.getAnimations({ subtree: true }) ?? [];
  return Promise.allSettled(moving.map(({ finished }) => finished)).then(() => undefined);
}"""
"""Waits until no piece travels."""
SHORT: Mapping[str, Mapping[str, str]] = {
    "UNO": {"Target score": "100", "Hand size": "5"},
    "Rummy 500": {"Target": "100", "Deal two": "7"},
}
"""Options that make matches short."""


class Person:
    """Plays with the mouse. Choices are random, with a seed."""

    size: ViewportSize = DESKTOP

    def __init__(self, page: Page, seed: int = 1) -> None:
        self.page = page
        self.random = Random(seed)
        self.inputs = 0

    def create_table(self, title: str, seats: int, bots: int) -> None:
        """Fill in the form for a new table, with options that make the match short."""
        page = self.page
        self.press(page.get_by_role("button", name="Create a table"))
        self.select(page.get_by_label("Game", exact=True), title)
        self.select(page.get_by_label("Seats", exact=True), str(seats))
        self.select(page.get_by_label("Computer players", exact=True), str(bots))
        for option, value in SHORT.get(title, {}).items():
            details = page.locator("details")
            if details.get_attribute("open") is None:
                self.press(details.locator("summary"))
            self.select(page.get_by_label(f"{option} "), value)
        self.press(page.get_by_role("button", name="Create the table"))

    def sit_down(self, title: str) -> None:
        """Start a match against one computer player."""
        self.create_table(title, seats=2, bots=1)
        if title in WIZARDS:
            self.choose_wizard()
        self.start()

    def start(self) -> None:
        """Start the match as soon as everybody is ready."""
        expect(self.page.get_by_role("heading", name="Everybody is here")).to_be_visible()
        self.press(self.page.get_by_role("button", name="Start now"))
        self.page.locator("#board").wait_for()

    def choose_wizard(self) -> None:
        self.press(self.page.locator("fieldset label:not(.taken)").first)

    def play(self, most: int = MOST_INPUTS) -> int:
        """Play until the match is over, or for ``most`` inputs; return the number of inputs."""
        for number in range(most):
            seen = look(self.page)
            if seen.over:
                return number
            self.act(self.decide(seen))
            self.inputs += 1
        assert most < MOST_INPUTS, f"the match does not end: {seen}"
        return most

    def decide(self, seen: Look) -> Choice:
        """Return what to press next. Now and then a choice is changed before it is sent."""
        main, extra = seen.of("main"), seen.of("extra")
        if main and self.random.random() < 0.75:
            return main[0]
        if extra and self.random.random() < 0.5:
            return self.random.choice(extra)
        legal, chosen = seen.of("legal"), seen.of("chosen")
        if chosen and (not legal or self.random.random() < 0.15):
            return self.random.choice(chosen)
        return self.random.choice(legal or main)

    def act(self, choice: Choice) -> None:
        """Press what was chosen, at a point that is not covered."""
        if choice.point is None:
            self._scroll_to(choice)
        else:
            self.press_at(*choice.point)

    def _scroll_to(self, choice: Choice) -> None:
        """Scroll to an element outside the window; fails if it is still covered there.

        The pointer goes aside first: a card under it is raised and covers those beside it. A piece
        that travels over the element arrives first.
        """
        self.page.mouse.move(1, 1)
        found = self.page.locator(SELECTORS[choice.kind]).locator("visible=true")
        found.nth(choice.place).scroll_into_view_if_needed()
        self.page.evaluate(ARRIVED)
        for one in look(self.page).of(choice.kind):
            is_same = (one.place, one.name) == (choice.place, choice.name)
            assert not is_same or one.point is not None, f"covered: {choice}"

    def press(self, target: Locator) -> None:
        target.click()

    def press_at(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def select(self, target: Locator, label: str) -> None:
        """Choose from a list. The list that the browser opens is outside the page."""
        target.select_option(label=label)


class TouchPerson(Person):
    """Plays with a finger on a phone."""

    size = PHONE

    def press(self, target: Locator) -> None:
        target.tap()

    def press_at(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)


class KeyPerson(Person):
    """Plays with keys only: digits, the keys on buttons, Tab, arrows and Enter."""

    def press(self, target: Locator) -> None:
        self._tab_to(target)
        is_box = target.evaluate("element => element.matches('input')")
        self.page.keyboard.press("Space" if is_box else "Enter")

    def choose_wizard(self) -> None:
        self.press(self.page.locator("fieldset input:not([disabled])").first)

    def select(self, target: Locator, label: str) -> None:
        self._tab_to(target)
        self.page.keyboard.press("Home")
        for _ in range(target.locator("option").count()):
            if target.locator("option:checked").inner_text() != label:
                self.page.keyboard.press("ArrowDown")
        expect(target.locator("option:checked")).to_have_text(label)

    def act(self, choice: Choice) -> None:
        """Press a digit, a key that a button shows, or Enter; else go there with Tab and arrows."""
        keyboard = self.page.keyboard
        if choice.key and choice.kind != "main":
            keyboard.press(choice.key.lower())
        elif 1 <= choice.number <= 9 and self.random.random() < 0.8:
            keyboard.press(str(choice.number))
        elif choice.kind == "main" and not self._is_on_button():
            keyboard.press("Enter")
        else:
            self._walk_to(choice)

    def _walk_to(self, choice: Choice) -> None:
        """Go to an element with Tab, and with the arrows inside its group; then press Enter."""
        found = self.page.locator(SELECTORS[choice.kind]).locator("visible=true")
        target = found.nth(choice.place)
        arrows = 0
        for _ in range(MOST_TABS):
            if self._has_focus(target):
                self.page.keyboard.press("Enter")
                return
            arrow = "" if choice.kind == "main" else self._towards(target)
            arrows = (arrows + 1) % MOST_IN_GROUP if arrow else 0
            if arrow and arrows > MOST_ARROWS:
                arrow = "PageDown"
            self.page.keyboard.press(arrow if arrows else "Tab")
        raise AssertionError(f"not reached by keys: {choice}")

    def _towards(self, target: Locator) -> str:
        """Return the arrow to a target of the group that has the focus; empty outside the group."""
        arrow: str = target.evaluate(
            """(target) => {
              const from = document.activeElement;
              if (!from?.matches("[data-step], [data-stop]") || target.tabIndex >= 0) return "";
              if (!from.closest("section, #board")?.contains(target)) return "";
              const [a, b] = [from.getBoundingClientRect(), target.getBoundingClientRect()];
              const x = b.left + b.width / 2 - a.left - a.width / 2;
              const y = b.top + b.height / 2 - a.top - a.height / 2;
              if (Math.abs(x) > Math.abs(y)) return x > 0 ? "ArrowRight" : "ArrowLeft";
              return y > 0 ? "ArrowDown" : "ArrowUp";
            }"""
        )
        return arrow

    def _tab_to(self, target: Locator) -> None:
        for _ in range(MOST_TABS):
            if self._has_focus(target):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"not reached with Tab: {target}")

    def _has_focus(self, target: Locator) -> bool:
        focused: bool = target.evaluate("element => element === document.activeElement")
        return focused

    def _is_on_button(self) -> bool:
        on_button: bool = self.page.evaluate(
            "document.activeElement?.closest('button, a, summary') !== null"
        )
        return on_button


PEOPLE: dict[str, type[Person]] = {"clicks": Person, "keys": KeyPerson, "taps": TouchPerson}
