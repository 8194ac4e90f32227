"""Bots on connections to a server."""

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from client.bots import Bot, BotFailed, Create, Join, OnIllegal, Plan, RandomBot
from client.bots.runner import aplay, play, run_bot
from client.connections import ConnectionEvent, ConnectionLost, connect
from messages import (
    ChooseMatch,
    ChooseNickname,
    ClientMessage,
    Error,
    ErrorCode,
    FinalScores,
    ListPlayers,
    PlayersInfo,
    PlayersOnline,
    Quit,
    RequestNickname,
    RequestRefresh,
    ServerMessage,
    SessionOpened,
)
from messages.eriantys.actions import MoveMotherNature
from messages.registry import Action, AnyView
from tests.client.conftest import Served
from tests.harness.timeouts import within

TRANSPORTS = pytest.mark.parametrize("transport", ["socket", "pyro"])


class BreakingConnection:
    """A connection that ends after its messages, the first one by default."""

    def __init__(self, *messages: ServerMessage | ConnectionEvent) -> None:
        self.closed = False
        self.sent: list[ClientMessage] = []
        self._messages = [RequestNickname(), *messages]

    async def send(self, message: ClientMessage) -> None:
        self.sent.append(message)

    async def receive(self) -> ServerMessage | ConnectionEvent:
        if not self._messages:
            raise ConnectionLost("The server closed the connection.")
        return self._messages.pop(0)

    async def close(self) -> None:
        self.closed = True


def test_run_bot_raises_connection_lost_and_closes_the_connection() -> None:
    connection = BreakingConnection()
    with pytest.raises(ConnectionLost):
        asyncio.run(run_bot(connection, RandomBot(), Plan()))
    assert connection.closed


def test_connection_lost_after_a_match_raises_bot_failed_with_its_outcome() -> None:
    connection = BreakingConnection(
        SessionOpened("random", "x"),
        PlayersInfo(("random", "ada"), 2, match=7),
        FinalScores(("ada",), {"ada": 1, "random": 0}, "Over."),
    )
    with pytest.raises(BotFailed, match="The server closed the connection") as failed:
        asyncio.run(run_bot(connection, RandomBot(), Plan(matches=9)))
    assert [outcome.match for outcome in failed.value.outcomes] == [7]
    assert isinstance(failed.value.__cause__, ConnectionLost)


def test_rate_limit_and_lost_connection_are_notified_once_each() -> None:
    limited = Error(ErrorCode.RATELIMITED, "Too fast.", reply_to=1)
    again = Error(ErrorCode.RATELIMITED, "Too fast.", reply_to=2)
    connection = BreakingConnection(limited, again, ConnectionEvent.LOST)
    notices: list[str] = []
    pauses: list[float] = []

    async def pause(seconds: float) -> None:
        pauses.append(seconds)

    with pytest.raises(ConnectionLost):
        asyncio.run(run_bot(connection, RandomBot(), Plan(), pause=pause, notify=notices.append))
    assert pauses == [2.0, 4.0]
    assert notices == [
        "The server limits the rate of this address; waiting. It says: Too fast.",
        "The connection was lost; reconnecting.",
    ]


def test_bot_writes_one_line_to_stderr_for_repeated_rate_limits(
    capsys: pytest.CaptureFixture[str],
) -> None:
    async def no_pause(seconds: float) -> None:
        pass

    limits = [Error(ErrorCode.RATELIMITED, "Too fast.", reply_to=n) for n in (1, 2, 3)]
    with pytest.raises(ConnectionLost):
        asyncio.run(run_bot(BreakingConnection(*limits), RandomBot(), Plan(), pause=no_pause))
    assert capsys.readouterr().err.count("\n") == 1


@TRANSPORTS
def test_play_finishes_two_matches_of_three_players_with_winners_and_scores(
    served: Served, transport: str
) -> None:
    outcomes = play(RandomBot(1), getattr(served, transport), players=3, expert=True, matches=2)
    assert len(outcomes) == 2
    for outcome in outcomes:
        assert outcome.nickname.startswith("random")
        assert outcome.winners
        assert set(outcome.winners) <= set(outcome.scores)
        assert len(outcome.scores) == 3


def test_bot_failed_has_the_reason_of_the_server(served: Served) -> None:
    async def run() -> None:
        await run_bot(await connect(served.socket), RandomBot(), Plan(room=Join(999)))

    with pytest.raises(BotFailed, match="No open match has the number 999"):
        asyncio.run(run())


def test_on_message_is_called_from_request_nickname_to_final_scores(served: Served) -> None:
    received: list[str] = []

    async def run() -> None:
        connection = await connect(served.socket)
        plan = Plan(room=Create(bots=1))
        await run_bot(
            connection, RandomBot(1), plan, lambda player, m: received.append(type(m).__name__)
        )

    asyncio.run(run())
    assert received[0] == "RequestNickname"
    assert "FinalScores" in received


# --- failures -------------------------------------------------------------------------------------


class IllegalBot(Bot):
    """Always moves mother nature too far."""

    name = "illegal"

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        return MoveMotherNature(steps=99)


class ReturningBot(Bot):
    """Returns a value of the wrong type, or None."""

    name = "returning"

    def __init__(self, value: Any) -> None:
        self._value = value

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        return self._value  # type: ignore[no-any-return]


class CrashingBot(RandomBot):
    """Plays at random and raises an exception in its second match."""

    name = "crashing"

    def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
        self.matches = getattr(self, "matches", set()) | {self.match.number}
        if len(self.matches) > 1:
            raise ZeroDivisionError("a fault of the bot")
        return super().choose(view, actions)


