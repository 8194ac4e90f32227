"""Draw the pictures of docs/pictures/web in Chromium; ``make pictures`` draws all pictures.

``python -m tests.harness.web_pictures NAME...`` draws some of them. Each picture is the real page
of ada. The handler and the bots have fixed seeds, so the pictures change only when the page does,
or with another version of the browser.
"""

import json
import sys
from base64 import b64decode
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, Position, ViewportSize

from messages import (
    ChooseWizard,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
    StartMatch,
)
from server.effects import PeerId
from tests.harness.chromium import chromium
from tests.harness.picture_matches import play_until_picture
from tests.harness.routed_page import RoutedHandler
from tests.harness.web_table import DESKTOP, PHONE

FOLDER = Path(__file__).parents[2] / "docs" / "pictures" / "web"
QUALITY = 52
"""Of WebP; text stays sharp, and a picture has at most about 85 kB."""
CORNER = Position(x=16, y=20)
START_SECONDS = 1_750_000_000
DECISION_SECONDS = 2
LAST_CHAT = "your turn!"
SPENT_STEPS = 11
"""The steps of time that ada has spent on her decision."""
SIZES = {"desktop": DESKTOP, "phone": PHONE}


def step(key: str) -> str:
    """Return the selector of what stands for a step of an action."""
    return f'[data-step="{key}"]'


class WebMatch(NamedTuple):
    """A match at a table of ada, the decisions before the picture, and what she points at.

    ``picks`` are selectors of what is clicked; ``points`` is under the pointer, on a phone tapped.
    """

    setup: SelectModeAndPlayers
    players: tuple[str, ...]
    decisions: int
    picks: tuple[str, ...] = ()
    points: str = ""


MATCHES = {
    "eriantys": WebMatch(
        SelectModeAndPlayers(2, mode=True, clock=60),
        ("ada", "Bianca"),
        65,
        (step("entrance=PINK"),),
        step("island=9"),
    ),
    "uno": WebMatch(
        SelectModeAndPlayers(4, game="uno", clock=60),
        ("ada", "Italo", "Lia", "Olive-bot"),
        174,
        points=step("card=YELLOW DRAW_2"),
    ),
    "codex": WebMatch(
        SelectModeAndPlayers(3, game="codex", clock=60),
        ("ada", "Bianca", "Olive-bot"),
        51,
        (step("card=G03"),),
        ".spot[data-state=legal] >> nth=3",
    ),
    "shelfie": WebMatch(
        SelectModeAndPlayers(3, game="shelfie", clock=60),
        ("ada", "Bianca", "Ugo"),
        42,
        (step("cell=26"), step("cell=36"), step("cell=46")),
        ".column.lit >> nth=-1",
    ),
    "rummy500": WebMatch(
        SelectModeAndPlayers(3, game="rummy500", clock=60),
        ("ada", "Bianca", "Ugo"),
        117,
        (step("card=5H"), step("card=6H"), step("card=7H")),
    ),
    "result": WebMatch(
        SelectModeAndPlayers(3, game="shelfie", name="Thursday club", standing=True),
        ("ada", "Bianca", "Ugo"),
        0,
    ),
}


class WebPicture(NamedTuple):
    """A page at a size and in a look."""

    page: str
    """``start``, ``new-table``, ``room``, or the name of a match."""
    size: ViewportSize = DESKTOP
    settings: Mapping[str, Any] = MappingProxyType({})
    forced: bool = False
    """Forced colours, as with a contrast theme of the system."""


def _both(pages: tuple[str, ...]) -> dict[str, WebPicture]:
    return {f"{p}-{name}": WebPicture(p, size) for p in pages for name, size in SIZES.items()}


GAMES = ("eriantys", "uno", "codex", "shelfie", "rummy500")
NOON = {"theme": "noon"}
PICTURES = {
    **_both(("start", "new-table", "room", *GAMES, "result")),
    "start-light": WebPicture("start", settings=NOON),
    "eriantys-light": WebPicture("eriantys", settings=NOON),
    "shelfie-light": WebPicture("shelfie", PHONE, NOON),
    "uno-colour-blind": WebPicture("uno", settings={"palette": "cb"}),
    "eriantys-contrast": WebPicture("eriantys", forced=True),
}
"""Every picture by its name."""


def draw(browser: Browser, wanted: WebPicture) -> bytes:
    """Return a picture as WebP."""
    page = open_picture(browser, wanted)
    try:
        page.evaluate("document.fonts.ready")
        session = page.context.new_cdp_session(page)
        taken = session.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
        return b64decode(taken["data"])
    finally:
        page.context.close()


