"""Many matches between bots: every table is a few connections that play one match together."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, TypeVar

from msgspec import structs

from client.bots import Bot, BotPlayer, Create, Join, JoinAny, Outcome, Plan, load_strategy, run_bot
from client.bots.plan import RoomChoice
from client.bots.player import MAX_RETRIES, PAUSE_SECONDS
from client.bots.runner import OnMessage
from client.connections import RateLimited, Server, connect
from messages import Message, RoomUpdate

T = TypeVar("T")


class BotRun(NamedTuple):
    """``strategies`` take turns at the ``seats`` this command fills; ``tables`` go on at once."""

    strategies: tuple[str, ...]
    create: Create
    seats: int
    matches: int = 1
    tables: int = 1
    join: Join | JoinAny | None = None


class NamedBot(NamedTuple):
    """A bot and the name it goes by."""

    nickname: str
    bot: Bot


class SeatResult(NamedTuple):
    """How a match ended for one of our bots."""

    strategy: str
    outcome: Outcome


OnMatchEnd = Callable[[list[SeatResult]], None]


async def play_matches(server: Server, run: BotRun, done: OnMatchEnd) -> None:
    """Play all matches; ``done`` is told about each one. Raises what ends the first that fails."""
    numbers = iter(range(run.matches))
    await gather_or_cancel([_tables(server, run, numbers, done) for _ in range(run.tables)])


async def _tables(server: Server, run: BotRun, numbers: Iterator[int], done: OnMatchEnd) -> None:
    for number in numbers:
        strategies = [run.strategies[(number + i) % len(run.strategies)] for i in range(run.seats)]
        guests = [_guest(strategy) for strategy in strategies]
        if run.join is None:
            outcomes = await play_match(server, guests, run.create)
        else:
            outcomes = await gather_or_cancel([_seat(server, guest, run.join) for guest in guests])
        done([SeatResult(*pair) for pair in zip(strategies, outcomes, strict=True)])


def _guest(strategy: str) -> NamedBot:
    bot = load_strategy(strategy)()
    return NamedBot(bot.name if len(bot.name) >= 3 else f"{bot.name}-bot", bot)


async def play_match(
    server: Server, guests: Sequence[NamedBot], create: Create, heard: OnMessage | None = None
) -> list[Outcome]:
    """One match. The first guest makes it and tells the others where it is.

    ``heard`` is called after each message to the first guest. A table without room for strangers is
    private.
    """
    place: asyncio.Future[Join] = asyncio.get_running_loop().create_future()

    def listen(player: BotPlayer, message: Message) -> None:
        if isinstance(message, RoomUpdate) and not place.done():
            place.set_result(Join(message.room.match, message.code))
        if heard is not None:
            heard(player, message)

    async def join(guest: NamedBot) -> Outcome:
        return await _seat(server, guest, await asyncio.shield(place))

    full = len(guests) + create.bots == create.players
    create = structs.replace(create, private=create.private or (full and len(guests) > 1))
    host = _seat(server, guests[0], create, listen)
    return await gather_or_cancel([host, *(join(guest) for guest in guests[1:])])


async def _seat(
    server: Server, guest: NamedBot, choice: RoomChoice, heard: OnMessage | None = None
) -> Outcome:
    """One bot in one match; who is asked to come a little later does."""
    plan = Plan(nickname=guest.nickname, room=choice)
    for _ in range(MAX_RETRIES):
        with suppress(RateLimited):
            return (await run_bot(await connect(server), guest.bot, plan, heard))[0]
        await asyncio.sleep(PAUSE_SECONDS)
    return (await run_bot(await connect(server), guest.bot, plan, heard))[0]


async def gather_or_cancel(work: list[Coroutine[Any, Any, T]]) -> list[T]:
    """All results; when one fails the others are stopped, and its error is raised."""
    tasks = [asyncio.ensure_future(coroutine) for coroutine in work]
    try:
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_EXCEPTION)
        for task in done:
            task.result()
        return [task.result() for task in tasks]
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
