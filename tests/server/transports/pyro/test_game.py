"""Stock proxies play on a complete server behind the Pyro5 transport."""

import random
import time
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec import msgpack

from games.registry import GAMES
from messages.codec import decode_client
from server.delivery.hub import Hub
from server.handler import GameHandler
from server.limits import Limits
from server.state import ServerState
from server.transports.pyro.methods import snake_case
from tests.harness.handler import numbered_secrets
from tests.harness.pyro import LOOPS, PyroServer, running


@pytest.fixture(params=LOOPS)
def server(request: pytest.FixtureRequest) -> Iterator[PyroServer]:
    state = ServerState(games=GAMES, limits=Limits(), secrets=numbered_secrets())
    hub = Hub(GameHandler(state), time.monotonic)
    with running(hub, loop=request.param) as server:
        yield server


class PyroSession:
    """A session of a stock proxy: key, cursor and all pushed messages."""

    def __init__(self, proxy: Any, name: str = "") -> None:
        self.proxy = proxy
        self.key = proxy.open()
        self.cursor = 0
        self.pushed: list[dict[str, Any]] = []
        if name:
            assert self.call("choose_nickname", name)["type"] == "ActionValid"

    def call(self, method: str, *args: Any, **kwargs: Any) -> dict[str, Any]:
        answer: dict[str, Any] = getattr(self.proxy, method)(self.key, *args, **kwargs)
        return answer

    def poll(self) -> list[dict[str, Any]]:
        """Fetch and return new messages."""
        answer = self.proxy.poll(self.key, self.cursor, 0)
        self.cursor = answer["cursor"]
        self.pushed += answer["messages"]
        messages: list[dict[str, Any]] = answer["messages"]
        return messages

    def last(self, kind: str) -> dict[str, Any]:
        self.poll()
        return [message for message in self.pushed if message["type"] == kind][-1]

    def act(self, plain: dict[str, Any]) -> dict[str, Any]:
        """Send an action of LegalActions as a remote call."""
        message = decode_client(msgpack.encode(plain))
        fields = [getattr(message, name) for name in type(message).__match_args__]
        return self.call(snake_case(plain["type"]), *fields)


def start_match(
    proxy: Any, names: tuple[str, str] = ("ada", "bob")
) -> tuple[PyroSession, PyroSession]:
    """Start a match of Eriantys between two sessions."""
    host, player = (PyroSession(proxy, name) for name in names)
    assert host.call("select_match", 0)["type"] == "ActionValid"
    assert host.call("select_mode_and_players", 2, game="eriantys")["type"] == "ActionValid"
    number = host.last("RoomUpdate")["room"]["match"]
    assert player.call("select_match", number)["type"] == "ActionValid"
    for seat, wizard in ((host, "KING"), (player, "WITCH")):
        assert seat.call("choose_wizard", wizard)["type"] == "ActionValid"
    return host, player


def play_one_action(players: tuple[PyroSession, PyroSession], rng: random.Random) -> bool:
    """Play one random action; return False if no player has one."""
    for player in players:
        actions = player.call("list_actions").get("actions", ())
        if actions:
            assert player.act(rng.choice(actions))["type"] == "ActionValid"
            return True
    return False


def test_two_sessions_of_a_stock_proxy_play_a_match_to_its_end_with_consecutive_changes(
    server: PyroServer,
) -> None:
    with server.proxy() as proxy:
        players = start_match(proxy)
        rng = random.Random(3)
        while play_one_action(players, rng):
            for player in players:
                player.poll()
        ends = {player.last("FinalScores")["reason"] for player in players}
        assert len(ends) == 1
        for player in players:
            changes = [m["seq"] for m in player.pushed if m["type"] == "UpdateMessage"]
            assert changes == list(range(1, len(changes) + 1))
            assert player.last("ChooseMatch")


@pytest.mark.parametrize("game", GAMES)
def test_entries_of_legal_actions_are_accepted_by_do_as_they_were_received(
    server: PyroServer, game: str
) -> None:
    with server.proxy() as proxy:
        players = [PyroSession(proxy, name) for name in ("ada", "bob")]
        assert players[0].call("select_match", 0)["type"] == "ActionValid"
        players[0].call("select_mode_and_players", 2, True, game=game)
        players[1].call("select_match", 1)
        for player, wizard in zip(players, GAMES[game].wizards, strict=False):
            player.call("choose_wizard", wizard)
        rng, done = random.Random(6), set()
        for number in range(1, 61):
            player = next(p for p in players if p.call("list_actions")["actions"])
            action = rng.choice(player.call("list_actions")["actions"])
            answer = player.call("do", action, id=number)
            assert (answer["type"], answer["replyTo"]) == ("ActionValid", number)
            assert player.call("do", action, id=number) == answer, "a repeated id has no effect"
            done.add(action["type"])
            player.poll()
        assert len(done) > 1


def test_opponent_of_a_player_named_class_key_plays_polls_and_wins_when_that_player_quits(
    server: PyroServer,
) -> None:
    with server.proxy() as proxy:
        players = start_match(proxy, ("ada", "__class__"))
        rng = random.Random(4)
        for _ in range(10):
            assert play_one_action(players, rng)
            for player in players:
                player.poll()
        assert players[0].last("PlayersInfo")["playerNicknames"] == ["ada", "__class__"]
        players[1].call("quit")
        assert players[0].last("FinalScores")["winners"] == ["ada"]


def test_reconnect_with_another_key_resumes_the_seat_and_supersedes_the_first_key(
    server: PyroServer,
) -> None:
    with server.proxy() as proxy:
        ada, bob = start_match(proxy)
        token = ada.last("SessionOpened")["token"]
        again = PyroSession(proxy)
        opened = again.call("reconnect", "ada", token)
        assert opened["type"] == "SessionOpened"
        assert again.last("GameView")["view"]["seat"] == 0
        assert ada.last("Error")["error"] == "SUPERSEDED"
        assert ada.call("heartbeat")["error"] == "SESSIONUNKNOWN"
        assert play_one_action((again, bob), random.Random(5))


def test_choose_nickname_with_a_repeated_id_gets_the_same_answer(server: PyroServer) -> None:
    with server.proxy() as proxy:
        player = PyroSession(proxy)
        first = player.call("choose_nickname", "ada", id=1)
        assert player.call("choose_nickname", "ada", id=1) == first
        assert first["replyTo"] == 1


def test_session_ends_after_20_malformed_messages(server: PyroServer) -> None:
    with server.proxy() as proxy:
        player = PyroSession(proxy)
        codes = [player.call("choose_nickname")["error"] for _ in range(25)]
        assert codes[:20] == ["MALFORMEDMESSAGE"] * 20
        assert codes[20:] == ["SESSIONUNKNOWN"] * 5


def test_closed_session_is_reported_as_absent_to_the_opponent(server: PyroServer) -> None:
    with server.proxy() as proxy:
        ada, bob = start_match(proxy)
        proxy.close(ada.key)
        assert bob.last("PlayerStatus") == {
            "type": "PlayerStatus",
            "nickname": "ada",
            "status": "absent",
        }


def test_quit_is_answered_and_releases_the_nickname(server: PyroServer) -> None:
    with server.proxy() as proxy:
        ada = PyroSession(proxy, "ada")
        assert ada.call("quit")["type"] == "ActionValid"
        assert PyroSession(proxy, "ada").call("heartbeat")["type"] == "Heartbeat"
