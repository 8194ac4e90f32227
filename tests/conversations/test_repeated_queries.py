"""A query whose answer was lost with its TCP connection gets a present answer; over real Pyro5."""

import asyncio

from client.connections.pyro import connect_pyro
from messages import ActionValid, ChooseNickname, RequestView, WatchMatch
from messages.registry import AnyClientMessage, GameView
from server.delivery.hub import Hub
from server.effects import PeerId
from tests.harness.clients import ConnectedClient
from tests.harness.handler import HandlerHarness, legal_action, turn_holder
from tests.harness.pyro import PyroServer, running
from tests.harness.timeouts import within


class InterruptingHub(Hub):
    """The hub of a match; loses the answer to the first RequestView, and then a player acts."""

    server: PyroServer

    def __init__(self) -> None:
        self._harness = HandlerHarness()
        super().__init__(self._harness.handler, clock=lambda: 0.0)
        self._players = self._harness.start_match("ada", "bob")
        self.interrupted = False

    def receive(self, peer: PeerId, message: AnyClientMessage) -> bool:
        if self.interrupted or not isinstance(message, RequestView):
            return super().receive(peer, message)
        self.interrupted = True
        for connection in list(self.server.transport.connections):
            connection.abort()
        super().receive(peer, message)
        active, _ = turn_holder(self._harness, self._players)
        return super().receive(active, legal_action(self._harness, active))


def test_view_repeated_after_a_lost_connection_is_not_older_than_the_changes() -> None:
    hub = InterruptingHub()

    async def watch() -> None:
        connection = await connect_pyro(hub.server.uri)
        client = ConnectedClient(connection)
        try:
            await client.send(ChooseNickname("eve"))
            assert isinstance(await client.send(WatchMatch(1)), ActionValid)
            start = await client.receive(GameView)
            repeated = await client.send(RequestView())
            mirror = client.model.view
            present = await client.send(RequestView())
        finally:
            await client.close()
        assert hub.interrupted
        assert start.seq < present.seq
        assert (repeated.seq, repeated.view) == (present.seq, present.view)
        assert mirror == present.view

    with running(hub) as hub.server:
        asyncio.run(within(watch()))
