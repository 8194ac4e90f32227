"""The file in which the client saves the last server addresses and the last nickname.

Only what the start screen shows is saved. Settings of tables are not: each new table starts from
the usual ones.
"""

from pathlib import Path

from msgspec import Struct, field, json, structs

from client.paths import config_file

MAX_ADDRESSES = 5
"""Number of addresses that are saved; the oldest ones are dropped."""
DAY_SECONDS = 86_400.0


class Recent(Struct, frozen=True):
    """The last addresses, the latest first, and the last nickname; both are empty at first."""

    addresses: tuple[str, ...] = ()
    nickname: str = ""
    theme: str = "dark"
    """The look of the full-screen client."""
    used_at: dict[str, float] = field(default_factory=dict)
    """The time at which each address was used last, in seconds since 1970."""

    @property
    def is_first_start(self) -> bool:
        """True if nothing was saved before."""
        return not (self.addresses or self.nickname)

    def with_address(self, address: str, now: float = 0.0) -> "Recent":
        """Return a copy with this address first, once, and the time of its use.

        Only MAX_ADDRESSES addresses are kept.
        """
        others = [known for known in self.addresses if known != address]
        addresses = (address, *others)[:MAX_ADDRESSES]
        times = {**self.used_at, address: now}
        used_at = {known: time for known, time in times.items() if known in addresses}
        return structs.replace(self, addresses=addresses, used_at=used_at)

    def days_since(self, address: str, now: float) -> float:
        """Return how many days ago an address was used; -1 if that is not known."""
        used_at = self.used_at.get(address, 0.0)
        return (now - used_at) / DAY_SECONDS if used_at else -1.0


def default_path() -> Path:
    """Return the path of the file in the configuration directory of this system."""
    return config_file("recent.json")


def load(path: Path) -> Recent:
    """Load the file; return an empty record if it is missing, unreadable or invalid."""
    try:
        return json.decode(path.read_bytes(), type=Recent)
    except (OSError, ValueError):  # DecodeError and UnicodeDecodeError are ValueErrors
        return Recent()


def save(path: Path, recent: Recent) -> bool:
    """Save the file and create its directory; return False on failure, because play can go on."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(json.encode(recent))
    except OSError:
        return False
    return True


class RecentFile:
    """The record in a file, which is read at once and written after each change."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.recent = load(path)

    def add_address(self, address: str, now: float) -> None:
        """Save an address as the latest one, with the time of its use.

        A failure to write the file is ignored.
        """
        self.recent = self.recent.with_address(address, now)
        save(self._path, self.recent)

    def update(self, *, nickname: str | None = None, theme: str | None = None) -> None:
        """Save another nickname or look; None keeps the saved one.

        A failure to write the file is ignored.
        """
        recent = self.recent
        self.recent = structs.replace(
            recent,
            nickname=recent.nickname if nickname is None else nickname,
            theme=recent.theme if theme is None else theme,
        )
        save(self._path, self.recent)
