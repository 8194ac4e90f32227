"""Waiting, but not for ever."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


async def within(seconds: float, awaitable: Awaitable[T]) -> T:
    """What ``asyncio.wait_for`` promises; before Python 3.12 it may swallow a cancellation."""
    async with asyncio.timeout(seconds):
        return await awaitable
