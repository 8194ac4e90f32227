"""What is counted while the server runs; plain numbers, for the metrics."""

from dataclasses import dataclass


@dataclass(eq=False, slots=True)
class Counts:
    """Since the start of the server."""

    received: int = 0
    unreadable: int = 0
    hasty: int = 0
    """Messages refused because too many came."""
    sent_away: int = 0
    turned_away: int = 0
    failures: int = 0
    lag: float = 0.0
    """Seconds by which the last sweep came too late: how long the loop was busy."""
