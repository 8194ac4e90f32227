"""What the client remembers from one evening to the next: the last addresses and the last name."""

from pathlib import Path

import typer
from msgspec import DecodeError, Struct, json, structs

KEPT = 5


class Recent(Struct, frozen=True):
    """The newest address comes first."""

    addresses: tuple[str, ...] = ()
    nickname: str = ""

    def with_address(self, address: str) -> "Recent":
        """This address was used just now."""
        others = [known for known in self.addresses if known != address]
        return structs.replace(self, addresses=(address, *others)[:KEPT])


def default_place() -> Path:
    """Where programs of this system keep such things."""
    return Path(typer.get_app_dir("tavolata")) / "recent.json"


def load(place: Path) -> Recent:
    """What was remembered; nothing, where the file is missing or not ours."""
    try:
        return json.decode(place.read_bytes(), type=Recent)
    except (OSError, DecodeError):
        return Recent()


def save(place: Path, recent: Recent) -> bool:
    """Remember it; False where that is not possible, which is no reason not to play."""
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(json.encode(recent))
    except OSError:
        return False
    return True