def open_picture(browser: Browser, wanted: WebPicture) -> Page:
    """Open the page of ada and bring it to what a picture shows."""
    handler = RoutedHandler()
    if wanted.page in ("start", "new-table"):
        _fill_lobby(handler)
    settings = json.dumps({"theme": "evening", **wanted.settings})
    storage = {"tavolata.name": "ada", "tavolata.game": "uno", "tavolata.settings": settings}
    if wanted.page == "start":
        seat = {"nickname": "ada-2", "token": "token", "game": "codex"}
        storage["tavolata.seat"] = json.dumps(seat)
    page = handler.open_page(browser, wanted.size, storage=storage, forced_colors=wanted.forced)
    page.get_by_role("heading", name="UNO").wait_for()
    ada = handler.page_peers[-1]
    if wanted.page in MATCHES:
        _show_match(handler, ada, page, MATCHES[wanted.page])
    elif wanted.page != "start":
        {"new-table": _show_form, "room": _show_room}[wanted.page](handler, ada, page)
    return page


def _fill_lobby(handler: RoutedHandler) -> None:
    """Open tables and start matches of other players."""
    tables = (
        (SelectModeAndPlayers(4, mode=True, clock=60, name="Thursday club"), ("Dora", "Pia")),
        (SelectModeAndPlayers(6, game="uno", name="quick one"), ("Marco", "Remo", "Lia")),
        (SelectModeAndPlayers(4, game="rummy500", name="to 500"), ("Emil",)),
    )
    for setup, names in tables:
        host, *guests = map(handler.connect_named, names)
        handler.assert_accepted(host, SelectMatch(0))
        handler.assert_accepted(host, setup)
        for guest in guests:
            handler.assert_accepted(guest, SelectMatch(max(handler.state.rooms)))
    handler.start_match("Nina", "Paolo", "Tito", setup=SelectModeAndPlayers(3, game="shelfie"))
    handler.start_match("Ivo", "Sara", setup=SelectModeAndPlayers(2, game="codex"))


def _show_form(_handler: RoutedHandler, _ada: PeerId, page: Page) -> None:
    page.get_by_role("button", name="Create a table").click()
    page.get_by_label("Game").select_option(label="Eriantys")
    page.get_by_label("Name of the table").fill("Thursday club")


def _show_room(handler: RoutedHandler, ada: PeerId, page: Page) -> None:
    """Show a table for four with a guest and a computer player; one seat is free."""
    setup = SelectModeAndPlayers(4, mode=True, clock=60, name="Thursday club", private=True)
    handler.assert_accepted(ada, SelectMatch(0))
    handler.assert_accepted(ada, setup)
    guest, computer = handler.connect_named("Bianca"), handler.connect_named("Olive-bot")
    for peer in (guest, computer):
        code = handler.state.rooms[max(handler.state.rooms)].code
        handler.assert_accepted(peer, SelectMatch(max(handler.state.rooms), code=code))
    for peer, wizard in ((ada, "SAGE"), (guest, "WITCH")):
        handler.assert_accepted(peer, ChooseWizard(wizard))
    handler.send(guest, SendChat("two minutes, tea"))
    page.get_by_text("two minutes, tea").wait_for(state="attached")


def _show_match(handler: RoutedHandler, ada: PeerId, page: Page, match: WebMatch) -> None:
    """Play a match of the page and other peers; ada's decisions are made for her."""
    _set_time(page, 0)
    others = [handler.connect_named(name) for name in match.players[1:]]
    handler.start_match_of([ada, *others], match.setup)
    if match.setup.standing:
        handler.assert_accepted(ada, StartMatch())
    page.locator("#board button:visible").first.wait_for()  # the pack of the game is loaded
    play_until_picture(handler, [ada, *others], match.decisions, lambda n: _set_time(page, n))
    if match.decisions == 0:
        page.get_by_role("heading", level=1).filter(has_text="win").wait_for()
        return
    handler.send(others[0], SendChat(LAST_CHAT))
    page.get_by_text(LAST_CHAT).first.wait_for(state="attached")  # all messages before it arrived
    page.locator("#board [data-state=legal]").first.wait_for()
    for selector in match.picks:
        _press(page, selector)
    if match.points and page.viewport_size == PHONE:
        _press(page, match.points)
    elif match.points:
        page.locator("#board").locator(match.points).first.hover()
    _set_time(page, match.decisions + SPENT_STEPS)
    page.locator("#ask [role=timer] text").wait_for()  # the seconds that are left


def _press(page: Page, selector: str) -> None:
    """Click or tap near the corner of a piece, because the next one may overlap the rest."""
    target = page.locator("#board").locator(selector).first
    press = target.tap if page.viewport_size == PHONE else target.click
    press(position=CORNER)


def _set_time(page: Page, decision: int) -> None:
    """Set the clock of the page: a decision takes some seconds, as at a table of people."""
    page.clock.set_fixed_time(START_SECONDS + decision * DECISION_SECONDS)


def main() -> None:
    """Draw all pictures, or the named ones."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with chromium() as browser:
        for name in sys.argv[1:] or PICTURES:
            (FOLDER / f"{name}.webp").write_bytes(draw(browser, PICTURES[name]))


if __name__ == "__main__":
    main()
