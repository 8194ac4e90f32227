"""A browser, a socket client, a Pyro5 client and a legacy client play in one match."""

import re
from collections.abc import Callable, Iterator
from concurrent.futures import Future

import pytest
from playwright.sync_api import Page, expect

from client.bots import Join, Outcome
from tests.client.web.conftest import Tables
from tests.harness.background_clients import BackgroundClients, background_clients
from tests.harness.dialects.shelfie_client import ShelfieClient
from tests.harness.dialects.uno_client import UnoClient
from tests.harness.dialects.uno_client import play as play_uno
from tests.harness.page_server import PageServer, page_server
from tests.harness.web_person import Person
from tests.harness.web_table import create_table

DIALECTS = ("uno", "shelfie")


@pytest.fixture
def clients() -> Iterator[BackgroundClients]:
    with background_clients() as started:
        yield started


@pytest.fixture
def mixed_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    """A server with two dialects; its first table is that of the test."""
    dialects = [part for name in DIALECTS for part in ("--dialect", f"{name}=0")]
    data = tmp_path_factory.mktemp("mixed") / "data"
    with page_server(data, "0", *dialects, "--setting", "uno.target_score=60") as server:
        yield server


def join(page: Page, number: int) -> None:
    """Sit down at a table by its number."""
    page.get_by_label("Join by code or link").fill(str(number))
    page.get_by_role("button", name="Join", exact=True).click()
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("Waiting|Everybody"))


def check_page(page: Page, outcomes: list[Outcome]) -> None:
    """Assert that all bots have the same outcome, and that the page shows it."""
    first = outcomes[0]
    assert all((one.winners, one.scores) == (first.winners, first.scores) for one in outcomes)
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("win"))
    rows = page.locator(".points tbody tr")
    shown = {
        row.locator("th").inner_text().split("\n")[-1]: int(row.locator("td").last.inner_text())
        for row in rows.all()
    }
    assert shown == first.scores
    assert page.locator(".points tbody tr.win").count() == len(first.winners)


def start_bots(
    clients: BackgroundClients, server: PageServer, number: int
) -> list[Future[Outcome]]:
    """Let a socket client and a Pyro5 client sit down."""
    socket = server.addresses["socket"].removeprefix("tcp://")
    return [
        clients.start_bot(address, name, Join(number))
        for name, address in (("Sock-Et", socket), ("Pyro", server.addresses["pyro"]))
    ]


def wait_until(page: Page, is_true: Callable[[], bool]) -> None:
    """Wait for a condition outside the page."""
    while not is_true():
        page.wait_for_timeout(5)


def test_browser_socket_pyro_and_legacy_client_play_uno(
    tables: Tables, mixed_server: PageServer, clients: BackgroundClients
) -> None:
    """The legacy client is the host and starts when four players have joined."""
    port = int(mixed_server.addresses["uno"].rpartition(":")[2])
    legacy = UnoClient("old", 1, players=4)
    table = tables(url=mixed_server.url)
    old = clients.start(play_uno(legacy, "127.0.0.1", port))
    wait_until(table.page, lambda: "old" in legacy.seated)
    join(table.page, 1)
    bots = start_bots(clients, mixed_server, 1)
    table.page.locator("#board").wait_for()
    Person(table.page).play()
    outcomes = [bot.result() for bot in bots]
    check_page(table.page, outcomes)
    assert old.result().violations == []
    assert [legacy.winner] == [name.lower() for name in outcomes[0].winners]


@pytest.mark.soak
def test_browser_socket_pyro_and_legacy_client_play_my_shelfie(
    tables: Tables, mixed_server: PageServer, clients: BackgroundClients
) -> None:
    port = int(mixed_server.addresses["shelfie"].rpartition(":")[2])
    table = tables(url=mixed_server.url)
    create_table(table.page, "My Shelfie", seats="4", is_public=True)
    bots = start_bots(clients, mixed_server, 1)
    legacy = ShelfieClient("old", seed=5, seats=4, framed=True, room="1")
    old = clients.start(legacy.play(port))
    person = Person(table.page)
    person.start()
    person.play()
    check_page(table.page, [bot.result() for bot in bots])
    old.result()
    assert legacy.violations == []
