"""Clients of other transports in a thread with an event loop, beside a test in a browser."""

import asyncio
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from typing import Any, TypeVar

from client.bots import Join, Outcome, Plan, RandomBot, run_bot
from client.connections import connect
from tests.harness.timeouts import GIVE_UP_SECONDS, within

T = TypeVar("T")


class BackgroundClients:
    """Starts coroutines in the other thread; ``result`` of what it returns waits for their end."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def start(self, coroutine: Coroutine[Any, Any, T]) -> Future[T]:
        return asyncio.run_coroutine_threadsafe(within(coroutine), self._loop)

    def start_bot(self, address: str, nickname: str, room: Join) -> Future[Outcome]:
        """Let a random bot play one match in a room."""
        return self.start(_play(address, Plan(nickname=nickname, room=room)))


async def _play(address: str, plan: Plan) -> Outcome:
    connection = await connect(address)
    (outcome,) = await run_bot(connection, RandomBot(len(plan.nickname)), plan)
    return outcome


@contextmanager
def background_clients() -> Iterator[BackgroundClients]:
    """Run an event loop in a thread; at the end all its tasks are cancelled."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    try:
        yield BackgroundClients(loop)
    finally:
        asyncio.run_coroutine_threadsafe(_cancel_all(), loop).result(GIVE_UP_SECONDS)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(GIVE_UP_SECONDS)
        loop.close()


async def _cancel_all() -> None:
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
