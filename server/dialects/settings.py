"""Settings of a dialect that the operator can change with ``--setting`` or a configuration file."""

from dataclasses import dataclass, field

from messages import Options


@dataclass(frozen=True, kw_only=True)
class RoomSettings:
    """Settings that every dialect has; a dialect with more settings has a class of its own.

    A class of its own is a dataclass with a default for each setting, and has ``options`` too.
    """

    options: Options = field(default_factory=dict)
    """Options of the game in rooms that clients of the dialect create."""


@dataclass(frozen=True, kw_only=True)
class ReturnSettings(RoomSettings):
    """Settings of a dialect whose clients resume a session by name."""

    return_from_any_address: bool = False
    """True if the name is sufficient to resume a session from any address, without a code."""
