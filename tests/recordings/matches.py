"""Record matches of every game on one server with a journal, over the socket transport.

Some matches are finished and some are not. Players leave, resume with a token, are absent, run out
of time, chat, or use a legacy dialect. The transcript shows type, size and hash of each message.
"""

from pathlib import Path
from typing import Any

from tests.harness.recorded_server import Chooser, RecordedServer, RecordedSocketClient, record
from tests.harness.wires import LineWire

DIALECTS = ("uno", "codex")
TOKENS = {
    **{"fou-ada": "token-7", "fou-bob": "token-8", "jum-ada": "token-16", "jum-bob": "token-17"},
    **{"pro-ada": "token-20", "pro-cat": "token-22", "cox-ada": "token-25", "cox-bob": "token-26"},
    **{"shx-bob": "token-32", "shx-cat": "token-33", "rux-ada": "token-36", "rux-bob": "token-37"},
    **{"eri-alone": "token-40", "uno-alone": "token-42", "skip-ada": "token-46"},
    **{"bot-cat": "token-51", "suspend-ada": "token-52", "forfeit-cat": "token-57"},
    "exp-ada": "token-6",
}
"""Nicknames and tokens of the players that reconnect after a restart. The token of cox-bob is a
previous one, which is still valid; forfeit-cat has lost the seat; the match of exp-ada is over."""
MAX_ROUNDS = 2000
"""Maximum number of rounds of a match that must end; in a round each client may act once."""


def play_matches(data: Path, *, full: bool = False) -> str:
    """Play all matches with a journal in this folder, and return the transcript."""
    return record(_all_matches, data=data, dialects=DIALECTS, full=full)


def resume_matches(data: Path, *, full: bool = False) -> str:
    """Start a server on the journal in this folder; players reconnect and continue."""
    return record(_resume, data=data, dialects=DIALECTS, full=full)


async def _resume(server: RecordedServer) -> None:
    for name, token in TOKENS.items():
        server.heading(f"{name} is back")
        client = await server.connect_socket(name)
        await client.send("Reconnect", nickname=name, token=token)
        client.brief = not server.full
        await _play(server, name, client, rounds=4)
    server.heading("codex through its dialect")
    for name in ("dia", "dag"):
        legacy = await server.connect_dialect("codex", name, LineWire())
        await legacy.send_bytes(f'{{"networkType": "CONNECT", "sender": "{name}"}}\n'.encode())


async def _all_matches(server: RecordedServer) -> None:
    await _eriantys(server)
    await _uno(server)
    await _codex(server)
    await _shelfie(server)
    await _rummy(server)
    await _computer_players(server)
    await _absences(server)
    await _dialect_players(server)


# One function for each game.


async def _eriantys(server: RecordedServer) -> None:
    ada, bob = await _match(server, "eriantys base, finished", "eri-ada", "eri-bob")
    await ada.send("SendChat", text="good luck")
    await bob.send("SendChat", text="for you only", to="eri-ada")
    await _play(server, "eriantys base", ada, bob)

    title = "eriantys expert, finished after one left and one came back"
    clients = await _match(server, title, "exp-ada", "exp-bob", "exp-cat", mode=True)
    await _play(server, "eriantys expert", *clients, rounds=12)
    clients[0] = await _reconnect(server, clients[0])
    await _play(server, "eriantys expert 2", *clients, rounds=8)
    await clients[1].send("LeaveMatch")
    await _play(server, "eriantys expert 3", clients[0], clients[2])

    names = ("fou-ada", "fou-bob", "fou-cat", "fou-dan")
    clients = await _match(server, "eriantys expert, unfinished", *names, mode=True)
    await _play(server, "eriantys of four", *clients, rounds=40)
    await clients[3].send("SendChat", text="until tomorrow")


