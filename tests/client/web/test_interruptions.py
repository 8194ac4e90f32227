"""A match in the browser survives reloads, lost connections, a killed server and a closed tab.

The generic board shows every field of the view. After a reload it shows the view that the server
sent, so the text before and after must be the same: nothing is lost, and the mirror is right.
"""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, Route, expect

from tests.client.web.conftest import Tables
from tests.harness.cutting_proxy import CuttingProxy, cutting_proxy
from tests.harness.page_server import PAGE as INDEX
from tests.harness.page_server import PageServer, page_server
from tests.harness.ports import free_port
from tests.harness.web_look import look, take_back
from tests.harness.web_person import MOST_INPUTS, TITLES, Person, TouchPerson
from tests.harness.web_table import PHONE, WebTable

LOST = "Connection lost"
PAGE_IS_VISIBLE = "document.dispatchEvent(new Event('visibilitychange'))"
NETWORK_IS_BACK = "dispatchEvent(new Event('online'))"
FAILED_CONNECTION = re.compile("WebSocket connection|ERR_(CONNECTION|EMPTY_RESPONSE)")
LONGER = "My Shelfie"
"""A match of this game is never over after the first inputs; one of UNO may be."""


def sit_down(table: WebTable, title: str) -> Person:
    """Start a match against one computer player."""
    person = Person(table.page)
    person.sit_down(title)
    return person


def shown(page: Page) -> str:
    """Wait until this seat is asked and nothing is chosen; return all that the page shows."""
    take_back(page)
    return page.locator("#board").inner_text() + page.locator("#ask .question").inner_text()


def check_reload(page: Page) -> None:
    """Assert that the page shows the same after a reload."""
    before = shown(page)
    page.reload()
    page.locator("#board").wait_for()
    assert shown(page) == before


def expect_result(page: Page) -> None:
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("win|Nobody"))


def forget_failed_connections(table: WebTable) -> None:
    """Drop what the browser itself reports about attempts to connect; other problems stay."""
    table.problems[:] = [text for text in table.problems if not FAILED_CONNECTION.search(text)]


def play_with_reloads(tables: Tables, title: str) -> None:
    table = tables(lists=True)
    person = sit_down(table, title)
    while not look(table.page).over:
        check_reload(table.page)
        person.play(12)
    expect_result(table.page)


def test_reload_shows_the_same_view_and_question(tables: Tables) -> None:
    table = tables(lists=True)
    person = sit_down(table, "Eriantys")
    for _ in range(3):
        person.play(5)
        check_reload(table.page)


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_view_equals_that_of_the_server_during_a_match_of_each_game(
    tables: Tables, title: str
) -> None:
    play_with_reloads(tables, title)


def cut_unanswered(proxy: CuttingProxy, person: Person) -> None:
    """Lose the connection after an action was sent and before its answer arrives."""
    seen = look(person.page)
    proxy.mute()
    while not seen.over:
        person.act(person.decide(seen))
        if person.page.locator("#board[aria-busy=true]").count() > 0:
            break
        seen = look(person.page)
    proxy.wait_for_request()
    proxy.cut()


def play_with_cuts(tables: Tables, server: PageServer, title: str, rounds: int) -> None:
    port = urlsplit(server.url).port
    assert port is not None
    with cutting_proxy(port) as proxy:
        table = tables(url=f"http://127.0.0.1:{proxy.port}", lists=True)
        person = sit_down(table, title)
        for number in range(rounds):
            person.play(3)
            if look(table.page).over:
                break
            with table.page.expect_websocket():
                if number % 2:
                    proxy.cut()
                else:
                    cut_unanswered(proxy, person)
            expect(table.page.get_by_text(LOST)).to_be_hidden()
            if not look(table.page).over:
                check_reload(table.page)
        person.play()
        expect_result(table.page)
        forget_failed_connections(table)


def test_lost_connections_lose_and_repeat_no_action(tables: Tables, server: PageServer) -> None:
    play_with_cuts(tables, server, "UNO", 4)


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_lost_connections_lose_nothing_in_any_game(
    tables: Tables, server: PageServer, title: str
) -> None:
    play_with_cuts(tables, server, title, 30)


