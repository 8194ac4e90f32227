"""The file in which the client remembers the servers that it has connected to with TLS.

Each line is an address and the fingerprint of the server's key, or the word ``authority`` if a
certificate authority vouches for the server. The last line of an address counts, so an entry is
only ever appended; clients that write at the same time wait for each other.
"""

import asyncio
from collections.abc import Callable
from pathlib import Path

from client.connections import text
from client.connections.base import CannotConnect
from client.connections.private_files import open_locked
from messages.fingerprints import parse_fingerprint

AUTHORITY = "authority"
"""The entry of a server whose certificate is signed by an authority that the system trusts."""


class KnownServers:
    """The servers in a file, which is created with the first entry; only this user may read it.

    ``notify`` is called with a text when the key of a server is stored without verification.
    """

    def __init__(self, path: Path, notify: Callable[[str], None]) -> None:
        self.path = path
        self.notify = notify
        self.lock = asyncio.Lock()
        """Held while a server is identified: several bots of a process store its key once."""

    def find(self, address: str) -> str:
        """Return the last entry of an address, a fingerprint or AUTHORITY; empty if there is none.

        Empty lines and comments are skipped. Raises CannotConnect if the file cannot be read or has
        an invalid line: with a lost entry any server would be accepted.
        """
        entry = ""
        for number, line in enumerate(self._read().splitlines(), 1):
            words = line.split()
            if not words or words[0].startswith("#"):
                continue
            if len(words) != 2 or not _is_entry(words[1]):
                raise CannotConnect(text.BAD_KNOWN_SERVERS.format(file=self.path, line=number))
            if words[0] == address:
                entry = words[1]
        return entry

    def add(self, address: str, entry: str) -> None:
        """Append an entry, which replaces an earlier one. Raises CannotConnect if that fails."""
        try:
            with open_locked(self.path) as file:
                content = file.read()
                separator = "" if not content or content.endswith(b"\n") else "\n"
                file.write(f"{separator}{address} {entry}\n".encode())
        except OSError as error:
            reason = text.CANNOT_SAVE_SERVER.format(file=self.path, reason=error.strerror)
            raise CannotConnect(
                text.CANNOT_CONNECT.format(address=address, reason=reason)
            ) from None

    def _read(self) -> str:
        """Return the content of the file; empty if there is none.

        Raises CannotConnect if it cannot be read or is not UTF-8.
        """
        try:
            return self.path.read_text(encoding="utf-8")
        except FileNotFoundError:
            return ""
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or "not UTF-8"
            file_text = text.CANNOT_READ_SERVERS.format(file=self.path, reason=reason)
            raise CannotConnect(file_text) from None


def _is_entry(word: str) -> bool:
    """Return whether a word is AUTHORITY or a fingerprint."""
    if word == AUTHORITY:
        return True
    try:
        return parse_fingerprint(word) == word
    except ValueError:
        return False