async def _uno(server: RecordedServer) -> None:
    setup: dict[str, Any] = {"game": "uno", "options": {"target_score": 40}}
    clients = await _match(server, "uno, finished", "uno-ada", "uno-bob", "uno-cat", **setup)
    await _play(server, "uno", *clients)

    setup["options"] = {"mode": "seven_o", "target_score": 1, "hand_size": 5}
    clients = await _match(server, "uno seven_o, finished", "sev-ada", "sev-bob", **setup)
    await _play(server, "uno seven_o", *clients)

    setup["options"] = {"mode": "jump_in"}
    title, names = "uno jump_in, unfinished", ("jum-ada", "jum-bob", "jum-cat", "jum-dan")
    clients = await _match(server, title, *names, **setup)
    await _play(server, "uno jump_in", *clients, rounds=10)
    await clients.pop(2).send("LeaveMatch")
    await _play(server, "uno jump_in 2", *clients, rounds=10)

    setup |= {"mode": True, "options": {"mode": "progressive"}, "clock": 10}
    title = "uno progressive with challenges and a clock, unfinished"
    clients = await _match(server, title, "pro-ada", "pro-bob", "pro-cat", **setup)
    await _play(server, "uno progressive", *clients, rounds=15)
    await server.advance(12)
    await _play(server, "uno progressive 2", *clients, rounds=5)


async def _codex(server: RecordedServer) -> None:
    clients = await _match(server, "codex, finished", "cod-ada", "cod-bob", game="codex")
    await _play(server, "codex", *clients)

    names = ("cox-ada", "cox-bob", "cox-cat")
    clients = await _match(server, "codex expert, unfinished", *names, game="codex", mode=True)
    await _play(server, "codex expert", *clients, rounds=15)
    clients[1] = await _reconnect(server, clients[1])
    await clients[1].send("SendChat", text="back again")


async def _shelfie(server: RecordedServer) -> None:
    clients = await _match(server, "shelfie, finished", "she-ada", "she-bob", game="shelfie")
    await _play(server, "shelfie", *clients)

    names = ("shx-ada", "shx-bob", "shx-cat")
    setup: dict[str, Any] = {"game": "shelfie", "options": {"end_round": "lap", "refill": "return"}}
    clients = await _match(server, "shelfie, unfinished, one left", *names, **setup)
    await _play(server, "shelfie of three", *clients, rounds=6)
    await clients.pop(0).send("LeaveMatch")
    await _play(server, "shelfie of two", *clients, rounds=3)


async def _rummy(server: RecordedServer) -> None:
    setup: dict[str, Any] = {"game": "rummy500", "options": {"target": 60}}
    clients = await _match(server, "rummy500, finished", "rum-ada", "rum-bob", **setup)
    await _play(server, "rummy500", *clients)

    names = ("rux-ada", "rux-bob", "rux-cat", "rux-dan")
    clients = await _match(server, "rummy500, unfinished", *names, game="rummy500")
    await _play(server, "rummy500 of four", *clients, rounds=20)


async def _computer_players(server: RecordedServer) -> None:
    for game in ("eriantys", "uno"):
        title = f"{game} with a computer player, private, unfinished"
        setup: dict[str, Any] = {"game": game, "bots": 1, "private": True, "seats": 2}
        clients = await _match(server, title, f"{game[:3]}-alone", **setup)
        await _play(server, title, *clients, rounds=6)
    setup = {"game": "uno", "bots": 1, "seats": 2}
    (client,) = await _match(server, "the only person leaves", "uno-leaver", **setup)
    await _play(server, "the only person leaves", client, rounds=2)
    await client.send("LeaveMatch")


