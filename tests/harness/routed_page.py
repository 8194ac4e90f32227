"""The page in a browser, connected to a GameHandler in this process instead of a server.

The browser asks no network: the files of the page and the messages of its WebSocket come from here.
The host name is the same on every machine, and seeds, codes and tokens are counted, so the page
shows the same each time.
"""

from playwright.sync_api import Browser, BrowserContext, Page, Route, ViewportSize, WebSocketRoute

from client.bots import strategies_by_game
from games.registry import GAMES
from messages import Message
from messages.codec import decode_client_json, encode_json
from server.effects import Outcome, PeerId
from server.operations.game_list import PATH, game_list_json
from server.transports.web.pages import Pages
from tests.harness.handler import HandlerHarness
from tests.harness.page_server import PAGE
from tests.harness.timeouts import GIVE_UP_SECONDS

HOST = "table.example"
ORIGIN = f"https://{HOST}"


class RoutedHandler(HandlerHarness):
    """A handler whose peers may be pages; what is sent to them goes to their WebSocket."""

    def __init__(self) -> None:
        super().__init__()
        self.state.strategies = strategies_by_game()
        self.pages = Pages(PAGE.parent, {PATH: game_list_json(GAMES, self.state.strategies)})
        self._sockets: dict[PeerId, WebSocketRoute] = {}
        self._receiving: PeerId | None = None
        self.page_peers: list[PeerId] = []

    def open_page(
        self,
        browser: Browser,
        size: ViewportSize,
        *,
        storage: dict[str, str],
        forced_colors: bool = False,
    ) -> Page:
        """Open the page in a new profile with these values in ``localStorage``; nothing moves."""
        context: BrowserContext = browser.new_context(
            viewport=size,
            has_touch=size["width"] <= 700,
            reduced_motion="reduce",
            forced_colors="active" if forced_colors else "none",
        )
        context.set_default_timeout(GIVE_UP_SECONDS * 1000)
        for key, value in storage.items():
            context.add_init_script(f"localStorage.setItem({key!r}, {value!r})")
        context.route("**/*", self._fulfil)
        context.route_web_socket("**/play", self._accept)
        page = context.new_page()
        page.goto(ORIGIN)
        return page

    def _fulfil(self, route: Route) -> None:
        path = route.request.url.removeprefix(ORIGIN).partition("?")[0]
        resource = self.pages.find(path)
        if resource is None:
            route.fulfill(status=404)
        else:
            route.fulfill(body=resource.body, content_type=resource.content_type)

    def _accept(self, socket: WebSocketRoute) -> None:
        """Connect a page to the handler as a new peer."""
        peer, outcome = self.handler.connected("127.0.0.1", self.now)
        self._sockets[peer] = socket
        self.page_peers.append(peer)
        socket.on_message(lambda text: self._on_message(peer, text))
        self._deliver(outcome)

    def _on_message(self, peer: PeerId, text: str | bytes) -> None:
        """Handle a message of a page; the page gets its answer as well."""
        payload = text.encode() if isinstance(text, str) else text
        outcome = self.handler.receive(peer, decode_client_json(payload), self.now)
        self._receiving = peer
        self._deliver(outcome)
        self._receiving = None

    def _deliver(self, outcome: Outcome) -> None:
        super()._deliver(outcome)
        for peer, socket in self._sockets.items():
            for message in self._messages_for(peer, outcome):
                socket.send(encode_json(message).decode())

    def _messages_for(self, peer: PeerId, outcome: Outcome) -> list[Message]:
        """Return what an outcome sends to a page; answers only to what the page itself asked."""
        before = [m for send in outcome.before_answer if peer in send.peers for m in send.messages]
        after = [m for send in outcome.sends if peer in send.peers for m in send.messages]
        is_asked = peer == self._receiving == outcome.peer and outcome.answer is not None
        return before + ([outcome.answer] if is_asked and outcome.answer else []) + after
