"""Where guests come from: addresses as limits count them, and lists of networks.

Everybody behind one IPv4 address is one place; of an IPv6 address only the first 64 bits count,
because one house has all the others.
"""

from collections.abc import Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TypeAlias

Network: TypeAlias = IPv4Network | IPv6Network

OURS = "memory"
"""The address of guests inside this process."""
HOUSE_BITS = 64


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
