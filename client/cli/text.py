"""Texts of the commands: errors of one line, and the invitation of a host."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from messages.text import clean

if TYPE_CHECKING:
    from client.connections.sessions import StoredSession

CANNOT_LISTEN = "cannot listen on {address}: {reason}"
WRONG_SEATS = "{seats} seats and {bots} computer players do not fit {players} players."
SEED_OR_JOIN = "--seed chooses the seed of new tables; leave out --seed or --join."
ABORTED = "{aborted} of {matches} matches were aborted."
CANNOT_REPLAY = "Match {match} cannot be replayed: {reason}."
CANNOT_READ_FILE = "{file} cannot be replayed: {reason}."
NO_SEAT = "This match has the seats 0 to {seats}: use one of them for --seat."
NO_MATCH = "there is no such match"
NOT_A_SOCKET_ADDRESS = "{server} is a Pyro5 address; use HOST:PORT for the socket."
CANNOT_READ_PASSWORD = "Cannot read the password file {file}."
BAD_FINGERPRINT = (
    "a fingerprint is SHA256: and 43 characters, as the server prints it at its start."
)
ONE_PLAIN_ADDRESS = "name one server without TLS, such as 127.0.0.1:7700."
MESSAGE_TOO_LONG = "a message of {size} bytes is too long; further bytes are not shown"
FOREIGN_PROTOCOL = "{name} cannot be shown; further bytes are not shown"
INVALID_PYRO_HEADER = "invalid header of Pyro5: {error}; further bytes are not shown"
TOO_MANY_CONNECTIONS = "#{number} refused: {maximum} connections are open"
NO_CONNECTION = "#{number} cannot connect to {address}: {reason}"
LISTENING = "listening on {address}, forwarding to {server}"
FINGERPRINT_OR_CA = "use --ca or --fingerprint, not both."
PACK_IN_FILE = "The game pack {package} is set in a file: use the option --game-pack instead."

WEB_ADDRESS = "Tavolata is open in your browser: {address} (end it with Ctrl+C)"
WEB_NOT_BUILT = "The page for browsers is not built: run make web, then try again."
WEB_CONFLICT = "{option} cannot be used with --web, which plays here in a browser."
NOTHING_TO_CONTINUE = "There is no seat to continue at; start with tavolata play."
INTERNAL_ERROR = "An internal error has ended the program: {error}. Details are in {file}."
INTERNAL_ERROR_NOT_SAVED = (
    "An internal error has ended the program: {error}. Set TAVOLATA_TRACEBACK=1 to see the details."
)

NO_GAME = "there is no game {game!r}; choose {games}."
WRONG_PLAYERS = "{title} is for {smallest} to {largest} players."
TOO_MANY_BOTS = "at most {bots} of the seats can be computer players."
GAME_HELP = "The game to play: {games}."
GAME_ARGUMENT_HELP = "The game: {games}."
STRATEGY_HELP = "A strategy ({strategies}) or module:Class; several rotate over the seats."
PLAYERS_LINE = "{name}: {title}, {smallest} to {largest} players"

BAN_USAGE = "Type ban NAME, ban name NAME or ban address NETWORK."
UNBAN_USAGE = "Type unban NAME or unban address NETWORK."
BAN_OF_HOST = "This would ban yourself."
BANNED = "Banned: {ban}."
NO_BANS = "Nobody is banned."
BANS_NOT_SAVED = "The ban list {file} cannot be saved: {reason}"
BAN_HELP = (
    "ban NAME                  remove a player and ban the name and the address",
    "ban address 192.0.2.0/24  ban a network; unban removes a ban",
    "bans                      list your bans, which also count when you host again",
)


def invitation_lines(
    host: str, ports: tuple[str, str], dialects: Mapping[str, str], web: str = ""
) -> Iterator[str]:
    """Yield lines that say how friends join.

    ``ports`` are those of the socket and of Pyro5, ``dialects`` the ports of legacy dialects by
    name, ``web`` is the address of the page, if there is one.
    """
    yield "Your friends join with one of these:"
    yield f"  tavolata play --server {host}:{ports[0]}"
    yield f"  tavolata play --server PYRO:tavolata@{host}:{ports[1]}"
    if web:
        yield f"  a browser: {web}"
    for name, port in dialects.items():
        yield f"  an old client of the {name} dialect: {host}, port {port}"


def join_line(table: str, address: str) -> str:
    """Return the line that a host sends to friends, for a table by its number or code."""
    return f"Send this line to your friends: tavolata join {table}@{address}"


def browser_line(table: str, web: str) -> str:
    """Return the line with the link that opens a table, by its number or code, in a browser."""
    return f"Or this link, for a browser: {web_link(web, table)}"


def web_link(web: str, table: str) -> str:
    """Return the link that opens a table in a browser; ``web`` is the address of the page."""
    return f"{web}/j/{table}"


def continue_label(session: "StoredSession") -> str:
    """Return the offer to continue: "Continue your UNO match with anna".

    Without other players their names are left out.
    """
    from client.connections.sessions import describe_other_players
    from messages.registry import describe_game

    title = describe_game(session.game).title
    others = clean(describe_other_players(session))
    return f"Continue your {title} match{f' with {others}' if others else ''}"
