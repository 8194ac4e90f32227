"""Bans of nicknames, networks and tokens, stored in a text file.

The file has one ban per line: ``name ada``, ``address 192.0.2.0/24``, ``token`` and the hash of a
token. Comment lines (#) are preserved. A ban of a nickname covers all spellings that look alike.
"""

from dataclasses import dataclass, field
from pathlib import Path

from messages.errors import ErrorCode, Refusal
from messages.text import clean, name_key
from server.admission.connection_limiter import Network, is_in_networks, parse_network
from server.admission.names import lookalike_keys
from server.files import write_durably

FILE = "bans.txt"
BANNED_TEXT = "You are not welcome on this server; ask the person who runs it."


class InvalidBan(Exception):
    """Raised for a ban that cannot be read; ``str()`` shows it."""


@dataclass(eq=False)
class Bans:
    """The bans of one server; every change is written to the file, if there is one."""

    file: Path | None = None
    names: set[str] = field(default_factory=set)
    networks: set[Network] = field(default_factory=set)
    tokens: set[bytes] = field(default_factory=set)
    _lookalike_keys: frozenset[str] | None = None
    """The ``lookalike_keys`` of all names; None until they are needed."""

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

    def add(self, kind: str, value: str) -> None:
        """Ban a nickname, a network or the hash of a token, and write the file, if there is one.

        ``kind`` is name, address or token. Raises InvalidBan for another kind or a wrong value.
        """
        self._change(kind, value, banned=True)

    def remove(self, kind: str, value: str) -> None:
        """Remove a ban, if it exists, and write the file, if there is one.

        Raises InvalidBan for an unknown kind or a wrong value.
        """
        self._change(kind, value, banned=False)

    def lines(self) -> list[str]:
        """Return all bans as lines of the file: nicknames, networks, tokens, each sorted."""
        return [
            *sorted(f"name {name}" for name in self.names),
            *sorted(f"address {one}" for one in self.networks),
            *sorted(f"token {token.hex()}" for token in self.tokens),
        ]

    def check_address(self, address: str) -> None:
        """Raise Refusal if the address is in a banned network."""
        if self.networks and is_in_networks(address, self.networks):
            raise Refusal(ErrorCode.NOTALLOWED, BANNED_TEXT)

    def check_name(self, name: str) -> None:
        """Raise Refusal if the nickname, or one that looks like it, is banned."""
        if not self.names:
            return
        if self._lookalike_keys is None:
            self._lookalike_keys = frozenset().union(*map(lookalike_keys, self.names))
        if lookalike_keys(name) & self._lookalike_keys:
            raise Refusal(ErrorCode.NOTALLOWED, BANNED_TEXT)

    def check_token(self, token_hash: bytes) -> None:
        """Raise Refusal if the hash is that of a banned token."""
        if token_hash in self.tokens:
            raise Refusal(ErrorCode.NOTALLOWED, BANNED_TEXT)

    def _change(self, kind: str, value: str, *, banned: bool) -> None:
        """Add a ban (``banned``) or remove it, then write the file, if there is one.

        Raises InvalidBan for an unknown kind or a wrong value.
        """
        self._lookalike_keys = None
        try:
            if kind == "name" and value:
                _set_member(self.names, name_key(clean(value)), banned)
            elif kind == "address":
                _set_member(self.networks, parse_network(value), banned)
            elif kind == "token":
                _set_member(self.tokens, bytes.fromhex(value), banned)
            else:
                raise ValueError
        except ValueError:
            line = clean(f"{kind} {value}", 80)
            raise InvalidBan(f"{line!r} is not name, address or token with its value") from None
        if self.file is not None:
            self._write(self.file)

    def _write(self, file: Path) -> None:
        """Write the comments, then the bans, to a new file that replaces the old one.

        After a crash or power loss the old or the new list remains, never a part.
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


def _set_member(items: set, item: object, is_member: bool) -> None:  # type: ignore[type-arg]
    """Add the item to the set if ``is_member`` is true, otherwise discard it."""
    items.add(item) if is_member else items.discard(item)
