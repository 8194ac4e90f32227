"""Run a bot on a connection until its plan is carried out."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress

from client.bots import text
from client.bots.arguments import check_bot, check_plan, free_seats
from client.bots.base import Bot
from client.bots.plan import BotFailed, Create, OnIllegal, Outcome, Plan
from client.bots.player import MAX_RETRIES, PAUSE_SECONDS, BotPlayer
from client.connections import (
    ConnectionEvent,
    ConnectionLost,
    NotifyingConnection,
    RateLimited,
    Server,
)
from client.connections.reconnecting import connect_reconnecting
from client.connections.text import EVENTS
from messages import Message, Quit
from messages.lobby import Option
from messages.text import visible

OnMessage = Callable[[BotPlayer, Message], None]
"""Called after the bot has received a message and its replies were sent."""
Notify = Callable[[str], None]
"""Called with a sentence for the author of the bot, for example while the server is away."""
Pause = Callable[[float], Awaitable[None]]

NOTICE_SECONDS = 60.0
"""Minimum time between two notices that the bot waits because of a rate limit."""
SLOW_SECONDS = 10.0
"""A method of a bot that takes longer is reported; a server disconnects silent clients soon."""


def write_notice(sentence: str) -> None:
    """Write ``tavolata:`` and a sentence on one line to stderr, without control characters."""
    sys.stderr.write(f"tavolata: {visible(sentence)}\n")
    sys.stderr.flush()


class WaitingNotice:
    """Tells that a bot waits because of a rate limit, unless that was told recently."""

    def __init__(self, notify: Notify) -> None:
        self._notify = notify
        self._next_at = 0.0

    def tell(self, reason: str) -> None:
        """Notify with the sentence of the server, at most once in NOTICE_SECONDS."""
        now = asyncio.get_running_loop().time()
        if now >= self._next_at:
            self._next_at = now + NOTICE_SECONDS
            self._notify(text.WAITING.format(reason=reason))


async def run_bot(
    connection: NotifyingConnection,
    bot: Bot,
    plan: Plan,
    on_message: OnMessage | None = None,
    pause: Pause = asyncio.sleep,
    notify: Notify = write_notice,
    waiting: WaitingNotice | None = None,
) -> list[Outcome]:
    """Play the matches of the plan, close the connection and return the outcome of each match.

    ``on_message`` is called after each message and its replies; ``pause`` waits before a reply.
    ``waiting`` is shared by several runs; by default it calls ``notify``. After any error except a
    lost connection the bot quits its session.

    Raises BotFailed if the server refuses the plan, the bot fails or the connection ends early.
    Raises RateLimited if the server rejects the connection, and ConnectionLost before a session.
    """
    player = BotPlayer(bot, plan)
    waiting = waiting or WaitingNotice(notify)
    runner = _Runner(connection, player, type(bot).__name__, on_message, pause, notify, waiting)
    try:
        await runner.run()
    except ConnectionLost as error:
        if player.rejection_text:
            raise RateLimited(player.rejection_text) from None
        if not player.model.nickname:
            raise
        raise BotFailed(str(error), player.outcomes) from error
    except BaseException:
        with suppress(ConnectionLost):
            await connection.send(Quit())
        raise
    finally:
        await connection.close()
    if player.failure:
        raise BotFailed(player.failure, player.outcomes)
    return player.outcomes


class _Runner:
    """The loop of ``run_bot``."""

    def __init__(
        self,
        connection: NotifyingConnection,
        player: BotPlayer,
        bot_name: str,
        on_message: OnMessage | None,
        pause: Pause,
        notify: Notify,
        waiting: WaitingNotice,
    ) -> None:
        self._connection = connection
        self._player = player
        self._bot_name = bot_name
        self._on_message = on_message
        self._pause = pause
        self._notify = notify
        self._waiting = waiting
        self._is_slow_told = False

    async def run(self) -> None:
        """Pass messages between connection and driver until the plan is carried out.

        Events of the connection are reported to ``notify``. Raises ConnectionLost and BotFailed.
        """
        while not self._player.done:
            message = await self._connection.receive()
            if isinstance(message, ConnectionEvent):
                if EVENTS[message]:
                    self._notify(EVENTS[message])
                continue
            await self._handle(message)
            if self._on_message is not None:
                self._on_message(self._player, message)

    async def _handle(self, message: Message) -> None:
        """Send the replies of the bot to a message, after a pause if a rate limit demands it.

        Warnings and pauses are reported to ``notify``. Raises BotFailed if the bot raises an
        exception, and ConnectionLost.
        """
        player = self._player
        began = asyncio.get_running_loop().time()
        try:
            replies = player.receive(message)
        except Exception as error:
            reason = text.CRASHED.format(bot=self._bot_name, kind=type(error).__name__, error=error)
            raise BotFailed(reason, player.outcomes) from error
        self._warn_if_slow(asyncio.get_running_loop().time() - began)
        if player.warning:
            self._notify(player.warning)
        if player.pause_seconds:
            refusal = player.model.error
            self._waiting.tell(refusal.message if refusal else "")
            await self._pause(player.pause_seconds)
        for reply in replies:
            await self._connection.send(reply)

    def _warn_if_slow(self, seconds: float) -> None:
        """Report the first message on which the bot has spent more than SLOW_SECONDS."""
        if seconds > SLOW_SECONDS and not self._is_slow_told:
            self._is_slow_told = True
            self._notify(text.SLOW.format(bot=self._bot_name, seconds=seconds))


async def connect_and_run(
    server: Server,
    bot: Bot,
    plan: Plan,
    on_message: OnMessage | None = None,
    pause: Pause = asyncio.sleep,
    notify: Notify = write_notice,
) -> list[Outcome]:
    """Connect and carry out the plan with ``run_bot``; a lost connection is restored.

    While the server rejects the connection because of a rate limit, connect again after a pause,
    MAX_RETRIES times. Raises CannotConnect, or the errors of ``run_bot``.
    """
    waiting = WaitingNotice(notify)
    for retry in range(MAX_RETRIES + 1):
        try:
            connection = await connect_reconnecting(server)
            return await run_bot(connection, bot, plan, on_message, pause, notify, waiting)
        except RateLimited as error:
            if retry == MAX_RETRIES:
                raise
            waiting.tell(str(error))
        await pause(PAUSE_SECONDS)
    raise AssertionError("unreachable")


async def aplay(
    bot: Bot,
    server: Server = "127.0.0.1:7700",
    game: str = "eriantys",
    players: int = 2,
    *,
    expert: bool = False,
    options: Mapping[str, Option] | None = None,
    bots: int | None = None,
    opponents: Sequence[str] = (),
    matches: int = 1,
    nickname: str = "",
    on_illegal: OnIllegal = "raise",
    seed: str = "",
) -> list[Outcome]:
    """Create a room, play matches there to their end and return the outcome of each.

    The server is HOST:PORT or PYRO:tavolata@HOST:PORT. ``opponents`` are the strategies of computer
    players, ``bots`` is the number of further ones with the default strategy; by default they take
    all other seats. Seats that remain are open to other clients. ``options`` are those of the game.
    ``seed``, in hexadecimal digits, determines the deals, if the server allows it: the first match
    has this seed, and those of further matches follow from it. Raises UserError; BotFailed has
    the outcomes of the matches that have ended. Raises TypeError for a class instead of a bot,
    and for a bot without ``choose``.
    """
    check_bot(bot)
    check_plan(matches, on_illegal, seed)
    seats = free_seats(players, bots, opponents)
    create = Create(
        game=game,
        players=players,
        mode=expert,
        options=dict(options or {}),
        bots=seats,
        opponents=tuple(opponents),
        seed=seed,
    )
    plan = Plan(nickname=nickname, room=create, matches=matches, on_illegal=on_illegal)
    return await connect_and_run(server, bot, plan)


def play(
    bot: Bot,
    server: Server = "127.0.0.1:7700",
    game: str = "eriantys",
    players: int = 2,
    *,
    expert: bool = False,
    options: Mapping[str, Option] | None = None,
    bots: int | None = None,
    opponents: Sequence[str] = (),
    matches: int = 1,
    nickname: str = "",
    on_illegal: OnIllegal = "raise",
    seed: str = "",
) -> list[Outcome]:
    """Do the same as ``aplay`` and return when it is done; for programs without an event loop.

    Raises RuntimeError inside a running event loop, where only ``aplay`` can be used.
    """
    if _is_in_loop():
        raise RuntimeError(text.INSIDE_LOOP)
    return asyncio.run(
        aplay(
            bot,
            server,
            game,
            players,
            expert=expert,
            options=options,
            bots=bots,
            opponents=opponents,
            matches=matches,
            nickname=nickname,
            on_illegal=on_illegal,
            seed=seed,
        )
    )


def _is_in_loop() -> bool:
    """Return whether the caller runs inside an event loop."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
