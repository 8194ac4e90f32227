"""Functions that interpret the arguments of commands; ``options.py`` declares the options.

``--game-pack`` is read before any registry is imported, so nothing here imports one at the top.
Typer is imported only to report a wrong value, because it is slow to import.
"""

import os
import sys
from enum import StrEnum
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

from client.cli.failures import write_error
from client.cli.text import (
    BAD_FINGERPRINT,
    CANNOT_READ_PASSWORD,
    FINGERPRINT_OR_CA,
    NOT_A_SOCKET_ADDRESS,
    PACK_IN_FILE,
    SEED_OR_JOIN,
)
from client.errors import ExitWithMessage
from client.paths import config_file
from messages import Options
from messages.fingerprints import parse_fingerprint
from messages.packs import ENVIRONMENT, PackError
from messages.seeds import parse_seed

if TYPE_CHECKING:
    from client.bots import Create, Join, JoinAny
    from client.connections import Target
    from client.connections.addresses import Invitation

PACK_OPTION = "--game-pack"


class Transport(StrEnum):
    """The transports of the option ``--route``."""

    socket = "socket"
    pyro = "pyro"


def bad_value(text: str, name: str) -> Exception:
    """Return the BadParameter error for the value of an option or argument with this name."""
    from typer import BadParameter

    return BadParameter(text, param_hint=name)


def parse_table(text: str) -> "Invitation":
    """Parse an invitation to a table. Raises BadParameter."""
    from client.connections.addresses import parse_table as parse_text
    from client.connections.base import CannotConnect

    try:
        return parse_text(text)
    except CannotConnect as error:
        raise bad_value(str(error), "TABLE") from None


def parse_game_options(words: list[str]) -> Options:
    """Parse KEY=VALUE pairs; true, false and whole numbers get their types.

    The last of several values counts. Raises UserError for a word without key or sign.
    """
    if not words:
        return {}
    from client.tui.new_tables import parse_option

    return {key: value for word in words for key, value in parse_option(word).items()}


def parse_join(join: str, create: "Create") -> "Join | JoinAny":
    """Parse ``--join``: the number of a match, the code of a private room, or ``any``.

    ``any`` joins an open room of the game of ``create``, and creates that room if there is none.
    Text that is neither ``any`` nor ASCII digits is a code, in upper case.
    """
    from client.bots import Join, JoinAny

    if join == "any":
        return JoinAny(create)
    is_number = join.isascii() and join.isdigit()
    return Join(int(join)) if is_number else Join(code=join.upper())


def parse_seed_option(seed: str, join: str) -> str:
    """Return the value of ``--seed``, which may be empty.

    Raises BadParameter if it is not a seed, and ExitWithMessage together with ``--join``, because
    only the host of a room chooses its seed.
    """
    if seed and join:
        raise ExitWithMessage(SEED_OR_JOIN)
    try:
        return parse_seed(seed).hex() if seed else ""
    except ValueError as error:
        raise bad_value(str(error), "--seed") from None


def address_with_transport(server: str, transport: Transport | None) -> str:
    """Return the address in the form that selects this transport in ``connect``.

    An empty address, and any address without a transport, is returned unchanged. Raises
    ExitWithMessage if a Pyro5 address is given for the socket.
    """
    is_pyro = server.upper().startswith("PYRO:")
    if is_pyro and transport is Transport.socket:
        raise ExitWithMessage(NOT_A_SOCKET_ADDRESS.format(server=server))
    if server and not is_pyro and transport is Transport.pyro:
        return f"PYRO:tavolata@{server}"
    return server


def create_target(
    address: str, password_file: Path | None, tls: bool, ca: Path | None, fingerprint: str = ""
) -> "Target":
    """Return the target with the password from the first line of its file.

    ``ca`` and ``fingerprint`` imply TLS. Keys are stored in the file of known servers unless ``ca``
    is given. Without a file, or if it is empty, the password is empty.
    Raises ExitWithMessage if the password file cannot be read, and BadParameter for an invalid
    fingerprint or one beside ``ca``.
    """
    from client.connections import Target  # loads the registries, which read --game-pack
    from client.connections.known_servers import KnownServers

    if ca is not None and fingerprint:
        raise bad_value(FINGERPRINT_OR_CA, "--fingerprint")
    lines = [""]
    if password_file is not None:
        try:
            lines = password_file.read_text(encoding="utf-8").splitlines() or lines
        except (OSError, ValueError):
            raise ExitWithMessage(CANNOT_READ_PASSWORD.format(file=password_file)) from None
    if ca is not None:
        return Target(address, lines[0], True, ca)
    known = KnownServers(known_servers_path(), write_error)
    uses_tls = tls or bool(fingerprint)
    return Target(address, lines[0], uses_tls, None, _parse_fingerprint(fingerprint), known)


def sessions_path() -> Path:
    """Return the path of the file of stored sessions in the configuration directory."""
    return config_file("sessions.json")


def known_servers_path() -> Path:
    """Return the path of the file of known servers in the configuration directory."""
    return config_file("known-servers.txt")


def _parse_fingerprint(word: str) -> str:
    """Return the fingerprint, empty without one. Raises BadParameter."""
    try:
        return word and parse_fingerprint(word)
    except ValueError:
        raise bad_value(BAD_FINGERPRINT, "--fingerprint") from None


def load_packs(arguments: list[str]) -> None:
    """Import the game packs of the environment and of the command line, and their user interfaces.

    The packs of the command line are added to the environment, and the current folder to the import
    path. Must be called before any registry is imported. Raises PackError.
    """
    packages = os.environ.get(ENVIRONMENT, "").split(",")
    packages += [
        word[len(PACK_OPTION) + 1 :] for word in arguments if word.startswith(f"{PACK_OPTION}=")
    ]
    packages += [package for option, package in pairwise(arguments) if option == PACK_OPTION]
    if packs := list(dict.fromkeys(filter(None, packages))):
        os.environ[ENVIRONMENT] = ",".join(packs)
        sys.path.append("")
    from messages.registry import PACKS  # reads the environment

    if PACKS:
        from client.games.registry import ui

        for game in PACKS:
            ui(game)


def check_packs_loaded(packs: list[str]) -> None:
    """Raise PackError if the registries did not load one of these packages.

    That happens if the option is set in a file, which is read too late.
    """
    from messages.registry import PACKS

    loaded = {pack.package for pack in PACKS.values()}
    for package in packs:
        if package not in loaded:
            raise PackError(PACK_IN_FILE.format(package=package))
