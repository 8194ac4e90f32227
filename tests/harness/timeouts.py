"""A limit for tests that wait: they fail instead of waiting for ever."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")

GIVE_UP_SECONDS = 600.0
"""How long a test waits for something; far more than it takes on the busiest machine."""


async def within(awaitable: Awaitable[T], seconds: float = GIVE_UP_SECONDS) -> T:
    """Return the result, or raise TimeoutError.

    ``asyncio.wait_for`` may swallow a cancellation before Python 3.12.
    """
    async with asyncio.timeout(seconds):
        return await awaitable