def test_phone_that_slept_finds_its_lost_connection_and_continues(
    tables: Tables, server: PageServer
) -> None:
    """No timer runs during the sleep, and nobody tells the browser that the connection is dead."""
    port = urlsplit(server.url).port
    assert port is not None
    with cutting_proxy(port) as proxy:
        table = tables(url=f"http://127.0.0.1:{proxy.port}", lists=True, size=PHONE)
        page = table.page
        page.clock.install()
        page.reload()
        person = TouchPerson(page)
        person.sit_down(LONGER)
        person.play(4)
        before = shown(page)
        proxy.forget()
        with page.expect_websocket():
            page.clock.fast_forward("06:00")
            page.evaluate(PAGE_IS_VISIBLE)
            page.clock.fast_forward("00:05")
        expect(page.get_by_text(LOST)).to_be_hidden()
        page.get_by_role("dialog").get_by_role("button", name="Close").tap()  # what happened
        assert shown(page) == before
        person.play(4)
        check_reload(page)


def test_chat_is_shown_once_after_lost_connections_and_after_a_reload(
    tables: Tables, server: PageServer
) -> None:
    port = urlsplit(server.url).port
    assert port is not None
    with cutting_proxy(port) as proxy:
        table = tables(url=f"http://127.0.0.1:{proxy.port}")
        page = table.page
        sit_down(table, LONGER)
        lines = page.get_by_role("log").locator("li.say")
        said = list[str]()
        for interrupt in (None, proxy.cut, proxy.cut, page.reload):
            if interrupt is not None:
                interrupt()
            said.append(f"line {len(said)}")
            page.get_by_label("Write to the table").fill(said[-1])
            page.get_by_role("button", name="Send").click()  # sent when the session is resumed
            expect(lines).to_have_text([re.compile(f"{text}$") for text in said])
        forget_failed_connections(table)


def answer_with_new_page(route: Route) -> None:
    """Answer with the page of another build."""
    route.fulfill(body=INDEX.read_text().replace("/assets/index-", "/assets/index-new-"))


def test_page_that_is_older_than_the_server_offers_to_load_it_again(
    tables: Tables, server: PageServer
) -> None:
    port = urlsplit(server.url).port
    assert port is not None
    with cutting_proxy(port) as proxy:
        table = tables(url=f"http://127.0.0.1:{proxy.port}", lists=True)
        page = table.page
        sit_down(table, LONGER).play(2)
        before = shown(page)
        offer = page.get_by_text("newer version of this page")
        with page.expect_response(f"{table.url}/"):
            proxy.cut()
        expect(page.get_by_text(LOST)).to_be_hidden()
        assert offer.count() == 0
        page.route(f"{table.url}/", answer_with_new_page)
        proxy.cut()
        expect(offer).to_be_visible()
        page.get_by_role("button", name="Later").click()
        expect(offer).to_be_hidden()
        proxy.cut()
        expect(offer).to_be_visible()
        page.unroute(f"{table.url}/")
        page.get_by_role("button", name="Load again").click()
        expect(offer).to_be_hidden()
        assert shown(page) == before
        forget_failed_connections(table)


def test_match_continues_in_a_new_tab_after_the_tab_was_closed(tables: Tables) -> None:
    table = tables(lists=True)
    sit_down(table, LONGER).play(6)
    before = shown(table.page)
    table.page.close()
    page = table.open()
    page.get_by_role("button", name="Return").click()
    page.locator("#board").wait_for()
    assert shown(page) == before
    Person(page, 2).play()
    expect_result(page)


def play_with_kills(
    tables: Tables, tmp_path_factory: pytest.TempPathFactory, title: str, kills: int
) -> None:
    data = tmp_path_factory.mktemp("killed") / "data"
    port = free_port()
    with page_server(data, port) as first:
        table = tables(url=first.url, lists=True)
        person = sit_down(table, title)
        person.play(2)
        before = shown(table.page)
        first.process.kill()
        expect(table.page.get_by_text(LOST)).to_be_visible()
    for number in range(kills):
        with page_server(data, port) as server:
            table.page.evaluate(NETWORK_IS_BACK)  # else the next attempt may be seconds away
            expect(table.page.get_by_text(LOST)).to_be_hidden()
            assert shown(table.page) == before
            check_reload(table.page)
            person.play(5 if number + 1 < kills else MOST_INPUTS)
            if look(table.page).over:
                expect_result(table.page)
                break
            before = shown(table.page)
            server.process.kill()
            expect(table.page.get_by_text(LOST)).to_be_visible()
    forget_failed_connections(table)


def test_match_continues_after_the_server_was_killed(
    tables: Tables, tmp_path_factory: pytest.TempPathFactory
) -> None:
    play_with_kills(tables, tmp_path_factory, LONGER, 1)


@pytest.mark.soak
@pytest.mark.parametrize("title", TITLES)
def test_matches_of_all_games_continue_after_three_kills(
    tables: Tables, tmp_path_factory: pytest.TempPathFactory, title: str
) -> None:
    play_with_kills(tables, tmp_path_factory, title, 3)
