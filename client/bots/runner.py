"""Bots on a real connection."""

import asyncio
from collections.abc import Awaitable, Callable

from client.bots.base import Bot
from client.bots.plan import Create, Outcome, Plan
from client.bots.player import BotPlayer
from client.connections import Connection, ConnectionLost, RateLimited, Server, connect
from client.errors import UserError
from messages import Message

OnMessage = Callable[[BotPlayer, Message], None]


class BotFailed(UserError):
    """The server would not let the bot carry out its plan; ``str()`` says why."""


async def run_bot(
    connection: Connection,
    bot: Bot,
    plan: Plan,
    heard: OnMessage | None = None,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> list[Outcome]:
    """Carry the plan out, then close the connection. ``heard`` is called after each message."""
    player = BotPlayer(bot, plan)
    try:
        while not player.done:
            message = await connection.receive()
            for reply in player.receive(message):
                await pause(player.pause_seconds)
                await connection.send(reply)
            if heard is not None:
                heard(player, message)
    except ConnectionLost:
        if player.rejection_text:
            raise RateLimited(player.rejection_text) from None
        raise
    finally:
        await connection.close()
    if player.failure:
        raise BotFailed(player.failure)
    return player.outcomes


def play(
    bot: Bot,
    server: Server = "127.0.0.1:7700",
    game: str = "eriantys",
    players: int = 2,
    *,
    expert: bool = False,
    bots: int | None = None,
    matches: int = 1,
    nickname: str = "",
) -> list[Outcome]:
    """Play matches to their end and say how they went.

    The server is HOST:PORT or PYRO:tavolata@HOST:PORT. All other seats are taken by the server's
    computer players unless ``bots`` says how many; the rest wait for whoever joins.
    """
    seats = players - 1 if bots is None else bots
    choice = Create(game=game, players=players, mode=expert, bots=seats)
    plan = Plan(nickname=nickname, room=choice, matches=matches)

    async def run() -> list[Outcome]:
        return await run_bot(await connect(server), bot, plan)

    return asyncio.run(run())
