"""The ban list of a host: the commands ``ban``, ``unban`` and ``bans`` of ``tavolata host``.

A ban of a player covers the nickname and the address. The list is a file of the host, so a ban
also counts at the next table.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

from client.cli import text
from client.games.parsing import CommandError
from client.paths import config_file
from messages.text import name_key

Admin = Callable[[Sequence[str]], dict[str, Any]]
"""Executes a command of the operator; returns its ``rows``, or the reason as ``error``."""
KINDS = ("name", "address")


def default_path() -> Path:
    """Return the path of the ban list in the configuration directory of this system.

    The directory is created, because the server warns at its start if it cannot write the list.
    """
    path = config_file("bans.txt")
    with suppress(OSError):  # the server names the reason
        path.parent.mkdir(parents=True, exist_ok=True)
    return path


class BanCommands:
    """Executes the commands of one host; ``file`` is the ban list that the server uses."""

    def __init__(self, admin: Admin, file: Path) -> None:
        self._admin = admin
        self._file = file

    def ban(self, words: Sequence[str], own_name: str) -> list[str]:
        """Ban a player, who is removed, or ``name NAME`` or ``address NETWORK``.

        Returns a line for each new ban.
        With one word the address of the player is banned too, unless it is that of the host. A
        player is removed even if the list cannot be saved. Raises CommandError for other words, for
        a ban of the host ``own_name``, and if the list cannot be saved.
        """
        own_address = self._maybe_address(own_name)
        kind, value = _parse(words, text.BAN_USAGE)
        bans = [(kind, value)]
        address = self._maybe_address(value) if len(words) == 1 else None
        if address not in (None, own_address):
            bans.append(("address", str(address)))
        if any(_concerns(kind, value, own_name, own_address) for kind, value in bans):
            raise CommandError(text.BAN_OF_HOST)
        if kind == "name":
            self._admin(("kick", value))  # also if the list cannot be saved
        for ban in bans:
            self._save("ban", *ban)
        return [text.BANNED.format(ban=" ".join(ban)) for ban in bans]

    def unban(self, words: Sequence[str]) -> list[str]:
        """Remove the ban of a name or a network; return the bans that remain.

        Raises CommandError for other words, and if the list cannot be saved.
        """
        self._save("unban", *_parse(words, text.UNBAN_USAGE))
        return self.list_bans()

    def list_bans(self) -> list[str]:
        """Return all bans, one per line, or a line that says that there are none."""
        return [row["ban"] for row in self._execute("bans")] or [text.NO_BANS]

    def _maybe_address(self, name: str) -> str | None:
        """Return the address of the player with this nickname; None if nobody has it.

        Raises CommandError if the server refuses to list its connections.
        """
        rows = self._execute("connections")
        found = [row["address"] for row in rows if name_key(row["name"]) == name_key(name)]
        return found[0] if found else None

    def _save(self, *command: str) -> None:
        """Execute a command that changes the list; create its folder first if needed.

        Raises CommandError if the command is wrong or the list cannot be saved.
        """
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._execute(*command)
        except OSError as error:
            reason = error.strerror or error
            raise CommandError(text.BANS_NOT_SAVED.format(file=self._file, reason=reason)) from None

    def _execute(self, *command: str) -> list[dict[str, Any]]:
        """Execute a command of the operator; return its rows. Raises CommandError."""
        answer = self._admin(command)
        if "error" in answer:
            raise CommandError(str(answer["error"]))
        rows: list[dict[str, Any]] = answer["rows"]
        return rows


def _parse(words: Sequence[str], usage: str) -> tuple[str, str]:
    """Return kind and value of a ban; one word is a nickname. Raises CommandError with the usage.

    The first of two words is the kind.
    """
    if len(words) == 1:
        return "name", words[0]
    if len(words) != 2 or words[0] not in KINDS:
        raise CommandError(usage)
    return words[0], words[1]


def _concerns(kind: str, value: str, name: str, address: str | None) -> bool:
    """Return whether a ban concerns the player with this name and address.

    A ban of an invalid network concerns nobody.
    """
    if kind == "name":
        return name_key(value) == name_key(name)
    try:
        return address is not None and ip_address(address) in ip_network(value, strict=False)
    except ValueError:
        return False
