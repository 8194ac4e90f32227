"""Who may not come in: names, networks and tokens, kept in a text file an operator can read.

One ban per line: ``name ada``, ``address 192.0.2.0/24``, ``token`` and the hash of the token. Lines
that start with # are for people and stay. A name is banned with all that look like it.
"""

from dataclasses import dataclass, field
from pathlib import Path

from messages.errors import ErrorCode, Refusal
from messages.text import clean, name_key
from server.admission.connection_limiter import Network, is_in_networks, parse_network

FILE = "bans.txt"
UNWELCOME = "You are not welcome on this server; ask the person who runs it."


class InvalidBan(Exception):
    """A line that is no ban; ``str()`` says which."""


@dataclass(eq=False)
class Bans:
    """The list; with a file every change is written at once."""

    file: Path | None = None
    names: set[str] = field(default_factory=set)
    networks: set[Network] = field(default_factory=set)
    tokens: set[bytes] = field(default_factory=set)

    @classmethod
    def of(cls, file: Path) -> "Bans":
        """What the file says; nobody is banned where there is none. Raises BadBan."""
        bans = cls()
        for line in _lines(file):
            if line.strip() and not line.startswith("#"):
                kind, _, value = line.strip().partition(" ")
                bans.add(kind, value.strip())
        bans.file = file
        return bans

    def add(self, kind: str, value: str) -> None:
        """Ban a name, an address or a token's hash. Raises BadBan."""
        self._change(kind, value, on=True)

    def remove(self, kind: str, value: str) -> None:
        """Take a ban back; harmless where there is none. Raises BadBan."""
        self._change(kind, value, on=False)

    def lines(self) -> list[str]:
        """Every ban as a line of the file."""
        return [
            *sorted(f"name {name}" for name in self.names),
            *sorted(f"address {one}" for one in self.networks),
            *sorted(f"token {token.hex()}" for token in self.tokens),
        ]

    def check_address(self, address: str) -> None:
        """Raise Refusal for somebody from a banned network."""
        if self.networks and is_in_networks(address, self.networks):
            raise Refusal(ErrorCode.NOTALLOWED, UNWELCOME)

    def check_name(self, name: str) -> None:
        """Raise Refusal for a banned name."""
        if name_key(name) in self.names:
            raise Refusal(ErrorCode.NOTALLOWED, UNWELCOME)

    def check_token(self, token_hash: bytes) -> None:
        """Raise Refusal for a banned token."""
        if token_hash in self.tokens:
            raise Refusal(ErrorCode.NOTALLOWED, UNWELCOME)

    def _change(self, kind: str, value: str, *, on: bool) -> None:
        try:
            if kind == "name" and value:
                _put(self.names, name_key(clean(value)), on)
            elif kind == "address":
                _put(self.networks, parse_network(value), on)
            elif kind == "token":
                _put(self.tokens, bytes.fromhex(value), on)
            else:
                raise ValueError
        except ValueError:
            line = clean(f"{kind} {value}", 80)
            raise InvalidBan(f"{line!r} is not name, address or token with its value") from None
        if self.file is not None:
            self._write(self.file)

    def _write(self, file: Path) -> None:
        """The whole list anew; a crash leaves the old one or the new one."""
        notes = [line for line in _lines(file) if line.startswith("#")]
        fresh = file.with_suffix(".new")
        fresh.write_text("".join(f"{line}\n" for line in notes + self.lines()), encoding="utf-8")
        fresh.replace(file)


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    except (OSError, ValueError) as error:
        raise InvalidBan(f"cannot read {file}: {getattr(error, 'strerror', 'not UTF-8')}") from None


def _put(items: set, item: object, on: bool) -> None:  # type: ignore[type-arg]
    items.add(item) if on else items.discard(item)
