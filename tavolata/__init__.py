"""The public API of Tavolata: ``from tavolata import Bot, play, connect``.

Importing this package loads the packages ``messages``, ``games``, ``server`` and ``client`` of this
project first, from the folder beside it. So files with these names beside a bot do not replace
them. docs/decisions/0012-public-package.md has the reasons, docs/bots.md describes the API.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from tavolata.packages import load_own_packages

if TYPE_CHECKING:
    from client.bots import (
        Bot,
        BotFailed,
        Create,
        Join,
        JoinAny,
        MatchInfo,
        Outcome,
        Plan,
        UnknownStrategy,
        WinRate,
        aplay,
        play,
        run_bot,
        win_rate,
    )
    from client.connections import (
        CannotConnect,
        Connection,
        ConnectionLost,
        RateLimited,
        Target,
        connect,
    )

__all__ = [
    "Bot",
    "BotFailed",
    "CannotConnect",
    "Connection",
    "ConnectionLost",
    "Create",
    "Join",
    "JoinAny",
    "MatchInfo",
    "Outcome",
    "Plan",
    "RateLimited",
    "Target",
    "UnknownStrategy",
    "WinRate",
    "aplay",
    "connect",
    "play",
    "run_bot",
    "win_rate",
]
_OF_CONNECTIONS = {
    *("CannotConnect", "Connection", "ConnectionLost", "RateLimited", "Target", "connect"),
}

load_own_packages()


def __getattr__(name: str) -> Any:
    """Import a name of the API on first use, because the command line rarely needs all of them.

    Raises AttributeError for other names.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "client.connections" if name in _OF_CONNECTIONS else "client.bots"
    value = globals()[name] = getattr(import_module(module), name)
    return value
