"""Bans of nicknames, networks and tokens, and muted nicknames, stored in a text file.

The file has one ban per line: ``name ada``, ``address 192.0.2.0/24``, ``token`` and the hash of a
token, ``mute ada``. Comment lines (#) are preserved. A nickname covers all spellings that look
alike.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from messages.errors import ErrorCode, Refusal
from messages.text import clean, name_key
from server.admission.connection_limiter import Network, is_in_networks, parse_network
from server.admission.names import lookalike_keys
from server.files import write_durably

FILE = "bans.txt"
NAME = "name"
ADDRESS = "address"
TOKEN = "token"
MUTE = "mute"
"""The kind of a line that does not ban a nickname but mutes it."""
MUTED_TEXT = (
    "The person who runs this server has muted you: you may play, but not write, "
    "and not name a table or a computer player."
)
BANNED_TEXT = "You are not welcome on this server; ask the person who runs it."


class InvalidBan(Exception):
    """Raised for an invalid ban or an unreadable file of bans; ``str()`` says which."""


@dataclass(eq=False)
class Bans:
    """The bans of one server; every change is written to the file, if there is one."""

    file: Path | None = None
    names: set[str] = field(default_factory=set)
    networks: set[Network] = field(default_factory=set)
    tokens: set[bytes] = field(default_factory=set)
    muted_names: set[str] = field(default_factory=set)
    _lookalike_keys: dict[str, frozenset[str]] = field(default_factory=dict)
    """The ``lookalike_keys`` of the names of each kind; computed when they are needed."""

    @classmethod
    def load(cls, file: Path) -> "Bans":
        """Read the bans of a file, to which later changes are written; none if it does not exist.

        Raises InvalidBan if the file, or one of its lines, cannot be read.
        """
        bans = cls()
        for line in _read_lines(file):
            if line.strip() and not line.startswith("#"):
                kind, _, value = line.strip().partition(" ")
                bans.add(kind, value.strip())
        bans.file = file
        return bans

    def add(self, kind: str, *values: str) -> None:
        """Ban nicknames, networks or hashes of tokens, and write the file, if there is one.

        ``kind`` is name, address or token, or mute to mute nicknames. Raises InvalidBan for another
        kind or a wrong value, and OSError if the file cannot be written; then nothing changes.
        """
        self._set_banned(kind, values, banned=True)

    def remove(self, kind: str, value: str) -> None:
        """Remove a ban, if it exists, and write the file, if there is one.

        Raises InvalidBan for an unknown kind or a wrong value, and OSError if the file cannot be
        written; then nothing changes.
        """
        self._set_banned(kind, (value,), banned=False)

    def lines(self) -> list[str]:
        """Return the bans as lines of the file: nicknames, networks, tokens, muted nicknames.

        Each kind is sorted. Comments of the file are not included.
        """
        return [
            *sorted(f"{NAME} {name}" for name in self.names),
            *sorted(f"{ADDRESS} {network}" for network in self.networks),
            *sorted(f"{TOKEN} {token.hex()}" for token in self.tokens),
            *sorted(f"{MUTE} {name}" for name in self.muted_names),
        ]

    def check_address(self, address: str) -> None:
        """Raise Refusal if the address is in a banned network."""
        if self.networks and is_in_networks(address, self.networks):
            raise Refusal(ErrorCode.NOTALLOWED, BANNED_TEXT)

    def check_name(self, name: str) -> None:
        """Raise Refusal if the nickname, or one that looks like it, is banned."""
        if self._is_listed(name, NAME, self.names):
            raise Refusal(ErrorCode.NOTALLOWED, BANNED_TEXT)

    def check_token(self, token_hash: bytes) -> None:
        """Raise Refusal if the hash is that of a banned token."""
        if token_hash in self.tokens:
            raise Refusal(ErrorCode.NOTALLOWED, BANNED_TEXT)

    def is_muted(self, name: str) -> bool:
        """Return whether the nickname, or one that looks like it, is muted."""
        return self._is_listed(name, MUTE, self.muted_names)

    def check_not_muted(self, name: str) -> None:
        """Raise Refusal if the nickname, or one that looks like it, is muted."""
        if self.is_muted(name):
            raise Refusal(ErrorCode.NOTALLOWED, MUTED_TEXT)

    def _is_listed(self, name: str, kind: str, listed: set[str]) -> bool:
        """Return whether the list of this kind has the nickname, or one that looks like it.

        The look-alike keys of the list are computed once and cached until the list changes.
        """
        if not listed:
            return False
        if kind not in self._lookalike_keys:
            self._lookalike_keys[kind] = frozenset().union(*map(lookalike_keys, listed))
        return not lookalike_keys(name).isdisjoint(self._lookalike_keys[kind])

    def _set_banned(self, kind: str, values: Sequence[str], *, banned: bool) -> None:
        """Add bans (``banned``) or remove them, then write the file, if there is one.

        Raises InvalidBan for an unknown kind, a wrong value or an unreadable old file, and OSError
        if the file cannot be written; then nothing changes.
        """
        parsed: set[Any] = {_parse_value(kind, value) for value in values}
        listed = self._listed(kind)
        changed = parsed - listed if banned else parsed & listed
        listed ^= changed
        self._lookalike_keys.pop(kind, None)
        try:
            if self.file is not None:
                self._write(self.file)
        except (OSError, InvalidBan):
            listed ^= changed
            raise

    def _listed(self, kind: str) -> set[Any]:
        """Return the set that holds the bans of a kind, which must be a known one."""
        sets: dict[str, set[Any]] = {
            NAME: self.names,
            ADDRESS: self.networks,
            TOKEN: self.tokens,
            MUTE: self.muted_names,
        }
        return sets[kind]

    def _write(self, file: Path) -> None:
        """Write the comments, then the bans, to a new file that replaces the old one.

        After a crash or power loss the old or the new list remains, never a part. Raises OSError if
        the file cannot be written, and InvalidBan if the comments of the old one cannot be read.
        """
        comments = [line for line in _read_lines(file) if line.startswith("#")]
        text = "".join(f"{line}\n" for line in comments + self.lines())
        write_durably(file, text.encode())


def _read_lines(file: Path) -> list[str]:
    """Return the lines of a file; none if it does not exist. Raises InvalidBan if unreadable."""
    try:
        return file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    except (OSError, ValueError) as error:
        raise InvalidBan(f"cannot read {file}: {getattr(error, 'strerror', 'not UTF-8')}") from None


def _parse_value(kind: str, value: str) -> str | Network | bytes:
    """Return the normal form of a nickname, network or hash of a token.

    Raises InvalidBan for an unknown kind, for a wrong value, and for a nickname without a printable
    character: its line could not be read at the next start.
    """
    try:
        if kind in (NAME, MUTE) and (name := name_key(clean(value)).strip()):
            return name
        if kind == ADDRESS:
            return parse_network(value)
        if kind == TOKEN:
            return bytes.fromhex(value)
    except ValueError:
        pass
    line = clean(f"{kind} {value}", 80)
    raise InvalidBan(f"{line!r} is not name, address, token or mute with its value")
