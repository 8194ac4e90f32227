"""Plain clients of both transports play Eriantys with aliases and words in lower case."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from tests.harness.clients import RunningServer, run
from tests.harness.plain_clients import PlainClient, PyroClient, SocketClient

CLIENTS: dict[str, Callable[[RunningServer], PlainClient]] = {
    "socket": lambda server: SocketClient(server.addresses.socket),
    "pyro": lambda server: PyroClient(server.addresses.pyro),
}


class Player:
    """Sends one message at a time and waits for its answer."""

    def __init__(self, client: PlainClient) -> None:
        self.client = client
        self.ids = 0

    def send(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Return the answer to a message; pushes before it are skipped."""
        self.ids += 1
        self.client.send(kind, **fields, id=self.ids)
        while (answer := self.client.receive()).get("replyTo") != self.ids:
            pass
        return answer

    def legal(self) -> list[dict[str, Any]]:
        """Return the legal actions as they are on the wire."""
        actions: list[dict[str, Any]] = self.send("ListActions")["actions"]
        return actions


def _start_match(clients: list[PlainClient]) -> list[Player]:
    ada, bob = players = [Player(client) for client in clients]
    ada.send("ChooseNickname", nickname="ada")
    bob.send("ChooseNickname", nickname="bob")
    ada.send("SelectMatch", match=0)
    ada.send("SelectModeAndPlayers", number_of_players=2, game="Eriantys", absent="SKIP")
    bob.send("SelectMatch", match=1)
    ada.send("ChooseWizard", wizard="king")
    bob.send("ChooseWizard", wizard="Sage")
    return players


def _play_round(players: list[Player]) -> list[str]:
    """Play one round with other spellings; return the types of the accepted messages."""
    sent: list[str] = []
    while len(sent) < 12:
        player = next(player for player in players if player.legal())
        action = player.legal()[0]
        kind = action.pop("type")
        fields = {
            "card_value": "cardValue",
            "move_to": "moveTo",
            "island_position": "islandPosition",
        }
        plain = {name: action[wire] for name, wire in fields.items() if wire in action}
        plain |= {name: action[name] for name in ("color", "steps", "cloud") if name in action}
        plain = {n: v.lower() if isinstance(v, str) else v for n, v in plain.items()}
        kind = {"MoveMotherNature": "MoveMotherNatureStep"}.get(kind, kind)
        answer = player.send(kind, **plain)
        assert answer["type"] == "ActionValid", answer
        sent.append(kind)
    return sent


@pytest.mark.parametrize("transport", CLIENTS)
def test_round_is_played_with_an_alias_and_words_in_lower_case(transport: str) -> None:
    async def scenario(server: RunningServer) -> None:
        def play() -> list[str]:
            clients = [CLIENTS[transport](server) for _ in range(2)]
            try:
                return _play_round(_start_match(clients))
            finally:
                for client in clients:
                    client.close()

        sent = await asyncio.to_thread(play)
        assert {"MoveStudent", "MoveMotherNatureStep", "ChooseCloud"} <= set(sent)

    run(scenario)
