"""Play matches between bots; each bot has its own connection to the server."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from itertools import repeat
from typing import Any, NamedTuple, TypeVar

from msgspec import structs

from client.bots import (
    Bot,
    BotPlayer,
    Create,
    Join,
    JoinAny,
    OnIllegal,
    Outcome,
    Plan,
    connect_and_run,
    load_strategy,
)
from client.bots.plan import RoomChoice
from client.bots.runner import OnMessage
from client.connections import Server
from messages import Message, RoomUpdate
from messages.seeds import parse_seed, player_seed, seed_series

T = TypeVar("T")


class BotRun(NamedTuple):
    """The matches to play.

    ``seats`` seats of each match are filled with bots; the strategies rotate over them. Without
    ``join`` each match is played in a new room. At most ``parallel`` matches run at the same time.
    """

    strategies: tuple[str, ...]
    create: Create
    seats: int
    matches: int = 1
    parallel: int = 1
    join: Join | JoinAny | None = None
    on_illegal: OnIllegal = "raise"


class NamedBot(NamedTuple):
    """A bot with its nickname, and the effect of its illegal actions."""

    nickname: str
    bot: Bot
    on_illegal: OnIllegal = "raise"


class SeatResult(NamedTuple):
    """The outcome of a match for one bot of this command."""

    strategy: str
    outcome: Outcome


OnMatchEnd = Callable[[list[SeatResult]], None]


async def play_matches(server: Server, run: BotRun, on_match_end: OnMatchEnd) -> None:
    """Play all matches, at most ``run.parallel`` at the same time.

    ``on_match_end`` is called with the results after each match. The first error ends all matches
    and is raised.
    """
    first = run.create.seed
    seeds = seed_series(parse_seed(first)) if first else repeat(b"")
    numbered = zip(range(run.matches), seeds, strict=False)
    workers = [_play_in_turn(server, run, numbered, on_match_end) for _ in range(run.parallel)]
    await gather_or_cancel(workers)


async def _play_in_turn(
    server: Server, run: BotRun, numbered: Iterator[tuple[int, bytes]], on_match_end: OnMatchEnd
) -> None:
    """Play one match for each number and seed and report it; several workers share the iterator.

    The number decides which strategy has the first seat; an empty seed is a random one. Without
    ``run.join`` a new room is created, otherwise every bot joins by itself.
    """
    for number, seed in numbered:
        strategies = [run.strategies[(number + i) % len(run.strategies)] for i in range(run.seats)]
        seeds = [player_seed(seed, run.create.bots + i) if seed else None for i in range(run.seats)]
        bots = [
            _create_bot(strategy, run.on_illegal, own_seed)
            for strategy, own_seed in zip(strategies, seeds, strict=True)
        ]
        if run.join is None:
            create = structs.replace(run.create, seed=seed.hex())
            outcomes = await play_match(server, bots, create)
        else:
            outcomes = await gather_or_cancel([_play_seat(server, bot, run.join) for bot in bots])
        on_match_end([SeatResult(*pair) for pair in zip(strategies, outcomes, strict=True)])


def _create_bot(strategy: str, on_illegal: OnIllegal, seed: int | None) -> NamedBot:
    """Create a bot with its name as nickname; "-bot" is added if the name is too short.

    ``seed`` determines the random choices of a named strategy. Raises UnknownStrategy.
    """
    bot = load_strategy(strategy, seed=seed)()
    nickname = bot.name if len(bot.name) >= 3 else f"{bot.name}-bot"
    return NamedBot(nickname, bot, on_illegal)


async def play_match(
    server: Server, bots: Sequence[NamedBot], create: Create, on_message: OnMessage | None = None
) -> list[Outcome]:
    """Play one match in a new room: the first bot creates the room, the others join it.

    Return the outcome for each bot. ``on_message`` is called after each message to the first bot.
    The room is private if several bots leave no seat for other clients. With a chosen seed the
    bots join one after the other, so that each has the same seat again. The first error ends all
    bots and is raised.
    """
    loop = asyncio.get_running_loop()
    rooms: list[asyncio.Future[Join]] = [loop.create_future() for _ in bots]

    def on_host_message(player: BotPlayer, message: Message) -> None:
        """Publish the room to the bots that may join now, then call ``on_message``."""
        if isinstance(message, RoomUpdate):
            others = len(message.room.players) - create.bots if create.seed else len(bots)
            for room in rooms[: max(others, 0) + 1]:
                if not room.done():
                    room.set_result(Join(message.room.match, message.code))
        if on_message is not None:
            on_message(player, message)

    async def join(bot: NamedBot, room: asyncio.Future[Join]) -> Outcome:
        """Play a seat in the room of the first bot, as soon as the bot may join."""
        return await _play_seat(server, bot, await room)

    is_full = len(bots) + create.bots == create.players
    create = structs.replace(create, private=create.private or (is_full and len(bots) > 1))
    host = _play_seat(server, bots[0], create, on_host_message)
    joins = map(join, bots[1:], rooms[1:])
    return await gather_or_cancel([host, *joins])


async def _play_seat(
    server: Server, bot: NamedBot, choice: RoomChoice, on_message: OnMessage | None = None
) -> Outcome:
    """Play one match with one bot on a new connection; return its outcome."""
    plan = Plan(nickname=bot.nickname, room=choice, on_illegal=bot.on_illegal)
    return (await connect_and_run(server, bot.bot, plan, on_message))[0]


async def gather_or_cancel(work: list[Coroutine[Any, Any, T]]) -> list[T]:
    """Run coroutines at the same time and return their results in order.

    If one coroutine fails, cancel the others, wait for their end and raise its error.
    """
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
