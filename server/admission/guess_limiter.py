"""GuessLimiter: limits wrong guesses of a secret per address, on all connections and transports.

Addresses count as for connections (``address_key``). Trusted networks are not exempt: a program on
this machine guesses fastest.
"""

from math import ceil

from messages.errors import ErrorCode
from server.admission.connection_limiter import address_key
from server.admission.event_log import LimitExceeded

PERIOD_SECONDS = 60.0
MAX_ADDRESSES = 10_000
"""Addresses with a recent wrong guess that are remembered, about 4 MB. More are forgotten, the one
with the oldest last guess first: so many addresses guess as fast without that."""


class GuessLimiter:
    """Allows ``guesses`` wrong guesses from an address in any minute.

    While an address has used them up, a correct guess is refused too; otherwise guessing could
    continue.
    """

    def __init__(self, guesses: int) -> None:
        self.guesses = guesses
        self._times: dict[str, tuple[float, ...]] = {}
        """Times of the last wrong guesses by ``address_key``; the address of the latest is last."""

    def __len__(self) -> int:
        """Return the number of remembered addresses."""
        return len(self._times)

    def check(self, address: str, now: float) -> None:
        """Raise Refusal, with the seconds to wait, if the address has no guess left."""
        times = self._times.get(address_key(address), ())
        wait = times[0] + PERIOD_SECONDS - now if len(times) >= self.guesses else 0.0
        if wait > 0.0:
            text = f"Too many wrong passwords or codes came from your address; wait {ceil(wait)} s."
            raise LimitExceeded("wrong_passwords", ErrorCode.RATELIMITED, text)

    def count_wrong(self, address: str, now: float) -> None:
        """Count a wrong guess of the address.

        If MAX_ADDRESSES are remembered, the address with the oldest last guess is forgotten.
        """
        key = address_key(address)
        self._times[key] = (*self._times.pop(key, ()), now)[-self.guesses :]
        if len(self._times) > MAX_ADDRESSES:
            del self._times[next(iter(self._times))]

    def sweep(self, now: float) -> None:
        """Forget the addresses whose last wrong guess does not count any more."""
        for key, times in list(self._times.items()):
            if now - times[-1] < PERIOD_SECONDS:
                break  # later guesses come last
            del self._times[key]
