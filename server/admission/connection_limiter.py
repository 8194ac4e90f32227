"""The door: how many may come from one address, and how much each may say.

All connections from one IPv4 address are counted together; of an IPv6 address only the first 64
bits count, because one subscriber controls the others.

Computer players, and guests from the networks an operator trusts, are not counted. Who says too
much is warned and, if that does not help, sent away; the record of an address is forgotten when
nobody is there any more and its bucket is full again.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from math import ceil, inf
from typing import TypeAlias

from messages.errors import ErrorCode, Refusal
from server.admission.costs import CONNECTING
from server.admission.token_bucket import Bucket, Rate, draw, wait
from server.limits import Limits

Network: TypeAlias = IPv4Network | IPv6Network

OURS = "memory"
"""The address of guests inside this process."""
HOUSE_BITS = 64
CROWDED = "Too many connections come from your address; close one, or try again later."
HASTY = "Connections from your address come too fast; wait a few seconds."


def place(address: str) -> str:
    """Equal for addresses that count as one."""
    try:
        ip = ip_address(address)
    except ValueError:
        return address
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is not None:
            return str(ip.ipv4_mapped)
        return str(IPv6Network((int(ip) >> HOUSE_BITS << HOUSE_BITS, HOUSE_BITS)))
    return str(ip)


def network(text: str) -> Network:
    """An address or a range of addresses (``192.0.2.0/24``). Raises ValueError."""
    return ip_network(text, strict=False)


def lies_in(address: str, networks: Iterable[Network]) -> bool:
    """Whether one of the networks has this address; what is no address lies nowhere."""
    try:
        ip = ip_address(address)
    except ValueError:
        return False
    if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
        ip = ip.ipv4_mapped
    return any(ip in one for one in networks)


@dataclass(eq=False, slots=True, kw_only=True)
class Visitor:
    """A connection as the door sees it."""

    credit: float = 0.0
    """Units it may spend before its buckets are asked: endless for those who are trusted, below
    everything for those who were sent away."""
    buckets: list[Bucket] = field(default_factory=list)
    warnings: Bucket | None = None
    rate_limit_key: str = ""
    """Where it is counted; empty for those who are trusted."""

    @property
    def sent_away(self) -> bool:
        """Whether it was warned too often; nothing more is heard from it."""
        return self.credit == -inf


@dataclass(eq=False, slots=True)
class Place:
    """Everybody who comes from one address."""

    bucket: Bucket
    connections: int = 0


class Door:
    """One per handler, and one for the wires of remote calls."""

    def __init__(self, limits: Limits) -> None:
        self.places: dict[str, Place] = {}
        self._limits = limits
        self._trusted = [network(text) for text in limits.trusted]
        self._single = Rate(limits.commands_per_second, limits.commands_burst)
        self._shared = Rate(limits.address_per_second, limits.address_burst)
        self._warnings = Rate(limits.warnings_per_second, limits.warnings)

    def trusts(self, address: str) -> bool:
        """Whether guests from there are not counted."""
        return address == OURS or lies_in(address, self._trusted)

    def purse(self, now: float) -> Bucket:
        """What one connection or one session may spend."""
        return Bucket.full(self._single, now)

    def enter(self, visitor: Visitor, address: str, now: float) -> None:
        """Count a new connection. Raises Refusal if it has to go again; it is counted anyway."""
        if self.trusts(address):
            visitor.credit = inf
            return
        visitor.rate_limit_key = place(address)
        where = self.places.get(visitor.rate_limit_key)
        if where is None:
            where = self.places[visitor.rate_limit_key] = Place(Bucket.full(self._shared, now))
        where.connections += 1
        visitor.buckets = [self.purse(now), where.bucket]
        visitor.warnings = Bucket.full(self._warnings, now)
        if where.connections > self._limits.connections_per_address:
            raise Refusal(ErrorCode.SERVERFULL, CROWDED)
        if not where.bucket.take(CONNECTING, now):
            raise Refusal(ErrorCode.RATELIMITED, HASTY)

    def leave(self, visitor: Visitor) -> None:
        """A connection is gone."""
        if visitor.rate_limit_key:
            self.places[visitor.rate_limit_key].connections -= 1

    def check(
        self, visitor: Visitor, cost: float, now: float, session: Bucket | None = None
    ) -> None:
        """Fill up the credit of one who has too little for this; raises Refusal if it cannot be.

        A visitor who is warned once too often is sent away; its connection has to end then.
        """
        buckets = [*visitor.buckets, session] if session else visitor.buckets
        missing = cost - visitor.credit
        visitor.credit += draw(buckets, missing, now)
        if visitor.credit >= cost:
            return
        if visitor.warnings is None or not visitor.warnings.take(1.0, now):
            visitor.credit = -inf
        seconds = ceil(wait(buckets, missing))
        text = f"You send too much; wait {seconds} s, then go on more slowly."
        raise Refusal(ErrorCode.RATELIMITED, text)

    def sweep(self, now: float) -> None:
        """Forget the addresses nobody comes from any more."""
        full = self._shared.burst
        for key, where in list(self.places.items()):
            if not where.connections and where.bucket.look(now) >= full:
                del self.places[key]