async def _absences(server: RecordedServer) -> None:
    """Play a match with each absence policy, and one that all players leave."""
    matches = {}
    for policy in ("skip", "bot", "suspend", "forfeit"):
        names = (f"{policy}-ada", f"{policy}-bob", f"{policy}-cat")
        title = f"one is absent: {policy}"
        clients = await _match(server, title, *names, game="shelfie", absent=policy)
        await _play(server, title, *clients, rounds=2)
        matches[policy] = clients
    pair = await _match(server, "both leave", "two-ada", "two-bob", game="codex")
    await _play(server, "both leave", *pair, rounds=3)
    for client in pair:
        await client.send("LeaveMatch")
    for clients in matches.values():
        await clients.pop().close()
    await server.advance(17)
    for policy, clients in matches.items():
        await _play(server, f"{policy} goes on", *clients, rounds=2)
    await server.advance(50)
    for policy, clients in matches.items():
        await _play(server, f"{policy} goes on further", *clients, rounds=3)

    setup: dict[str, Any] = {"game": "uno", "standing": True}
    clients = await _match(server, "a standing table plays twice", "sta-ada", "sta-bob", **setup)
    for round_number in (1, 2):
        await clients[0].send("StartMatch", options={"target_score": 1, "hand_size": 3})
        await _play(server, f"standing {round_number}", *clients)


async def _dialect_players(server: RecordedServer) -> None:
    server.heading("uno through its dialect, unfinished")
    names = ("una", "ugo")
    clients = [await server.connect_dialect("uno", name, LineWire()) for name in names]
    for client in clients:
        await client.send_bytes(f"MH|{client.name}|human_player\n".encode())
    await clients[0].send_bytes(b"SG|normal\n")
    for client in clients:
        await client.send_bytes(b"DC\n")
        await client.send_bytes(b"RC|true\n")

    server.heading("codex through its dialect, unfinished")
    clients = [await server.connect_dialect("codex", name, LineWire()) for name in ("dia", "dag")]
    for client in clients:
        request = f'{{"networkType": "CONNECT", "sender": "{client.name}"}}\n'
        await client.send_bytes(request.encode())
        if client is clients[0]:
            players = request.replace('"CONNECT"', '"SET_PLAYER_NUMBER", "numPlayers": 2')
            await client.send_bytes(players.encode())
    for client in clients:
        request = f'{{"networkType": "PLACE_STARTER", "sender": "{client.name}", "side": "BACK"}}\n'
        await client.send_bytes(request.encode())


# Helpers.


async def _match(
    server: RecordedServer, title: str, *names: str, **setup: Any
) -> list[RecordedSocketClient]:
    """Start a match of named players and return their clients."""
    server.heading(title)
    clients = [await server.connect_socket(name, brief=True) for name in names]
    for client in clients:
        await client.send("ChooseNickname", nickname=client.name)
    host, *others = clients
    seats = setup.pop("seats", len(names))
    await host.send("SelectMatch", match=0)
    await host.send("SelectModeAndPlayers", numberOfPlayers=seats, **setup)
    number = host.last("RoomUpdate")["room"]["match"]
    for other in others:
        await other.send("SelectMatch", match=number)
    if setup.get("game", "eriantys") == "eriantys":
        for client, wizard in zip(clients, ("DRUID", "SAGE", "WITCH", "KING"), strict=False):
            await client.send("ChooseWizard", wizard=wizard)
    return clients


async def _play(
    server: RecordedServer, salt: str, *clients: RecordedSocketClient, rounds: int = MAX_ROUNDS
) -> None:
    """Play this many rounds, in which each client may act once, or until the match ends."""
    choose = Chooser(salt)
    before = [len(client.messages) for client in clients]
    for _ in range(rounds):
        for client in clients:
            await client.act(choose)
            if any(m["type"] == "FinalScores" for m in clients[0].plain()[before[0] :][-60:]):
                return
    assert rounds < MAX_ROUNDS, "the match must end"


async def _reconnect(server: RecordedServer, client: RecordedSocketClient) -> RecordedSocketClient:
    """Close a client's connection and resume its session over a new one."""
    token = client.last("SessionOpened")["token"]
    await client.close()
    reconnected = await server.connect_socket(client.name, brief=True)
    await reconnected.send("Reconnect", nickname=client.name, token=token)
    return reconnected
