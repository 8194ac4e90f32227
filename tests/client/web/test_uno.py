"""UNO in a real browser: what only this game has."""

import re

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from messages import ListActions, RequestView, SelectModeAndPlayers
from messages.registry import GameView, LegalActions
from messages.uno.actions import PlayUnoCard
from messages.uno.table import UnoView
from server.effects import PeerId
from tests.harness.picture_matches import play_until_picture
from tests.harness.routed_page import RoutedHandler
from tests.harness.web_table import DESKTOP, PHONE

TWO_CARDS = SelectModeAndPlayers(2, game="uno", options={"hand_size": 2})


def view_of(handler: RoutedHandler, peer: PeerId) -> UnoView:
    answer = handler.send(peer, RequestView())
    assert isinstance(answer, GameView)
    assert isinstance(answer.view, UnoView)
    return answer.view


def play_until_two_cards(handler: RoutedHandler, ada: PeerId, bob: PeerId) -> str:
    """Play until ada has two cards and can play one of a colour; return this card."""
    while True:
        listed = handler.send(ada, ListActions())
        if isinstance(listed, LegalActions):
            plays = [action for action in listed.actions if isinstance(action, PlayUnoCard)]
            cards = [play.card for play in plays if re.fullmatch(r"[A-Z]+ \d", play.card)]
            if cards and len(view_of(handler, ada).hand) == 2:
                return cards[0]
        play_until_picture(handler, [ada, bob], 1)


@pytest.mark.parametrize("size", [DESKTOP, PHONE], ids=["keys", "taps"])
def test_uno_is_said_with_the_card_in_one_action(browser: Browser, size: ViewportSize) -> None:
    handler = RoutedHandler()
    page: Page = handler.open_page(browser, size, storage={"tavolata.name": "ada"})
    try:
        page.get_by_role("heading", name="UNO").wait_for()
        ada = handler.page_peers[-1]
        bob = handler.connect_named("bob")
        handler.start_match_of([ada, bob], TWO_CARDS)
        card = play_until_two_cards(handler, ada, bob)
        page.locator("#ask:not(.wait)").wait_for()
        target = page.locator(f'#board [data-step="card={card}"][data-state=legal]').first
        target.wait_for()
        say = page.get_by_role("button", name=re.compile("^Say UNO"))
        if size is PHONE:
            say.first.tap()
            target.tap()
            page.get_by_role("button", name=re.compile("and say UNO$")).tap()
        else:
            page.keyboard.press("u")
            expect(page.locator(".btn.main")).to_have_text(re.compile("^Say UNO"))
            target.click()
        expect(page.get_by_role("log").get_by_text("You said UNO.").first).to_be_attached()
        players = view_of(handler, ada).players
        assert (players[0].cards, players[0].said_uno) == (1, True)
    finally:
        page.context.close()
