"""Run a bot on a connection until its plan is carried out."""

import asyncio
from collections.abc import Awaitable, Callable

from client.bots.base import Bot
from client.bots.plan import Create, Outcome, Plan
from client.bots.player import BotPlayer
from client.connections import Connection, ConnectionLost, RateLimited, Server, connect
from client.errors import UserError
from messages import Message

OnMessage = Callable[[BotPlayer, Message], None]
"""Called after the bot has received a message and its replies were sent."""


class BotFailed(UserError):
    """The server refused something that the plan requires; ``str()`` is the reason."""


async def run_bot(
    connection: Connection,
    bot: Bot,
    plan: Plan,
    on_message: OnMessage | None = None,
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep,
) -> list[Outcome]:
    """Play the matches of the plan, close the connection and return the outcome of each match.

    ``on_message`` is called after each message and its replies; ``pause`` waits before a reply.
    Raises BotFailed if the server refuses the plan, RateLimited if it rejects the connection, and
    ConnectionLost if the connection ends early.
    """
    player = BotPlayer(bot, plan)
    try:
        while not player.done:
            message = await connection.receive()
            for reply in player.receive(message):
                await pause(player.pause_seconds)
                await connection.send(reply)
            if on_message is not None:
                on_message(player, message)
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
    """Create a room, play matches there to their end and return the outcome of each.

    The server is HOST:PORT or PYRO:tavolata@HOST:PORT. ``bots`` is the number of computer players;
    by default they take all other seats. Seats that remain are open to other clients. Raises
    UserError.
    """
    seats = players - 1 if bots is None else bots
    create = Create(game=game, players=players, mode=expert, bots=seats)
    plan = Plan(nickname=nickname, room=create, matches=matches)

    async def run() -> list[Outcome]:
        return await run_bot(await connect(server), bot, plan)

    return asyncio.run(run())
