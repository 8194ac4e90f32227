"""Limits how many connections come from one address, and how much each may send.

Everybody behind one IPv4 address counts together; of an IPv6 address only the first 64 bits count,
because one household has all the others. Computer players, and clients from networks an operator
trusts, are exempt. A client that sends too much is warned and, if that does not help, cut off.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from math import ceil, inf
from typing import TypeAlias

from messages.errors import ErrorCode, Refusal
from server.admission.costs import CONNECTING
from server.admission.token_bucket import Rate, TokenBucket, seconds_until, spend_from_all
from server.limits import Limits

Network: TypeAlias = IPv4Network | IPv6Network
IN_PROCESS = "memory"
"""The address of clients inside this process."""
IPV6_PREFIX_BITS = 64
TOO_MANY_CONNECTIONS = "Too many connections come from your address; close one, or try again later."
TOO_FAST = "Connections from your address come too fast; wait a few seconds."


def address_key(address: str) -> str:
    """Return the same text for addresses that count as one."""
    ip = _maybe_ip(address)
    if isinstance(ip, IPv6Address):
        return str(IPv6Network((int(ip) >> IPV6_PREFIX_BITS << IPV6_PREFIX_BITS, IPV6_PREFIX_BITS)))
    return str(ip or address)


def parse_network(text: str) -> Network:
    """Return an address or a range of addresses (``192.0.2.0/24``). Raises ValueError."""
    return ip_network(text, strict=False)


def is_in_networks(address: str, networks: Iterable[Network]) -> bool:
    """Return whether one of the networks has this address; False for what is no address."""
    ip = _maybe_ip(address)
    return ip is not None and any(ip in one for one in networks)


def _maybe_ip(text: str) -> IPv4Address | IPv6Address | None:
    """Return the address, an IPv4 address also where IPv6 contains it; None for other text."""
    try:
        ip = ip_address(text)
    except ValueError:
        return None
    return getattr(ip, "ipv4_mapped", None) or ip


@dataclass(eq=False, slots=True, kw_only=True)
class LimitedConnection:
    """What the limiter keeps of a connection."""

    prepaid: float = 0.0
    """Units it may spend before its buckets are asked: infinite for an exempt connection, minus
    infinity for one that is cut off."""
    buckets: list[TokenBucket] = field(default_factory=list)
    warnings: TokenBucket | None = None
    rate_limit_key: str = ""
    """Its address as it is counted; empty for an exempt connection."""

    @property
    def is_cut_off(self) -> bool:
        """Whether it was warned too often; its messages are ignored."""
        return self.prepaid == -inf


@dataclass(eq=False, slots=True)
class AddressQuota:
    """What all connections from one address share."""

    bucket: TokenBucket
    connections: int = 0


class ConnectionLimiter:
    """One for the sessions of all transports, and one for the connections of remote callers."""

    def __init__(self, limits: Limits) -> None:
        self.addresses: dict[str, AddressQuota] = {}
        self._limits = limits
        self._trusted = [parse_network(text) for text in limits.trusted_networks]
        self._single = Rate(limits.commands_per_second, limits.commands_burst)
        self._shared = Rate(limits.address_per_second, limits.address_burst)
        self._warnings = Rate(limits.rate_limit_warnings_per_second, limits.rate_limit_warnings)

    def is_exempt(self, address: str) -> bool:
        """Whether connections from there are not limited."""
        return address == IN_PROCESS or is_in_networks(address, self._trusted)

    def new_bucket(self, now: float) -> TokenBucket:
        """What one connection or one session may spend."""
        return TokenBucket.full(self._single, now)

    def enter(self, connection: LimitedConnection, address: str, now: float) -> None:
        """Count a new connection. Raises Refusal if it is rejected; it is counted all the same."""
        if self.is_exempt(address):
            connection.prepaid = inf
            return
        key = connection.rate_limit_key = address_key(address)
        if key not in self.addresses:
            self.addresses[key] = AddressQuota(TokenBucket.full(self._shared, now))
        quota = self.addresses[key]
        quota.connections += 1
        connection.buckets = [self.new_bucket(now), quota.bucket]
        connection.warnings = TokenBucket.full(self._warnings, now)
        if quota.connections > self._limits.connections_per_address:
            raise Refusal(ErrorCode.SERVERFULL, TOO_MANY_CONNECTIONS)
        if not quota.bucket.try_spend(CONNECTING, now):
            raise Refusal(ErrorCode.RATELIMITED, TOO_FAST)

    def leave(self, connection: LimitedConnection) -> None:
        """Count a connection that has ended."""
        if connection.rate_limit_key:
            self.addresses[connection.rate_limit_key].connections -= 1

    def check(
        self,
        connection: LimitedConnection,
        cost: float,
        now: float,
        session: TokenBucket | None = None,
    ) -> None:
        """Refill what a connection may spend. Raises Refusal if the cost is more than there is.

        A connection that is warned once too often is cut off; the caller has to close it.
        """
        buckets = [*connection.buckets, session] if session else connection.buckets
        missing = cost - connection.prepaid
        connection.prepaid += spend_from_all(buckets, missing, now)
        if connection.prepaid >= cost:
            return
        if connection.warnings is None or not connection.warnings.try_spend(1.0, now):
            connection.prepaid = -inf
        seconds = ceil(seconds_until(buckets, missing))
        text = f"You send too much; wait {seconds} s, then go on more slowly."
        raise Refusal(ErrorCode.RATELIMITED, text)

    def sweep(self, now: float) -> None:
        """Forget addresses without connections whose bucket is full again."""
        full = self._shared.burst
        for key, quota in list(self.addresses.items()):
            if not quota.connections and quota.bucket.level_at(now) >= full:
                del self.addresses[key]
