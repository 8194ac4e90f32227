"""UNO's old dialect: lobbies, which are the public UNO tables of this server (UNO 10.1).

A table is listed under its own name where that can be said in this dialect and is not taken,
otherwise as ``match-NUMBER``. ``main`` is always listed; its table exists while people sit there.
"""

from itertools import islice
from typing import NamedTuple

from server.dialects.uno.wire import line, lobby_key, maybe_lobby_name
from server.rooms.room import Room
from server.state import LISTED, ServerState

MAIN = "main"


class LobbyEntry(NamedTuple):
    """A lobby; only ``main`` may have no table."""

    name: str
    room: Room | None

    @property
    def playing(self) -> bool:
        """Whether a game is on."""
        return self.room is not None and self.room.match is not None

    @property
    def full(self) -> bool:
        """Whether every seat is taken."""
        return self.room is not None and (self.room.full or self.room.free_seats <= 0)


def lobbies(records: ServerState) -> dict[str, LobbyEntry]:
    """All lobbies by their key, ``main`` first."""
    rooms = [r for r in records.rooms.values() if r.game.name == "uno" and not r.code]
    main = next((r for r in rooms if r.asked.standing and lobby_key(r.asked.name) == MAIN), None)
    found = {MAIN: LobbyEntry(MAIN, main)}
    for room in rooms:
        name = maybe_lobby_name(room.asked.name)
        if name is not None:
            found.setdefault(lobby_key(name), LobbyEntry(name, room))
    named = {lobby.room.number for lobby in found.values() if lobby.room}
    for room in rooms:
        if room.number not in named:
            name = f"match-{room.number}"
            found.setdefault(name, LobbyEntry(name, room))
    return found


def maybe_lobby(records: ServerState, name: str) -> LobbyEntry | None:
    """The lobby of this name, in any letter case."""
    return lobbies(records).get(lobby_key(name))


def list_of_lobbies(records: ServerState) -> str:
    """LOL: every lobby with the number of those who sit there."""
    listed = islice(lobbies(records).values(), LISTED)
    counts = [f"{name}:{len(room.present) if room else 0}" for name, room in listed]
    return line("LOL", ";".join(counts))
