"""A player in a browser: opens the page, sits down, chooses, and reads what the page shows."""

from playwright.sync_api import Browser, BrowserContext, Locator, Page, ViewportSize

from tests.harness.timeouts import GIVE_UP_SECONDS

DESKTOP = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=844)
LISTS = "localStorage.setItem('tavolata.settings', JSON.stringify({lists: true}))"

PLAY_BY_CLICKS = """async ([most, giveUpMs]) => {
  const pause = () => new Promise((resolve) => setTimeout(resolve, 1));
  let clicks = 0;
  let clickedAt = Date.now();
  while (document.querySelector("#board") && clicks < most) {
    const legal = [...document.querySelectorAll("#board .choices [data-state=legal]")];
    const main = document.querySelector(".btn.main");
    const next = legal.length ? legal[(clicks * 7919) % legal.length] : main;
    if (next) { next.click(); clicks += 1; clickedAt = Date.now(); }
    if (Date.now() - clickedAt > giveUpMs) throw new Error("never asked");
    await pause();
  }
  return clicks;
}"""
"""Clicks of the mouse on the choices of the generic board, until the match is over."""


class WebTable:
    """One page in its own browser profile; errors of the page are collected."""

    def __init__(
        self, browser: Browser, url: str, *, size: ViewportSize = DESKTOP, lists: bool = False
    ) -> None:
        touch = size["width"] <= 700
        self.context: BrowserContext = browser.new_context(viewport=size, has_touch=touch)
        self.context.set_default_timeout(GIVE_UP_SECONDS * 1000)
        if lists:
            self.context.add_init_script(LISTS)
        self.url = url
        self.problems: list[str] = []
        self.requested: list[str] = []
        self.page = self.open()

    def open(self, path: str = "/") -> Page:
        """Open another tab of the same profile."""
        page = self.context.new_page()
        page.on("pageerror", lambda error: self.problems.append(error.stack or str(error)))
        page.on(
            "console",
            lambda line: self.problems.append(line.text) if line.type == "error" else None,
        )
        page.on("request", lambda request: self.requested.append(request.url))
        page.goto(self.url + path)
        self.page = page
        return page

    def close(self) -> None:
        self.context.close()

    def play_now(self, title: str) -> None:
        """Click *Play now* on the card of a game."""
        card = self.page.locator("li.g").filter(has=self.page.get_by_role("heading", name=title))
        card.locator("button:not([aria-disabled=true])").click()

    def question(self) -> str:
        """Wait until this seat is asked; return the question."""
        asked = self.page.locator("#ask:not(.wait) b").first
        asked.wait_for()
        return asked.inner_text()

    @property
    def legal(self) -> Locator:
        return self.page.locator("#board [data-state=legal]")

    def play_by_clicks(self, most: int = 5000) -> int:
        """Play with clicks on the generic board until the result; return their number."""
        self.page.locator("#board").wait_for()
        clicks: int = self.page.evaluate(PLAY_BY_CLICKS, [most, GIVE_UP_SECONDS * 1000])
        return clicks


def create_table(
    page: Page, game: str, *, seats: str = "2", name: str = "", is_public: bool = False
) -> str:
    """Create a table; return its link."""
    page.get_by_role("button", name="Create a table").click()
    page.get_by_label("Game").select_option(label=game)
    page.get_by_label("Seats").select_option(seats)
    page.get_by_label("Name of the table").fill(name)
    if is_public:
        page.get_by_label("Private: only with the link").click()
    page.get_by_role("button", name="Create the table").click()
    return page.get_by_role("textbox", name="Invitation link").input_value()
