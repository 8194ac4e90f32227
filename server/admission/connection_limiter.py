"""ConnectionLimiter: limits connections per address and the rate of messages.

All clients behind one IPv4 address count together; of an IPv6 address the first 64 bits count,
because one household owns the rest. Computer players and trusted networks are exempt. A client that
exceeds its rate gets warnings (refusals); after too many it is cut off.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from math import ceil, inf
from typing import TypeAlias

from messages.errors import ErrorCode, Refusal
from server.admission.costs import CONNECTION_COST
from server.admission.event_log import LimitExceeded
from server.admission.token_bucket import Rate, TokenBucket, seconds_until, spend_from_all
from server.limits import Limits

Network: TypeAlias = IPv4Network | IPv6Network
IN_PROCESS = "memory"
"""The address of clients in this process."""
IPV6_PREFIX_BITS = 64
TOO_MANY_CONNECTIONS = (
    "Your address has {limit} connections, the maximum; close one, or ask the person who runs the "
    "server to raise connections_per_address."
)
TOO_FAST = "Connections from your address come too fast; wait some seconds."


def address_key(address: str) -> str:
    """Return the key under which limits count an address.

    The key is the IPv4 address, the first 64 bits of an IPv6 address, or the text if it is neither.
    """
    ip = _maybe_ip(address)
    if isinstance(ip, IPv6Address):
        return str(IPv6Network((int(ip) >> IPV6_PREFIX_BITS << IPV6_PREFIX_BITS, IPV6_PREFIX_BITS)))
    return str(ip or address)


def parse_network(text: str) -> Network:
    """Parse an address or a network (``192.0.2.0/24``), also with host bits. Raises ValueError."""
    return ip_network(text, strict=False)


def is_in_networks(address: str, networks: Iterable[Network]) -> bool:
    """Return whether one of the networks contains the address; False for invalid addresses."""
    ip = _maybe_ip(address)
    return ip is not None and any(ip in one for one in networks)


def _maybe_ip(text: str) -> IPv4Address | IPv6Address | None:
    """Parse an address, IPv4-mapped IPv6 as IPv4; None if it is invalid."""
    try:
        ip = ip_address(text)
    except ValueError:
        return None
    return getattr(ip, "ipv4_mapped", None) or ip


@dataclass(eq=False, slots=True, kw_only=True)
class LimitedConnection:
    """The token buckets, the prepaid units and the warnings of one connection."""

    prepaid: float = 0.0
    """Units already taken from the buckets: infinite for an exempt connection, minus infinity for
    one that is cut off."""
    buckets: list[TokenBucket] = field(default_factory=list)
    warnings: TokenBucket | None = None
    rate_limit_key: str = ""
    """The key of its address; empty for an exempt connection."""

    @property
    def is_cut_off(self) -> bool:
        """True after a rejection or too many warnings; messages of the connection are ignored."""
        return self.prepaid == -inf


@dataclass(eq=False, slots=True)
class LimitedAddress:
    """The number of connections from one address and the token bucket that they share."""

    bucket: TokenBucket
    connections: int = 0


class ConnectionLimiter:
    """Limits the connections of each address and the rate of their messages.

    A server has one for the peers of all transports, and one for Pyro5 connections.
    """

    def __init__(self, limits: Limits) -> None:
        self.addresses: dict[str, LimitedAddress] = {}
        self.apply_limits(limits)

    def apply_limits(self, limits: Limits) -> None:
        """Replace the limits; connections that exist keep their rate."""
        self._limits = limits
        self._trusted_networks = [parse_network(text) for text in limits.trusted_networks]
        self._connection_rate = Rate(limits.commands_per_second, limits.commands_burst)
        self._address_rate = Rate(limits.address_per_second, limits.address_burst)
        self._warning_rate = Rate(limits.rate_limit_warnings_per_second, limits.rate_limit_warnings)
        for limited in self.addresses.values():
            limited.bucket.rate = self._address_rate

    def is_exempt(self, address: str) -> bool:
        """Return whether an address is not limited: this process or a trusted network."""
        return address == IN_PROCESS or is_in_networks(address, self._trusted_networks)

    def new_bucket(self, now: float) -> TokenBucket:
        """Return a full bucket for one connection or one session."""
        return TokenBucket.full(self._connection_rate, now)

    def register(
        self,
        connection: LimitedConnection,
        address: str,
        now: float,
        cost: float = CONNECTION_COST,
    ) -> None:
        """Count a new connection and set its key, buckets and warnings.

        An exempt connection only gets infinite units. Raises Refusal if the address has too many
        connections or makes them too fast. A refused connection is counted too, until
        ``unregister``.
        """
        if self.is_exempt(address):
            connection.prepaid = inf
            return
        key = connection.rate_limit_key = address_key(address)
        if key not in self.addresses:
            self.addresses[key] = LimitedAddress(TokenBucket.full(self._address_rate, now))
        limited = self.addresses[key]
        limited.connections += 1
        connection.buckets = [self.new_bucket(now), limited.bucket]
        connection.warnings = TokenBucket.full(self._warning_rate, now)
        limit = self._limits.connections_per_address
        if limited.connections > limit:
            text = TOO_MANY_CONNECTIONS.format(limit=limit)
            raise LimitExceeded("connections_per_address", ErrorCode.SERVERFULL, text)
        if not limited.bucket.try_spend(cost, now):
            raise LimitExceeded("address_per_second", ErrorCode.RATELIMITED, TOO_FAST)

    def unregister(self, connection: LimitedConnection) -> None:
        """Stop counting a connection that has ended; does nothing for an exempt one."""
        if connection.rate_limit_key:
            self.addresses[connection.rate_limit_key].connections -= 1

    def check(
        self,
        connection: LimitedConnection,
        cost: float,
        now: float,
        session: TokenBucket | None = None,
    ) -> None:
        """Move units from the buckets to ``prepaid``, so that it covers the cost, and often more.

        To be called if ``prepaid`` is below the cost; the caller deducts the cost from it.
        ``session`` is the bucket of the session, if there is one. Raises Refusal, and uses up a
        warning, if a bucket has fewer units. A connection without warnings left is cut off as
        well; the caller must close it.
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
        """Forget the addresses that have no connections and whose bucket is full again."""
        full = self._address_rate.burst
        for key, limited in list(self.addresses.items()):
            if not limited.connections and limited.bucket.level_at(now) >= full:
                del self.addresses[key]
