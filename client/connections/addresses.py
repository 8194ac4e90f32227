"""Addresses of servers in all forms that a server prints, and invitations to a table.

    HOST:PORT  tcp://HOST:PORT                     the socket
    tls://HOST:PORT                                the socket with TLS
    PYRO:tavolata@HOST:PORT                        Pyro5

Several addresses are separated by commas.
"""

import re
from typing import NamedTuple

from client.connections.base import CannotConnect
from client.connections.text import BAD_ADDRESS, BAD_INVITATION, NO_ADDRESS
from messages.text import clean

DEFAULT_PORT = 7700
PYRO = "PYRO:"
_LABEL = re.compile(r"^(socket|pyro)\s+")
"""The word before the address in the output of ``tavolata serve``."""
_INVITATION = re.compile(r"(?:tavolata://(?P<host>[^/\s]+)/(?P<table>[\w-]+)|(\S+?)@(\S+))")


class ServerAddress(NamedTuple):
    """An address without a scheme; ``tls`` is True if the scheme says so."""

    address: str
    tls: bool = False


class Invitation(NamedTuple):
    """A table on a server: its number, or 0 and its code."""

    address: str
    number: int
    code: str = ""


def parse_addresses(text: str) -> tuple[ServerAddress, ...]:
    """Return the addresses in a list that is separated by commas.

    Raises CannotConnect if one is not an address, or there is none.
    """
    parts = [part.strip() for part in text.split(",") if part.strip()]
    if not parts:
        raise CannotConnect(NO_ADDRESS)
    return tuple(map(_parse_address, parts))


def split_host(address: str) -> tuple[str, int]:
    """Return host and port, without ``PYRO:name@`` and the brackets of an IPv6 address.

    Raises CannotConnect unless the port is a number from 1 to 65535.
    """
    host, _, port = address.rpartition("@")[2].rpartition(":")
    if not host or not (port.isascii() and port.isdigit()) or not 0 < int(port) < 65536:
        raise CannotConnect(BAD_ADDRESS.format(address=clean(address)))
    return host.removeprefix("[").removesuffix("]"), int(port)


def parse_invitation(text: str) -> Invitation:
    """Parse ``TABLE@HOST[:PORT]``, ``TABLE@PYRO:NAME@HOST:PORT`` or ``tavolata://HOST[:PORT]/TABLE``.

    A table is a number or a code; the port is DEFAULT_PORT if it is missing. Raises CannotConnect.
    """
    found = _INVITATION.fullmatch(text.strip())
    if found is None:
        raise CannotConnect(BAD_INVITATION.format(text=clean(text, 80)))
    table = found["table"] or found[3]
    address = _with_port(found["host"] or found[4])
    number = int(table) if table.isascii() and table.isdigit() and len(table) < 10 else 0
    return Invitation(
        parse_addresses(address)[0].address, number, "" if number else table.upper()[:64]
    )


def _parse_address(text: str) -> ServerAddress:
    """Return one address without its label and scheme. Raises CannotConnect."""
    address = _LABEL.sub("", text)
    scheme, separator, rest = address.partition("://")
    if separator and scheme.lower() in ("tcp", "tls"):
        address = rest.rstrip("/")
    elif separator:
        raise CannotConnect(BAD_ADDRESS.format(address=clean(text)))
    split_host(address)  # checks it
    if address.upper().startswith(PYRO):
        return ServerAddress(PYRO + address[len(PYRO) :])
    return ServerAddress(address.lower(), bool(separator) and scheme.lower() == "tls")


def _with_port(host: str) -> str:
    """Return the address with DEFAULT_PORT if it has none; an IPv6 address needs brackets."""
    name = host.rpartition("@")[2]  # without PYRO:tavolata@
    has_port = re.search(r":\d*$", name) and (name.count(":") == 1 or "]:" in name)
    return host if has_port else f"{host}:{DEFAULT_PORT}"
