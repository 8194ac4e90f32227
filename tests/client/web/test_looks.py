"""The boards at unusual sizes and in unusual looks: zoom, forced colours, less motion."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize

from tests.harness.axe import sideways, violations
from tests.harness.web_pictures import MATCHES, NOON, WebPicture, open_picture
from tests.harness.web_table import PHONE

GAMES = ("eriantys", "uno", "codex", "shelfie", "rummy500")
ZOOMED = {
    "200": ViewportSize(width=640, height=400),
    "400": ViewportSize(width=320, height=200),
    "narrow": ViewportSize(width=320, height=640),
}
"""A window of 1280 by 800 at 200 % and at 400 %, and a narrow phone, in CSS pixels."""
RINGS = """() => [...document.querySelectorAll("#board [data-state]:not(.ghost)")].map((target) => {
  const ring = target.querySelector("path.ring");
  const frame = getComputedStyle(target, "::after");
  if (ring !== null) {
    const { stroke, strokeDasharray } = getComputedStyle(ring);
    return [target.dataset.state, stroke, strokeDasharray === "none" ? "solid" : "broken"];
  }
  const { borderTopColor, borderTopStyle } = frame;
  return [target.dataset.state, borderTopColor, borderTopStyle === "solid" ? "solid" : "broken"];
})"""
"""The state of each target, and the colour and line of its ring; not of a card shown in advance."""
BACKGROUND = "() => getComputedStyle(document.querySelector('.table')).backgroundColor"
SIZES = """() => ["#board", "#ask", ".acts"].map((selector) => {
  const { width, height } = document.querySelector(selector).getBoundingClientRect();
  return [Math.round(width), Math.round(height)];
})"""
"""Width and height of the board, of the bar with the question and of the buttons."""


@pytest.fixture
def show(browser: Browser) -> Iterator["Show"]:
    opened = Show(browser)
    yield opened
    for page in opened.pages:
        page.context.close()


class Show:
    """Opens pages of pictures and closes them after the test."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.pages: list[Page] = []

    def __call__(self, wanted: WebPicture) -> Page:
        self.pages.append(open_picture(self.browser, wanted))
        return self.pages[-1]


@pytest.mark.parametrize("size", ZOOMED.values(), ids=ZOOMED)
@pytest.mark.parametrize("game", GAMES)
def test_zoomed_board_does_not_scroll_sideways_and_keeps_its_height(
    show: Show, game: str, size: ViewportSize
) -> None:
    page = show(WebPicture(game, size))
    assert sideways(page) <= 0
    board, *bars = page.evaluate(SIZES)
    assert board[1] >= min(size["height"], 380)
    assert all(width <= size["width"] and height <= size["height"] for width, height in bars)


@pytest.mark.parametrize("name", ["start", "new-table", "room", "result"])
def test_narrow_page_does_not_scroll_sideways(show: Show, name: str) -> None:
    page = show(WebPicture(name, ZOOMED["narrow"]))
    assert sideways(page) <= 0
    if name == "result":
        points = page.locator(".points")
        assert points.evaluate("panel => panel.scrollWidth - panel.clientWidth") <= 0


@pytest.mark.parametrize("settings", [{}, NOON], ids=["dark", "light"])
@pytest.mark.parametrize("game", ["eriantys", "uno", "codex", "shelfie"])
def test_targets_differ_from_the_background_and_from_the_choice_with_forced_colours(
    show: Show, game: str, settings: dict[str, str]
) -> None:
    page = show(WebPicture(game, settings=settings, forced=True))
    rings = page.evaluate(RINGS)
    lines = {(state, line) for state, _, line in rings}
    assert {line for state, line in lines if state != "chosen"} == {"broken"}
    assert {line for state, line in lines if state == "chosen"} <= {"solid"}
    if game != "shelfie":  # its living room keeps the wood
        assert page.evaluate(BACKGROUND) not in {color for _, color, _ in rings}


@pytest.mark.parametrize("game", GAMES)
def test_board_has_no_violation_with_forced_colours(show: Show, game: str) -> None:
    assert violations(show(WebPicture(game, forced=True))) == []


@pytest.mark.parametrize("game", GAMES)
def test_board_has_no_violation_in_the_colour_blind_palette(show: Show, game: str) -> None:
    assert violations(show(WebPicture(game, settings={"palette": "cb"}))) == []


@pytest.mark.parametrize("game", GAMES)
def test_nothing_moves_with_reduced_motion(show: Show, game: str) -> None:
    """Pictures are taken with reduced motion; the choice of a piece starts no animation either."""
    page = show(WebPicture(game, PHONE))
    assert MATCHES[game].picks or MATCHES[game].points
    assert page.evaluate("document.getAnimations().length") == 0
