"""Secrets of players without a token: the address of their last connection, and a return code.

A player whose protocol has no tokens may resume the session from the same address, or with the code
of the seat. Both survive a restart: the hash of the address is stored in place of that of a token,
and the code follows from the seed of the match.
"""

import hmac
from base64 import b32encode
from hashlib import blake2b

from server.admission.connection_limiter import address_key

CODE_LENGTH = 6
"""30 bits; guesses are limited by GuessLimiter."""


def address_hash(address: str) -> bytes:
    """Return the hash of an address, or of the 64-bit network of an IPv6 address.

    No token has this hash. It does not hide an IPv4 address from somebody who tries all of them.
    """
    return blake2b(address_key(address).encode(), digest_size=32, person=b"address").digest()


def return_code(seed: bytes, seat: int) -> str:
    """Return the code of a seat in the match with this seed, which is secret until its end."""
    digest = blake2b(seat.to_bytes(2, "big"), key=seed[:64], digest_size=5, person=b"return code")
    return b32encode(digest.digest()).decode()[:CODE_LENGTH]


def is_same_code(expected: str, given: str) -> bool:
    """Return whether the codes are equal, in any letter case; False if none is expected."""
    return expected != "" and hmac.compare_digest(
        expected.encode(), given.upper().encode("utf-8", "surrogatepass")
    )
