"""Matches of every game on one server that writes a journal, over the socket transport.

Some are finished and some are not; somebody leaves, comes back with a token, is absent, runs out of
time, chats, plays through a legacy dialect. The transcript names each message by its type, its size
and its hash.
"""

from pathlib import Path
from typing import Any

from tests.harness.recorded_server import Chooser, RecordedServer, RecordedSocketClient, record
from tests.harness.wires import LineWire

DIALECTS = ("uno", "codex")
RETURNING = {
    **{"fou-ada": "token-7", "fou-bob": "token-8", "jum-ada": "token-16", "jum-bob": "token-17"},
    **{"pro-ada": "token-20", "pro-cat": "token-22", "cox-ada": "token-25", "cox-bob": "token-26"},
    **{"shx-bob": "token-32", "shx-cat": "token-33", "rux-ada": "token-36", "rux-bob": "token-37"},
    **{"eri-alone": "token-40", "uno-alone": "token-42", "skip-ada": "token-46"},
    **{"bot-cat": "token-51", "suspend-ada": "token-52", "forfeit-cat": "token-57"},
    "exp-ada": "token-6",
}
"""Who comes back after a restart, with which token. The token of cox-bob is an older one, which
still works; forfeit-cat has lost the seat and the match of exp-ada is over."""
MOST_ROUNDS = 2000
"""Times that everybody is asked for an action in a match that must end."""


def play_matches(data: Path, *, full: bool = False) -> str:
    """Play all of them; the journal is in the folder, the transcript is returned."""
    return record(_all_matches, data=data, dialects=DIALECTS, full=full)


def resume_matches(data: Path, *, full: bool = False) -> str:
    """Start a server on the journal in this folder: people come back and play on."""
    return record(_resumed, data=data, dialects=DIALECTS, full=full)


async def _resumed(server: RecordedServer) -> None:
    for name, token in RETURNING.items():
        server.heading(f"{name} is back")
        person = await server.connect_socket(name)
        await person.send("Reconnect", nickname=name, token=token)
        person.brief = not server.full
        await _play(server, name, person, rounds=4)
    server.heading("codex through its dialect")
    for name in ("dia", "dag"):
        guest = await server.connect_dialect("codex", name, LineWire())
        await guest.send_bytes(f'{{"networkType": "CONNECT", "sender": "{name}"}}\n'.encode())


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
    people = await _match(server, title, "exp-ada", "exp-bob", "exp-cat", mode=True)
    await _play(server, "eriantys expert", *people, rounds=12)
    people[0] = await _return(server, people[0])
    await _play(server, "eriantys expert 2", *people, rounds=8)
    await people[1].send("LeaveMatch")
    await _play(server, "eriantys expert 3", people[0], people[2])

    names = ("fou-ada", "fou-bob", "fou-cat", "fou-dan")
    people = await _match(server, "eriantys expert, unfinished", *names, mode=True)
    await _play(server, "eriantys of four", *people, rounds=40)
    await people[3].send("SendChat", text="until tomorrow")


async def _uno(server: RecordedServer) -> None:
    setup: dict[str, Any] = {"game": "uno", "options": {"target_score": 40}}
    people = await _match(server, "uno, finished", "uno-ada", "uno-bob", "uno-cat", **setup)
    await _play(server, "uno", *people)

    setup["options"] = {"mode": "seven_o", "target_score": 1, "hand_size": 5}
    people = await _match(server, "uno seven_o, finished", "sev-ada", "sev-bob", **setup)
    await _play(server, "uno seven_o", *people)

    setup["options"] = {"mode": "jump_in"}
    title, names = "uno jump_in, unfinished", ("jum-ada", "jum-bob", "jum-cat", "jum-dan")
    people = await _match(server, title, *names, **setup)
    await _play(server, "uno jump_in", *people, rounds=10)
    await people.pop(2).send("LeaveMatch")
    await _play(server, "uno jump_in 2", *people, rounds=10)

    setup |= {"mode": True, "options": {"mode": "progressive"}, "clock": 10}
    title = "uno progressive with challenges and a clock, unfinished"
    people = await _match(server, title, "pro-ada", "pro-bob", "pro-cat", **setup)
    await _play(server, "uno progressive", *people, rounds=15)
    await server.advance(12)
    await _play(server, "uno progressive 2", *people, rounds=5)


async def _codex(server: RecordedServer) -> None:
    people = await _match(server, "codex, finished", "cod-ada", "cod-bob", game="codex")
    await _play(server, "codex", *people)

    names = ("cox-ada", "cox-bob", "cox-cat")
    people = await _match(server, "codex expert, unfinished", *names, game="codex", mode=True)
    await _play(server, "codex expert", *people, rounds=15)
    people[1] = await _return(server, people[1])
    await people[1].send("SendChat", text="back again")


async def _shelfie(server: RecordedServer) -> None:
    people = await _match(server, "shelfie, finished", "she-ada", "she-bob", game="shelfie")
    await _play(server, "shelfie", *people)

    names = ("shx-ada", "shx-bob", "shx-cat")
    setup: dict[str, Any] = {"game": "shelfie", "options": {"end_round": "lap", "refill": "return"}}
    people = await _match(server, "shelfie, unfinished, one left", *names, **setup)
    await _play(server, "shelfie of three", *people, rounds=6)
    await people.pop(0).send("LeaveMatch")
    await _play(server, "shelfie of two", *people, rounds=3)


