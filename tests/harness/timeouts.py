"""A time limit for tests that wait, so that they fail instead of blocking forever."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")

GIVE_UP_SECONDS = 600.0
"""Maximum time that a test waits for something; generous, for busy machines."""


async def within(awaitable: Awaitable[T], seconds: float = GIVE_UP_SECONDS) -> T:
    """Return the result, or raise TimeoutError.

    ``asyncio.wait_for`` may swallow a cancellation before Python 3.12.
    """
    async with asyncio.timeout(seconds):
        return await awaitable
