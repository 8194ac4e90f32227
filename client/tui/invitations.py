"""Invitations and addresses as people paste them: an address, a code, or a whole command line."""

import re
import shlex
from typing import NamedTuple

from client.games.parsing import CommandError
from client.tui.text import start

DEFAULT_PORT = 7700
SCHEME = "tavolata://"
_SCHEMES = ("tcp://", "tls://")
_NAMES_OF_TRANSPORTS = ("socket", "pyro")
"""Words that ``serve`` prints before an address."""
_TABLE = re.compile(r"[0-9]{1,9}|[A-Za-z0-9]{4,16}")
_HOST = re.compile(r"\[[0-9A-Fa-f:.]+\]|[\w.-]+")


class Invitation(NamedTuple):
    """A server by its addresses, and the number or code of a table, or an empty text."""

    addresses: tuple[str, ...]
    table: str = ""

    @property
    def address(self) -> str:
        """The first address."""
        return self.addresses[0]


def parse_invitation(text: str) -> Invitation:
    """Return the addresses and the table that a pasted text names; the table in upper case.

    It is ``CODE@HOST:PORT``, ``tavolata://HOST:PORT/CODE``, a line ``tavolata join …`` or
    ``tavolata play --server …``, or addresses as ``serve`` prints them. Raises CommandError.
    """
    words = _split(text)
    table = ""
    if "--join" in words[:-1]:
        index = words.index("--join")
        table = words[index + 1]
        del words[index : index + 2]
    found = [_parse_word(word) for word in words if not _is_filler(word)]
    if not found:
        raise CommandError(start.BAD_INVITATION)
    tables = [table, *(invitation.table for invitation in found)]
    addresses = tuple(dict.fromkeys(i.address for i in found))
    return Invitation(addresses, next(filter(None, tables), "").upper())


def _split(text: str) -> list[str]:
    """Return the words of a text; commas separate words, too. Raises CommandError."""
    try:
        return shlex.split(text.replace(",", " "))
    except ValueError:
        raise CommandError(start.BAD_INVITATION) from None


def _is_filler(word: str) -> bool:
    """Return whether a word of a command line says nothing about the server."""
    return word in ("tavolata", "join", "play", "--server", *_NAMES_OF_TRANSPORTS)


def _parse_word(word: str) -> Invitation:
    """Return the address and table of one word, in any of the forms of an invitation.

    Raises CommandError for any other word.
    """
    if word.lower().startswith(SCHEME):
        host, _, table = word[len(SCHEME) :].partition("/")
        return Invitation((_with_port(host),), _check_table(table.strip("/")))
    for scheme in _SCHEMES:
        word = word.removeprefix(scheme)
    before, sign, address = word.partition("@")
    if word.upper().startswith("PYRO:"):
        return Invitation((_check_pyro(word),))
    if not sign:
        return Invitation((_with_port(word),))
    if address.upper().startswith("PYRO:"):
        return Invitation((_check_pyro(address),), _check_table(before))
    return Invitation((_with_port(address.removeprefix("tcp://")),), _check_table(before))


def _check_pyro(address: str) -> str:
    """Return an address of Pyro5. Raises CommandError unless it has a name, a host and a port."""
    name, _, host = address[len("PYRO:") :].partition("@")
    if not name or _with_port(host) != host:
        raise CommandError(start.BAD_INVITATION)
    return address


def _check_table(table: str) -> str:
    """Return the number or code of a table, or an empty text. Raises CommandError."""
    if table and not _TABLE.fullmatch(table):
        raise CommandError(start.BAD_INVITATION)
    return table


def _with_port(text: str) -> str:
    """Return HOST:PORT; without a port, with the default one. Raises CommandError."""
    host, colon, port = text.rpartition(":")
    if not colon or text.endswith("]"):
        host, port = text, str(DEFAULT_PORT)
    is_port = port.isascii() and port.isdigit() and 0 < int(port[:6]) < 65536
    if not _HOST.fullmatch(host) or not is_port:
        raise CommandError(start.BAD_INVITATION)
    return f"{host}:{port}"


def invitation_line(address: str, table: str) -> str:
    """Return the command with which a friend joins a table; empty without an address."""
    return f"tavolata join {table}@{address}" if address else ""
