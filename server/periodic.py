"""Periodic work of a running server, such as heartbeats, time-outs and deadlines.

A bug in one part must not stop the others: a failed function is logged once and called again.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field

import structlog

from server.state import Counts

FAILURE_EFFECT = "the function is called again; further failures of it are not logged"
SWEEP_SECONDS = 0.25
"""Interval of periodic work."""
Sweep = Callable[[float], None]
"""Does periodic work, given the time of the event loop."""
OnSuspended = Callable[[float, float], None]
"""Called with the seconds in which the process was suspended, and the time of the event loop."""


@dataclass(frozen=True)
class PeriodicWork:
    """Functions of the parts of a server that are called periodically."""

    sweeps: list[Sweep] = field(default_factory=list)
    """Called every SWEEP_SECONDS."""
    on_suspended: list[OnSuspended] = field(default_factory=list)
    """Called after the process was suspended, before the sweeps."""
    _failed: set[str] = field(default_factory=set)
    """Names of functions whose failure is logged already."""

    def run(self, now: float, suspended_seconds: float = 0.0) -> None:
        """Call all functions; those of ``on_suspended`` only if the process was suspended."""
        if suspended_seconds:
            for on_suspended in self.on_suspended:
                self._call(on_suspended, suspended_seconds, now)
        for sweep in self.sweeps:
            self._call(sweep, now)

    def _call(self, function: Callable[..., None], *arguments: float) -> None:
        """Call a function; log an exception with its traceback, once for each function."""
        try:
            function(*arguments)
        except Exception:
            name = getattr(function, "__qualname__", repr(function))
            if name not in self._failed:
                self._failed.add(name)
                log = structlog.get_logger()
                log.exception("periodic_work_failed", function=name, effect=FAILURE_EFFECT)


async def run_sweeps(work: PeriodicWork, counts: Counts, max_lag: float) -> None:
    """Run the work every SWEEP_SECONDS, until cancelled, and record the lag of the event loop.

    If the lag exceeds ``max_lag``, the process was suspended for that time.
    """
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + SWEEP_SECONDS
        await asyncio.sleep(SWEEP_SECONDS)
        now = loop.time()
        counts.lag = max(0.0, now - due)
        work.run(now, counts.lag if counts.lag > max_lag else 0.0)
