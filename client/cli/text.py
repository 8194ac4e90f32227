"""Texts of the commands: errors of one line, and the invitation of a host."""

from collections.abc import Iterator, Mapping

CANNOT_LISTEN = "cannot listen on {address}: {reason}"
WRONG_SEATS = "{seats} seats and {bots} computer players do not fit {players} players."
ABORTED = "{aborted} of {matches} matches were aborted."
CANNOT_REPLAY = "Match {number} cannot be replayed: {reason}."
NO_MATCH = "there is no such match"
NOT_A_SOCKET_ADDRESS = "{server} is a Pyro5 address; use HOST:PORT for the socket."
CANNOT_READ_PASSWORD = "Cannot read the password file {file}."
PACK_IN_FILE = "The game pack {package} is set in a file: use the option --game-pack instead."


def invitation_lines(
    host: str, ports: tuple[str, str], dialects: Mapping[str, str]
) -> Iterator[str]:
    """Yield lines that say how friends join.

    ``ports`` are those of the socket and of Pyro5, ``dialects`` the ports of legacy dialects by
    name.
    """
    yield "Your friends join with one of these:"
    yield f"  tavolata play --server {host}:{ports[0]}"
    yield f"  tavolata play --server PYRO:tavolata@{host}:{ports[1]}"
    for name, port in dialects.items():
        yield f"  an old client of the {name} dialect: {host}, port {port}"
