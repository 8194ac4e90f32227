"""One browser and one server for all tests of a worker. Tests that kill one start their own."""

from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.harness.chromium import chromium
from tests.harness.page_server import PageServer, page_server
from tests.harness.timeouts import GIVE_UP_SECONDS
from tests.harness.web_table import DESKTOP, WebTable

expect.set_options(timeout=GIVE_UP_SECONDS * 1000)


# The browser library keeps an event loop running in the thread until the browser is closed. Tests
# of other packages could not start theirs, so the browser must not live as long as the session.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PageServer]:
    with page_server(tmp_path_factory.mktemp("web") / "data") as started:
        yield started


class Tables:
    """Opens pages and closes them after the test. None may have an error or leave its origin."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url
        self.opened: list[WebTable] = []

    def __call__(
        self, *, url: str = "", size: ViewportSize = DESKTOP, lists: bool = False
    ) -> WebTable:
        table = WebTable(self.browser, url or self.url, size=size, lists=lists)
        self.opened.append(table)
        return table


@pytest.fixture
def tables(browser: Browser, server: PageServer) -> Iterator[Tables]:
    opened = Tables(browser, server.url)
    yield opened
    for table in opened.opened:
        table.close()
    assert [problem for table in opened.opened for problem in table.problems] == []
    for table in opened.opened:
        assert {urlsplit(url).netloc for url in table.requested} == {urlsplit(table.url).netloc}
