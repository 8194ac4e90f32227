"""Addresses of servers in all forms that a server prints, and invitations to a table.

    HOST:PORT  tcp://HOST:PORT                     the socket
    tls://HOST:PORT                                the socket with TLS
    PYRO:tavolata@HOST:PORT                        Pyro5
    CODE@HOST  tavolata://HOST/CODE                a table, by its code or number

Several addresses are separated by commas.
"""

import re
import shlex
from typing import NamedTuple

from client.connections.base import CannotConnect
from client.connections.text import BAD_ADDRESS, BAD_INVITATION, NO_ADDRESS, NO_INVITATION
from messages.text import clean

DEFAULT_PORT = 7700
PYRO = "PYRO:"
SCHEME = "tavolata://"
_LABEL = re.compile(r"^(socket|pyro)\s+")
"""The word before the address in the output of ``tavolata serve``."""
_FILLERS = ("tavolata", "join", "play", "--server", "socket", "pyro")
"""Words of a pasted line that say nothing about the server."""
_TABLE = re.compile(r"[0-9]{1,9}|[A-Za-z0-9]{4,16}")
_HOST = re.compile(r"\[[\w:.%]+\]|[\w.:-]*[\w.]")


class ServerAddress(NamedTuple):
    """An address without a scheme; ``tls`` is True if the scheme says so."""

    address: str
    tls: bool = False


class Invitation(NamedTuple):
    """A server by its addresses, and the number or code of a table, or an empty text."""

    addresses: tuple[str, ...]
    table: str = ""

    @property
    def number(self) -> int:
        """The number of the table; 0 if it is given by its code."""
        return int(self.table) if self.table.isdigit() and len(self.table) < 10 else 0

    @property
    def code(self) -> str:
        """The code of the table; empty if it is given by its number."""
        return "" if self.number else self.table


def parse_addresses(text: str) -> tuple[ServerAddress, ...]:
    """Return the addresses in a list that is separated by commas; empty parts are skipped.

    Labels and schemes are removed, and host names become lower case. Raises CannotConnect if one is
    not an address, or there is none.
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts:
        raise CannotConnect(NO_ADDRESS)
    return tuple(map(_parse_address, parts))


def split_host(address: str) -> tuple[str, int]:
    """Return host and port, without ``PYRO:name@`` and the brackets of an IPv6 address.

    Raises CannotConnect for an invalid host, and unless the port is a number from 1 to 65535.
    """
    host, _, port = address.rpartition("@")[2].rpartition(":")
    is_port = port.isascii() and port.isdigit() and 0 < int(port[:6]) < 65536
    if not is_port or not _HOST.fullmatch(host):
        raise CannotConnect(BAD_ADDRESS.format(address=clean(address)))
    return host.removeprefix("[").removesuffix("]"), int(port)


def _parse_address(text: str) -> ServerAddress:
    """Return one address without its label and scheme; host names become lower case.

    Raises CannotConnect for another scheme than tcp or tls, and for a wrong host or port.
    """
    address = _LABEL.sub("", text)
    scheme, separator, rest = address.partition("://")
    if separator and scheme.lower() in ("tcp", "tls"):
        address = rest.rstrip("/")
    elif separator or address.upper().startswith(f"{PYRO}@"):
        raise CannotConnect(BAD_ADDRESS.format(address=clean(text)))
    split_host(address)  # checks it
    if address.upper().startswith(PYRO):
        return ServerAddress(PYRO + address[len(PYRO) :])
    return ServerAddress(address.lower(), bool(separator) and scheme.lower() == "tls")


# --- invitations ----------------------------------------------------------------------------------


def parse_invitation(text: str) -> Invitation:
    """Return the server and the table of a text that somebody pasted; the table may be missing.

    It is ``CODE@HOST:PORT``, ``tavolata://HOST:PORT/CODE``, a line ``tavolata join …`` or
    ``tavolata play --server …``, or addresses as ``serve`` prints them. A missing port is
    DEFAULT_PORT; schemes are removed, also ``tls``. The first table counts, in upper case. Raises
    CannotConnect.
    """
    try:
        words = shlex.split(text.replace(",", " "))
        table = _take_option(words, "--join")
        found = [_parse_word(word) for word in words if word not in _FILLERS]
    except (ValueError, CannotConnect):
        raise CannotConnect(NO_INVITATION) from None
    if not found:
        raise CannotConnect(NO_INVITATION)
    tables = [table, *(invitation.table for invitation in found)]
    addresses = dict.fromkeys(address for one in found for address in one.addresses)
    return Invitation(tuple(addresses), next(filter(None, tables), "").upper())


def parse_table(text: str) -> Invitation:
    """Parse an invitation that must name a table. Raises CannotConnect."""
    try:
        invitation = parse_invitation(text)
    except CannotConnect:
        invitation = Invitation(())
    if not invitation.table:
        raise CannotConnect(BAD_INVITATION.format(text=clean(text, 80)))
    return invitation


def invitation_line(address: str, table: str) -> str:
    """Return the command with which a friend joins a table; empty without an address."""
    return f"tavolata join {table}@{address}" if address else ""


def _take_option(words: list[str], option: str) -> str:
    """Remove an option with its value from a command line; return the value, or an empty text."""
    if option not in words[:-1]:
        return ""
    index = words.index(option)
    value = words[index + 1]
    del words[index : index + 2]
    return value


def _parse_word(word: str) -> Invitation:
    """Return the invitation of one word; the table is empty if the word has none.

    A missing port is DEFAULT_PORT. Raises CannotConnect, or ValueError for a wrong table.
    """
    table, host = "", word
    if word.lower().startswith(SCHEME):
        host, _, table = word[len(SCHEME) :].partition("/")
    elif "@" in word and not word.upper().startswith(PYRO):
        table, _, host = word.partition("@")
    if not _TABLE.fullmatch(table) and (table or word.startswith("@")):
        raise ValueError(table)
    return Invitation((_parse_address(_with_port(host)).address,), table)


def _with_port(address: str) -> str:
    """Return the address with DEFAULT_PORT if it has none; an IPv6 address needs brackets."""
    host = address.rpartition("://")[2].rstrip("/").rpartition("]")[2]
    return address if ":" in host else f"{address.rstrip('/')}:{DEFAULT_PORT}"
