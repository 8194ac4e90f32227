"""Reload: reads limits, bans and certificate again while the server runs.

Everything is read before anything is changed, so a failed reload leaves all as it is. Options other
than limits need a restart.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, replace
from ssl import SSLContext
from typing import Any, NamedTuple

import structlog

from server.admission.bans import Ban, InvalidBan
from server.handler import GameHandler
from server.limits import RESTART_NAMES, Limits
from server.operations.certificates import ServerTls
from server.operations.config import BadSetting
from server.transports.base import Transport

KEPT = "all limits, bans and certificates stay as they were"


class Sources(NamedTuple):
    """Functions that read the files of the operator again; each raises BadSetting."""

    limits: Callable[[], Limits]
    restart_options: Callable[[], list[str]]
    """Returns the names of the changed options of the configuration file that need a restart."""
    tls: Callable[[], ServerTls | None] | None = None
    """None without TLS."""


class ReloadFailed(Exception):
    """Raised when nothing was reloaded; ``str()`` is the reason."""


class Reload:
    """Applies what was changed to one server."""

    def __init__(
        self,
        sources: Sources,
        handler: GameHandler,
        tls: SSLContext | None,
        on_bans: Callable[[Iterable[Ban]], int],
    ) -> None:
        self.transports: list[Transport[Any]] = []
        """All transports that were started."""
        self._sources = sources
        self._handler = handler
        self._tls = tls
        self._current: ServerTls | None = None
        self._on_bans = on_bans
        self._log = structlog.get_logger()

    def on_signal(self) -> None:
        """Reload; log a failure."""
        try:
            self.run()
        except ReloadFailed as error:
            self._log.error("reload_failed", reason=str(error), effect=KEPT)

    def run(self) -> dict[str, Any]:
        """Read everything again, apply and log what has changed, and return it.

        Raises ReloadFailed if something cannot be read; then nothing changes.
        """
        state = self._handler.state
        try:
            limits = self._sources.limits()
            restart = self._sources.restart_options()
            tls = self._sources.tls() if self._sources.tls else None
            added, removed = state.bans.reload()
        except (BadSetting, InvalidBan) as error:
            raise ReloadFailed(str(error)) from None
        kept = [name for name in _changed(state.limits, limits) if name in RESTART_NAMES]
        limits = replace(limits, **{name: getattr(state.limits, name) for name in kept})
        changes: dict[str, Any] = {
            "limits": ", ".join(_describe(state.limits, limits)),
            "bans_added": len(added),
            "bans_removed": len(removed),
            "ended_sessions": self._on_bans(added),
            "restart_needed": ", ".join(restart + kept),
        }
        if tls is not None:
            changes["tls_fingerprint"], changes["tls_valid_until"] = (
                tls.fingerprint,
                tls.valid_until,
            )
            self._use_certificate(tls)
            tls.warn_if_not_valid(state.unix_time())
        self._apply_limits(limits)
        self._log.info("configuration_reloaded", **changes)
        return changes

    def _apply_limits(self, limits: Limits) -> None:
        """Replace the limits; some of them apply to new connections only."""
        self._handler.apply_limits(limits)
        for transport in self.transports:
            transport.apply_limits(limits)

    def _use_certificate(self, tls: ServerTls) -> None:
        """Use a certificate for all new connections.

        The context that listens selects the context of the certificate in each handshake, so the
        change is atomic.
        """
        assert self._tls is not None
        self._current = tls
        self._tls.sni_callback = self._select

    def _select(self, connection: Any, name: str | None, context: SSLContext) -> None:
        """Continue a handshake with the newest certificate."""
        if self._current is not None:
            connection.context = self._current.context


def _changed(old: Limits, new: Limits) -> list[str]:
    """Return the names of the limits that differ."""
    return [f.name for f in fields(Limits) if getattr(old, f.name) != getattr(new, f.name)]


def _describe(old: Limits, new: Limits) -> list[str]:
    """Return the limits that differ, as texts like ``matches=100 (was 4000)``."""
    return [
        f"{name}={getattr(new, name)} (was {getattr(old, name)})" for name in _changed(old, new)
    ]


def changed_options(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """Return the names of the options of a configuration file that differ, in order."""
    return [name for name in sorted(old.keys() | new.keys()) if old.get(name) != new.get(name)]