@TRANSPORTS
def test_illegal_action_raises_bot_failed_with_the_sentence_of_the_server(
    served: Served, transport: str
) -> None:
    with pytest.raises(
        BotFailed, match=r"IllegalBot\.choose returned MoveMotherNature\(steps=99\)"
    ):
        play(IllegalBot(), getattr(served, transport))


@TRANSPORTS
@pytest.mark.parametrize("on_illegal", ["warn", "random", "forfeit"])
def test_other_policies_finish_the_match_and_count_illegal_actions(
    served: Served, transport: str, on_illegal: OnIllegal, capsys: pytest.CaptureFixture[str]
) -> None:
    (outcome,) = play(IllegalBot(), getattr(served, transport), on_illegal=on_illegal)
    assert outcome.refused > 0
    assert outcome.forfeited is (on_illegal == "forfeit")
    lines = capsys.readouterr().err.count("IllegalBot.choose returned MoveMotherNature")
    assert lines == (1 if on_illegal == "warn" else 0)


@TRANSPORTS
@pytest.mark.parametrize("value", [None, "PlayAssistantCard", {}, MoveMotherNature])
def test_none_in_turn_and_wrong_types_raise_bot_failed_at_once(
    served: Served, transport: str, value: Any
) -> None:
    with pytest.raises(BotFailed, match=r"^ReturningBot\.choose returned"):
        play(ReturningBot(value), getattr(served, transport))


async def _players_and_matches(server: str) -> tuple[set[str], int]:
    """Return the nicknames on the server and the number of matches in progress."""
    connection = await connect(server)
    await connection.send(ChooseNickname("looking"))
    names: set[str] = set()
    while True:
        match await within(connection.receive()):
            case SessionOpened():
                await connection.send(ListPlayers())
            case PlayersOnline() as online:
                names = {player.nickname for player in online.players}
                await connection.send(RequestRefresh())
            case ChooseMatch() as rooms if names:
                await connection.send(Quit())
                await connection.close()
                return names, rooms.total_playing


@TRANSPORTS
def test_crashing_bot_keeps_its_outcomes_and_leaves_neither_name_nor_match(
    served: Served, transport: str
) -> None:
    with pytest.raises(BotFailed, match="CrashingBot raised ZeroDivisionError: a fault") as failed:
        play(CrashingBot(), getattr(served, transport), matches=3)
    assert isinstance(failed.value.__cause__, ZeroDivisionError)
    assert len(failed.value.outcomes) == 1
    names, matches = asyncio.run(_players_and_matches(served.socket))
    assert "crashing" not in names
    assert matches == 0


# --- settings of play -----------------------------------------------------------------------------


@TRANSPORTS
def test_options_and_opponents_reach_the_server(served: Served, transport: str) -> None:
    class WatchingBot(RandomBot):
        """Records its match."""

        name = "watching"

        def choose(self, view: AnyView, actions: Sequence[Action]) -> Action | None:
            self.seen = self.match
            return super().choose(view, actions)

    bot = WatchingBot()
    (outcome,) = play(
        bot,
        getattr(served, transport),
        "uno",
        3,
        options={"target_score": 50},
        opponents=["random", "basic"],
    )
    assert 50 <= max(outcome.scores.values()) < 500
    assert (bot.seen.game, len(bot.seen.players)) == ("uno", 3)
    assert bot.seen.players[outcome.seat or 0] == outcome.nickname == bot.seen.nickname


def test_unknown_opponent_and_option_are_refused_with_the_sentence_of_the_server(
    served: Served,
) -> None:
    with pytest.raises(BotFailed, match="has these computer players"):
        play(RandomBot(), served.socket, opponents=["nobody"])
    with pytest.raises(BotFailed, match="nonsense"):
        play(RandomBot(), served.socket, options={"nonsense": 1})


@pytest.mark.parametrize(
    "settings",
    [{"opponents": ["random", "random"]}, {"opponents": ["random"], "bots": 1}, {"bots": 2}],
)
def test_too_many_opponents_are_refused_before_connecting(settings: dict[str, Any]) -> None:
    with pytest.raises(BotFailed, match="do not fit 2 players"):
        play(RandomBot(), "127.0.0.1:1", **settings)


@pytest.mark.parametrize(
    ("bot", "sentence"),
    [
        (RandomBot, r"an instance, not a class: RandomBot\(\)"),
        (object(), "subclass of tavolata.Bot; object is none"),
        (Bot(), r"Bot does not define choose\(self, view, actions\)"),
    ],
)
def test_what_is_not_a_bot_is_refused_before_connecting(bot: Any, sentence: str) -> None:
    with pytest.raises(TypeError, match=sentence):
        play(bot, "127.0.0.1:1")


@TRANSPORTS
def test_nickname_that_is_not_allowed_is_named_in_the_failure(
    served: Served, transport: str
) -> None:
    with pytest.raises(BotFailed, match=r"It was 'a b': set `nickname`, or the attribute `name`"):
        play(RandomBot(), getattr(served, transport), nickname="a b")


def test_first_slow_choice_is_reported_with_its_bot_and_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("client.bots.runner.SLOW_SECONDS", -1.0)
    notices: list[str] = []
    connection = BreakingConnection(SessionOpened("random", "x"))
    with pytest.raises(BotFailed):
        asyncio.run(run_bot(connection, RandomBot(), Plan(), notify=notices.append))
    (notice,) = notices
    assert notice.startswith("RandomBot took 0 s for one message. A server disconnects")


@TRANSPORTS
def test_inside_an_event_loop_aplay_works_and_play_names_it(served: Served, transport: str) -> None:
    async def notebook() -> int:
        with pytest.raises(RuntimeError, match="aplay"):
            play(RandomBot())
        return len(await aplay(RandomBot(1), getattr(served, transport), "shelfie"))

    assert asyncio.run(notebook()) == 1