async def _rummy(server: RecordedServer) -> None:
    setup: dict[str, Any] = {"game": "rummy500", "options": {"target": 60}}
    people = await _match(server, "rummy500, finished", "rum-ada", "rum-bob", **setup)
    await _play(server, "rummy500", *people)

    names = ("rux-ada", "rux-bob", "rux-cat", "rux-dan")
    people = await _match(server, "rummy500, unfinished", *names, game="rummy500")
    await _play(server, "rummy500 of four", *people, rounds=20)


async def _computer_players(server: RecordedServer) -> None:
    for game in ("eriantys", "uno"):
        title = f"{game} with a computer player, private, unfinished"
        setup: dict[str, Any] = {"game": game, "bots": 1, "private": True, "seats": 2}
        people = await _match(server, title, f"{game[:3]}-alone", **setup)
        await _play(server, title, *people, rounds=6)
    setup = {"game": "uno", "bots": 1, "seats": 2}
    (person,) = await _match(server, "the only person leaves", "uno-leaver", **setup)
    await _play(server, "the only person leaves", person, rounds=2)
    await person.send("LeaveMatch")


async def _absences(server: RecordedServer) -> None:
    """Each policy; one match is abandoned. Time passes for all of them at once."""
    matches = {}
    for policy in ("skip", "bot", "suspend", "forfeit"):
        names = (f"{policy}-ada", f"{policy}-bob", f"{policy}-cat")
        title = f"one is absent: {policy}"
        people = await _match(server, title, *names, game="shelfie", absent=policy)
        await _play(server, title, *people, rounds=2)
        matches[policy] = people
    pair = await _match(server, "both leave", "two-ada", "two-bob", game="codex")
    await _play(server, "both leave", *pair, rounds=3)
    for person in pair:
        await person.send("LeaveMatch")
    for people in matches.values():
        await people.pop().close()
    await server.advance(17)
    for policy, people in matches.items():
        await _play(server, f"{policy} goes on", *people, rounds=2)
    await server.advance(50)
    for policy, people in matches.items():
        await _play(server, f"{policy} goes on further", *people, rounds=3)

    setup: dict[str, Any] = {"game": "uno", "standing": True}
    people = await _match(server, "a standing table plays twice", "sta-ada", "sta-bob", **setup)
    for round_number in (1, 2):
        await people[0].send("StartMatch", options={"target_score": 1, "hand_size": 3})
        await _play(server, f"standing {round_number}", *people)


async def _dialect_players(server: RecordedServer) -> None:
    server.heading("uno through its dialect, unfinished")
    names = ("una", "ugo")
    guests = [await server.connect_dialect("uno", name, LineWire()) for name in names]
    for guest in guests:
        await guest.send_bytes(f"MH|{guest.name}|human_player\n".encode())
    await guests[0].send_bytes(b"SG|normal\n")
    for guest in guests:
        await guest.send_bytes(b"DC\n")
        await guest.send_bytes(b"RC|true\n")

    server.heading("codex through its dialect, unfinished")
    guests = [await server.connect_dialect("codex", name, LineWire()) for name in ("dia", "dag")]
    for guest in guests:
        request = f'{{"networkType": "CONNECT", "sender": "{guest.name}"}}\n'
        await guest.send_bytes(request.encode())
        if guest is guests[0]:
            players = request.replace('"CONNECT"', '"SET_PLAYER_NUMBER", "numPlayers": 2')
            await guest.send_bytes(players.encode())
    for guest in guests:
        request = f'{{"networkType": "PLACE_STARTER", "sender": "{guest.name}", "side": "BACK"}}\n'
        await guest.send_bytes(request.encode())


# The way to a match, and through it.


async def _match(
    server: RecordedServer, title: str, *names: str, **setup: Any
) -> list[RecordedSocketClient]:
    """People in a match that begins as soon as all are there."""
    server.heading(title)
    people = [await server.connect_socket(name, brief=True) for name in names]
    for person in people:
        await person.send("ChooseNickname", nickname=person.name)
    host, *others = people
    seats = setup.pop("seats", len(names))
    await host.send("SelectMatch", match=0)
    await host.send("SelectModeAndPlayers", numberOfPlayers=seats, **setup)
    number = host.last("RoomUpdate")["room"]["match"]
    for other in others:
        await other.send("SelectMatch", match=number)
    if setup.get("game", "eriantys") == "eriantys":
        for person, wizard in zip(people, ("DRUID", "SAGE", "WITCH", "KING"), strict=False):
            await person.send("ChooseWizard", wizard=wizard)
    return people


async def _play(
    server: RecordedServer, salt: str, *people: RecordedSocketClient, rounds: int = MOST_ROUNDS
) -> None:
    """So many rounds in which everybody may act once, or until the match is over."""
    choose = Chooser(salt)
    before = [len(person.messages) for person in people]
    for _ in range(rounds):
        for person in people:
            await person.act(choose)
            if any(m["type"] == "FinalScores" for m in people[0].plain()[before[0] :][-60:]):
                return
    assert rounds < MOST_ROUNDS, "the match must end"


async def _return(server: RecordedServer, person: RecordedSocketClient) -> RecordedSocketClient:
    """The connection is lost; the same person comes back over another one."""
    token = person.last("SessionOpened")["token"]
    await person.close()
    back = await server.connect_socket(person.name, brief=True)
    await back.send("Reconnect", nickname=person.name, token=token)
    return back
