"""What the commands say in one line when they cannot go on, and what a host tells friends."""

from collections.abc import Iterator, Mapping

CANNOT_LISTEN = "cannot listen on {address}: {reason}"
WRONG_SEATS = "{seats} seats and {bots} server bots do not fit {players} players."
BROKEN_OFF = "{broken} of {matches} matches were broken off."
CANNOT_REPLAY = "Match {number} cannot be told: {damage}."
NO_MATCH = "there is no such match"
NOT_A_SOCKET_ADDRESS = "{server} is the address of the pyro route; give HOST:PORT for the socket."
CANNOT_READ_PASSWORD = "Cannot read the password in {file}."
PACK_IN_FILE = "The game pack {package} is named in a file: name it with --game-pack instead."


def invitation(seen: str, ports: tuple[str, str], dialects: Mapping[str, str]) -> Iterator[str]:
    """How friends join at this address; ``ports`` are those of the socket and the Pyro5 route."""
    yield "Your friends join with one of these:"
    yield f"  tavolata play --server {seen}:{ports[0]}"
    yield f"  tavolata play --server PYRO:tavolata@{seen}:{ports[1]}"
    for name, port in dialects.items():
        yield f"  an old client of the {name} dialect: {seen}, port {port}"
