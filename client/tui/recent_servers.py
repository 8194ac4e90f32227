"""The file in which the client saves the last server addresses and the last nickname."""

from pathlib import Path

import typer
from msgspec import DecodeError, Struct, json, structs

MAX_ADDRESSES = 5
"""Number of addresses that are saved; the oldest ones are dropped."""


class Recent(Struct, frozen=True):
    """The last addresses, the latest first, and the last nickname; both are empty at first."""

    addresses: tuple[str, ...] = ()
    nickname: str = ""
    theme: str = "dark"
    """The look of the full-screen client."""

    def with_address(self, address: str) -> "Recent":
        """Return a copy with this address first, once; only MAX_ADDRESSES addresses are kept."""
        others = [known for known in self.addresses if known != address]
        return structs.replace(self, addresses=(address, *others)[:MAX_ADDRESSES])


def default_path() -> Path:
    """Return the path of the file in the configuration directory of this system."""
    return Path(typer.get_app_dir("tavolata")) / "recent.json"


def load(path: Path) -> Recent:
    """Load the file; return an empty record if it is missing, unreadable or invalid."""
    try:
        return json.decode(path.read_bytes(), type=Recent)
    except (OSError, DecodeError):
        return Recent()


def save(path: Path, recent: Recent) -> bool:
    """Save the file and create its directory; return False on failure, because play can go on."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(json.encode(recent))
    except OSError:
        return False
    return True
