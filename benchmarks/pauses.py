"""Record pauses of one core: `python -m benchmarks.pauses`.

On a virtual machine the host sometimes stops a core for up to 40 ms. A latency measured in that
time says nothing about the server. This process runs with real-time priority, so no other process
of this machine can delay it, and it wakes up every millisecond. If it wakes up late, its core was
stopped. Each input line is answered with the pauses since the line before, as a JSON list of start
and end times of `time.perf_counter`. Without the permission for real-time priority the process
could not tell a pause from a busy core, so it reports no pauses.
"""

import json
import os
import select
import sys
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from time import perf_counter

INTERVAL_SECONDS = 0.001
MIN_PAUSE_SECONDS = 0.001
BEFORE_SECONDS = 0.002
AFTER_SECONDS = 0.02
"""Moves due so long before or after a pause are excluded: the pause delays them, too.

The rule uses only the time when a move is due, never its delay. A rule that used the delay would
prefer to exclude slow moves.
"""

Pause = tuple[float, float]
"""Start and end."""


def outside_pauses(
    delays: Sequence[tuple[float, float]], pauses: Sequence[Pause]
) -> tuple[list[float], float]:
    """Return the delays of moves that no pause affects, and the share of the excluded moves.

    ``delays`` are pairs of the time when a move was due and its delay.
    """
    merged = _merge((start - BEFORE_SECONDS, end + AFTER_SECONDS) for start, end in pauses)
    starts = [start for start, _ in merged]
    kept: list[float] = []
    for due_at, delay in delays:
        position = bisect_right(starts, due_at) - 1
        if position < 0 or due_at > merged[position][1]:
            kept.append(delay)
    return kept, 1 - len(kept) / len(delays) if delays else 0.0


def _merge(pauses: Iterable[Pause]) -> list[Pause]:
    """Return the sorted pauses with overlapping ones joined."""
    merged: list[Pause] = []
    for start, end in sorted(pauses):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def _set_real_time_priority() -> bool:
    """Return False if this is not permitted or not supported."""
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
    except (AttributeError, OSError):
        return False
    return True


def _write_line(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


def main() -> None:
    """Record pauses until the standard input ends."""
    is_reliable = _set_real_time_priority()
    _write_line("ready")
    pauses: list[Pause] = []
    last = perf_counter()
    while True:
        readable, _, _ = select.select([sys.stdin], [], [], INTERVAL_SECONDS)
        now = perf_counter()
        if is_reliable and now - last > INTERVAL_SECONDS + MIN_PAUSE_SECONDS:
            pauses.append((last, now))
        if readable:
            if not sys.stdin.readline():
                return
            _write_line(json.dumps(pauses))
            pauses = []
        last = perf_counter()


if __name__ == "__main__":
    main()
