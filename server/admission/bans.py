"""Bans of nicknames, networks and tokens, and muted nicknames, stored in a text file.

The file has one ban per line: ``name ada``, ``address 192.0.2.0/24``, ``token`` and the hash of a
token, ``mute ada``. A line or the rest of a line after ``#`` is a comment. A nickname covers all
spellings that look alike. The operator may edit the file: it is read again before each change, and
lines that are not concerned stay as they are.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

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
COMMENT = "#"
MUTED_TEXT = (
    "The person who runs this server has muted you: you may play, but not write, "
    "and not name a table or a computer player."
)
BANNED_TEXT = "You are not welcome on this server; ask the person who runs it."
NOT_SAVED = "in force until the server stops, but not saved: {reason}"

Value: TypeAlias = str | Network | bytes


class Ban(NamedTuple):
    """One ban: its kind and the normal form of its value."""

    kind: str
    value: Value

    @property
    def line(self) -> str:
        """The ban as a line of the file."""
        value = self.value.hex() if isinstance(self.value, bytes) else self.value
        return f"{self.kind} {value}"


class InvalidBan(Exception):
    """Raised for an invalid ban or an unreadable file of bans; ``str()`` says which."""


class BanNotSaved(Exception):
    """Raised when a change is in force but could not be written; ``str()`` says why."""


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
    _unsaved: dict[Ban, bool] = field(default_factory=dict)
    """Bans that could not be written since they were added (True) or removed (False)."""

    @classmethod
    def load(cls, file: Path) -> "Bans":
        """Read the bans of a file, to which later changes are written; none if it does not exist.

        Raises InvalidBan if the file, or one of its lines, cannot be read.
        """
        bans = cls(file)
        bans.reload()
        return bans

    def reload(self) -> tuple[set[Ban], set[Ban]]:
        """Read the file again; return the bans that were added and those that were removed.

        Changes that could not be written stay in force. Without a file nothing changes. Raises
        InvalidBan if the file, or one of its lines, cannot be read; then nothing changes.
        """
        before = self.listed()
        if self.file is not None:
            self._replace(self._with_unsaved(_parse_lines(self.file, _read_lines(self.file))))
        after = self.listed()
        return after - before, before - after

    def add(self, kind: str, *values: str) -> None:
        """Ban nicknames, networks or hashes of tokens, and write the file, if there is one.

        ``kind`` is name, address or token, or mute to mute nicknames. Raises InvalidBan for another
        kind or a wrong value; then nothing changes. Raises BanNotSaved if the file cannot be read
        or written.
        """
        self._change({parse_ban(kind, value) for value in values}, banned=True)

    def remove(self, kind: str, value: str) -> bool:
        """Remove a ban and write the file, if there is one; return False if it did not exist.

        Raises InvalidBan for an unknown kind or a wrong value; then nothing changes. Raises
        BanNotSaved if the file cannot be read or written.
        """
        return self._change({parse_ban(kind, value)}, banned=False)

    def listed(self) -> set[Ban]:
        """Return all bans and muted nicknames."""
        return {Ban(kind, value) for kind, values in self._sets().items() for value in values}

    def lines(self) -> list[str]:
        """Return the bans as lines of the file: nicknames, networks, tokens, muted nicknames.

        Each kind is sorted. Comments of the file are not included.
        """
        return [
            line
            for kind, values in self._sets().items()
            for line in sorted(Ban(kind, value).line for value in values)
        ]

    def check_writable(self) -> None:
        """Raise OSError if the file, or the folder in which it is replaced, cannot be written."""
        if self.file is not None:
            probe = self.file.with_name(f"{self.file.name}.new")
            probe.write_bytes(b"")
            probe.unlink()

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

    def _sets(self) -> dict[str, set[Any]]:
        """Return the set that holds the values of each kind."""
        return {
            NAME: self.names,
            ADDRESS: self.networks,
            TOKEN: self.tokens,
            MUTE: self.muted_names,
        }

    def _replace(self, bans: set[Ban]) -> None:
        """Put exactly these bans in force."""
        for kind, values in self._sets().items():
            values.clear()
            values.update(ban.value for ban in bans if ban.kind == kind)
        self._lookalike_keys.clear()

    def _with_unsaved(self, bans: set[Ban]) -> set[Ban]:
        """Return these bans with the changes that could not be written."""
        added = {ban for ban, banned in self._unsaved.items() if banned}
        return (bans | added) - (self._unsaved.keys() - added)

    def _change(self, changed: set[Ban], *, banned: bool) -> bool:
        """Add or remove bans in the file, which is read again first, and put the result in force.

        Return whether they were in force or in the file before. Raises BanNotSaved if the file
        cannot be read or written: then the change is in force, and the next change writes it.
        """
        before = self.listed()
        self._unsaved.update(dict.fromkeys(changed, banned))
        try:
            old = before if self.file is None else self._write(self.file)
        except (OSError, InvalidBan) as error:
            self._replace(self._with_unsaved(before))
            reason = getattr(error, "strerror", None) or str(error)
            raise BanNotSaved(NOT_SAVED.format(reason=reason)) from None
        self._replace(self._with_unsaved(old))
        self._unsaved.clear()
        return changed <= (old | before)

    def _write(self, file: Path) -> set[Ban]:
        """Write the changes to a new file that replaces the old one; return the bans of the old.

        Removed bans lose their lines, new ones are appended, all other lines stay. After a crash or
        power loss the old or the new list remains, never a part. Raises OSError if the file cannot
        be written, and InvalidBan if the old one cannot be read.
        """
        lines = _read_lines(file)
        old = _parse_lines(file, lines)
        removed = {ban for ban, banned in self._unsaved.items() if not banned}
        kept = [line for line in lines if _maybe_ban(line) not in removed]
        added = [ban.line for ban in self._unsaved.keys() - removed - old]
        text = "".join(f"{line}\n" for line in kept + sorted(added))
        write_durably(file, text.encode())
        return old


def _read_lines(file: Path) -> list[str]:
    """Return the lines of a file; none if it does not exist. Raises InvalidBan if unreadable."""
    try:
        return file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    except (OSError, ValueError) as error:
        raise InvalidBan(f"cannot read {file}: {getattr(error, 'strerror', 'not UTF-8')}") from None


def _parse_lines(file: Path, lines: Iterable[str]) -> set[Ban]:
    """Return the bans of the lines. Raises InvalidBan with the number of the first invalid line."""
    bans: set[Ban] = set()
    for number, line in enumerate(lines, 1):
        try:
            ban = _maybe_ban(line)
        except InvalidBan as error:
            raise InvalidBan(f"{file}, line {number}: {error}") from None
        bans |= {ban} if ban else set()
    return bans


def _maybe_ban(line: str) -> Ban | None:
    """Return the ban of a line; None for an empty line or a comment. Raises InvalidBan."""
    text = line.partition(COMMENT)[0].strip()
    kind, _, value = text.partition(" ")
    return parse_ban(kind, value.strip()) if text else None


def parse_ban(kind: str, value: str) -> Ban:
    """Return the ban with the normal form of a nickname, network or hash of a token.

    Raises InvalidBan for an unknown kind, for a wrong value, and for a nickname without a printable
    character or with ``#``: its line could not be read again.
    """
    try:
        if kind in (NAME, MUTE) and COMMENT not in value:
            if name := name_key(clean(value)).strip():
                return Ban(kind, name)
        elif kind == ADDRESS:
            return Ban(kind, parse_network(value))
        elif kind == TOKEN:
            return Ban(kind, bytes.fromhex(value))
    except ValueError:
        pass
    line = clean(f"{kind} {value}", 80)
    raise InvalidBan(f"{line!r} is not name, address, token or mute with its value")
