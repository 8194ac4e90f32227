"""Random sequences of inputs: the server and a small model of it agree after each input.

The inputs connect, choose a name, create and join rooms, send valid and invalid actions, repeat
messages, disconnect, reconnect with various tokens, chat, leave, let time pass, and crash the
server. The model is in ``tests/harness/server_model.py``.
"""

from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    rule,
    run_state_machine_as_test,
)
from msgspec import structs

from games.registry import GAMES
from messages import (
    ActionValid,
    ChooseNickname,
    ChooseWizard,
    Error,
    ErrorCode,
    LeaveMatch,
    Message,
    Reconnect,
    RequestRefresh,
    SelectMatch,
    SelectModeAndPlayers,
    SendChat,
    SessionOpened,
)
from messages.eriantys.actions import PlayAssistantCard
from messages.uno.actions import DrawUnoCard
from server.history.archive import verify
from server.journal.records import decode_record, state_hash
from server.limits import Limits
from server.room_list import PageRequest
from server.session_registry import Secrets
from tests.harness.journalled import JournalledHarness
from tests.harness.memory_journal import MemoryJournal
from tests.harness.server_model import PlayerModel, RoomModel, ServerModel, snapshot

NAMES = ("ada", "bob", "eve", "fay", "gil")
MAX_TICK_SECONDS = 4.0
"""After a longer gap the server would assume that the process was suspended."""

LIMITS = Limits(snapshot_records=4)
"""Snapshots are so frequent that most matches are restored from one."""

indices = st.integers(0, 11)
set_ups = st.builds(
    SelectModeAndPlayers,
    st.integers(2, 3),
    st.booleans(),
    st.sampled_from(["eriantys", "uno"]),
    clock=st.sampled_from([0, 0, 30]),
)


class ServerMachine(RuleBasedStateMachine):
    """One server, which may crash, and its model."""

    def __init__(self) -> None:
        super().__init__()
        self.model = ServerModel()
        self.seeds: list[bytes] = []
        self.ids = count(1)
        tokens = (f"token-{number}" for number in count(1))
        self.secrets = Secrets(self._seed, lambda: next(tokens), lambda: "CODE")
        self.journal = MemoryJournal()
        self.unnamed_peers: list[int] = []
        self.read_entries = 0
        self._start_server()

    def _seed(self) -> bytes:
        self.seeds.append((len(self.seeds) + 1).to_bytes(16, "big"))
        return self.seeds[-1]

    def _start_server(self) -> None:
        self.harness = JournalledHarness(self.journal, LIMITS)
        self.harness.state.secrets = self.secrets
        assert self.harness.damaged_matches == []
        assert [v.error for v in verify(self.journal, GAMES) if v.error] == []

    # Players who can do something now

    def _connected(self, *phases: str) -> list[PlayerModel]:
        """Return the connected players in these phases, or in any phase."""
        players = self.model.players.values()
        return [p for p in players if p.peer is not None and (not phases or p.phase in phases)]

    def _players_to_act(self) -> list[PlayerModel]:
        """Return the connected players whose action the match waits for."""
        to_act = []
        for player in self._connected("turn"):
            room_model = self.model.room_of(player)
            if self.model.seat_of(player) in room_model.game.waiting(room_model.state):
                to_act.append(player)
        return to_act

    def _send(self, player: PlayerModel, message: Any) -> Any:
        """Send a message with a new id and record its answer in the model."""
        message = structs.replace(message, id=next(self.ids))
        assert player.peer is not None
        answer: Any = self.harness.send(player.peer, message)
        assert answer.reply_to == message.id
        player.last = message, answer
        self._invalidate_older_tokens(player, message)
        return answer

    def _invalidate_older_tokens(self, player: PlayerModel, message: Any) -> None:
        """Drop the older tokens, because the message proves that the last token has arrived."""
        if not isinstance(message, Reconnect):
            player.old = ()

    def _refused(self, player: PlayerModel, message: Any) -> ErrorCode:
        """Check that a message is refused without effect; return the error code."""
        before = snapshot(self.harness)
        error = self._send(player, message)
        assert isinstance(error, Error), (message, error)
        assert error.message.endswith(".")
        assert snapshot(self.harness) == before
        return error.error

    # Sessions

    @initialize(set_up=set_ups)
    def start_first_match(self, set_up: SelectModeAndPlayers) -> None:
        """Start each run with a match, because random inputs rarely lead to one."""
        for name in NAMES[: set_up.number_of_players]:
            self.connect()
            self.choose_name(0, name)
        self.create(0, set_up)
        for _ in range(set_up.number_of_players - 1):
            self.join(0, 0)
        for index in range(set_up.number_of_players):
            self.wizard(index, index)

    @rule()
    def connect(self) -> None:
        if len(self.unnamed_peers) < 3:
            self.unnamed_peers.append(self.harness.connect())

    @rule(index=indices, name=st.sampled_from(NAMES))
    def choose_name(self, index: int, name: str) -> None:
        if not self.unnamed_peers:
            return
        peer = self.unnamed_peers[index % len(self.unnamed_peers)]
        message = ChooseNickname(name, id=next(self.ids))
        answer = self.harness.send(peer, message)
        if self.model.is_taken(name):
            assert isinstance(answer, Error)
            return
        assert isinstance(answer, ActionValid)
        self.unnamed_peers.remove(peer)
        token = self.harness.received(peer, SessionOpened)[-1].token
        self.model.players[name] = PlayerModel(name, peer, token, last=(message, answer))

    @rule(index=indices)
    def disconnect(self, index: int) -> None:
        if players := self._connected():
            player = players[index % len(players)]
            assert player.peer is not None
            self.harness.disconnect(player.peer)
            self.model.disconnect(player, self.harness.now)

    @rule(
        index=indices, kind=st.sampled_from(["right", "right", "old", "used", "wrong", "another"])
    )
    def reconnect(self, index: int, kind: str) -> None:
        players = list(self.model.players.values())
        if not players:
            return
        player = players[index % len(players)]
        token = self._token(player, kind)
        message = Reconnect(player.name, token, id=next(self.ids))
        peer = self.harness.connect()
        if token and token in (player.token, *player.old):
            self._check_accepted_reconnect(player, peer, message)
        else:
            self._check_refused_reconnect(peer, message)

    def _token(self, player: PlayerModel, kind: str) -> str:
        others = [p.token for p in self.model.players.values() if p is not player]
        if kind == "another":
            return others[0] if others else "guess"
        used = player.replaced_tokens[0] if player.replaced_tokens else ""
        old = player.old[-1] if player.old else ""
        return {"right": player.token, "old": old, "used": used}.get(kind, "guess")

    def _check_accepted_reconnect(self, player: PlayerModel, peer: int, message: Reconnect) -> None:
        """Check that an older connection is closed, and that its end has no effect."""
        before = player.peer
        answer = self.harness.send(peer, message)
        assert isinstance(answer, SessionOpened)
        self.model.reconnect(player, peer, answer.token)
        player.last = message, answer
        if before is not None:
            assert self.harness.closed_peers[-1] == before
            before_disconnect = snapshot(self.harness)
            self.harness.disconnect(before)
            assert snapshot(self.harness) == before_disconnect

    def _check_refused_reconnect(self, peer: int, message: Reconnect) -> None:
        before = snapshot(self.harness)
        error = self.harness.send(peer, message)
        assert isinstance(error, Error)
        assert error.error is ErrorCode.SESSIONUNKNOWN
        self.harness.disconnect(peer)
        assert snapshot(self.harness) == before

    # Rooms

    @rule(index=indices, set_up=set_ups)
    def create(self, index: int, set_up: SelectModeAndPlayers) -> None:
        if players := self._connected("match", "setup"):
            player = players[index % len(players)]
            if player.phase == "match":
                self._begin_set_up(player)
            assert isinstance(self._send(player, set_up), ActionValid)
            self.model.create(player, set_up, self.seeds)

    @rule(index=indices)
    def begin_set_up(self, index: int) -> None:
        if players := self._connected("match"):
            self._begin_set_up(players[index % len(players)])

    def _begin_set_up(self, player: PlayerModel) -> None:
        assert isinstance(self._send(player, SelectMatch(0)), ActionValid)
        player.phase, player.has_result = "setup", False

    @rule(index=indices, other_index=indices)
    def join(self, index: int, other_index: int) -> None:
        players, rooms = self._connected("match"), list(self.model.rooms.values())
        if not players or not rooms:
            return
        player, room_model = players[index % len(players)], rooms[other_index % len(rooms)]
        player.has_result = False
        if (
            room_model.state is None
            and len(room_model.members) < room_model.setup.number_of_players
        ):
            assert isinstance(self._send(player, SelectMatch(room_model.number)), ActionValid)
            self.model.join(player, room_model.number, self.seeds)
        elif room_model.state is None:
            assert self._refused(player, SelectMatch(room_model.number)) == ErrorCode.MATCHFULL
        else:
            assert self._refused(player, SelectMatch(room_model.number)) == ErrorCode.CHOICENOTVALID

    @rule(index=indices, other_index=indices)
    def wizard(self, index: int, other_index: int) -> None:
        if not (players := self._connected("wizard")):
            return
        player = players[index % len(players)]
        room_model = self.model.room_of(player)
        if not room_model.game.wizards:
            assert self._refused(player, ChooseWizard("KING")) == ErrorCode.UNEXPECTEDMESSAGE
            return
        wizard = room_model.game.wizards[other_index % len(room_model.game.wizards)]
        answer = self._send(player, ChooseWizard(wizard))
        if wizard in {w for name, w in room_model.wizards.items() if name != player.name}:
            assert isinstance(answer, Error)
        else:
            assert isinstance(answer, ActionValid)
            self.model.choose_wizard(player, wizard, self.seeds)

    @rule(index=indices)
    def leave(self, index: int) -> None:
        if players := self._connected():
            player = players[index % len(players)]
            if player.phase == "match":
                assert self._refused(player, LeaveMatch()) == ErrorCode.UNEXPECTEDMESSAGE
                return
            assert isinstance(self._send(player, LeaveMatch()), ActionValid)
            self.model.leave(player)

    @rule(index=indices, text=st.sampled_from(["hello", "well played", "see you"]))
    def chat(self, index: int, text: str) -> None:
        if players := self._connected():
            player = players[index % len(players)]
            assert isinstance(self._send(player, SendChat(text)), ActionValid)
            if player.phase == "turn":
                self.model.room_of(player).chat.append((player.name, text))

    # Actions

    @rule(index=indices, choice=st.integers(0, 30))
    def act_once(self, index: int, choice: int) -> None:
        self.act(index, [choice])

    @rule(index=indices, choices=st.lists(st.integers(0, 30), min_size=4, max_size=20))
    def act(self, index: int, choices: list[int]) -> None:
        for choice in choices:
            if players := self._players_to_act():
                player = players[index % len(players)]
                answer = self._send(player, self._legal(player, choice))
                if isinstance(answer, Error) and answer.error is ErrorCode.SUSPENDED:
                    assert self._is_only_connected_player(player), (
                        "only a match with one connected player is suspended"
                    )
                    continue
                assert isinstance(answer, ActionValid), answer
                assert player.last is not None
                player.last_action = player.last
                self.model.act(player, player.last[0])

    def _is_only_connected_player(self, player: PlayerModel) -> bool:
        """Return whether all other players of the room are disconnected."""
        return [p for p in self._connected("turn") if p.room == player.room] == [player]

    def _legal(self, player: PlayerModel, choice: int) -> Any:
        room_model = self.model.room_of(player)
        actions = room_model.game.legal(room_model.state, self.model.seat_of(player))
        return actions[choice % len(actions)]

    @rule(choice=indices)
    def act_out_of_turn(self, choice: int) -> None:
        """Send the legal action of one player from another player's connection."""
        for active_player in self._players_to_act()[:1]:
            room_model = self.model.room_of(active_player)
            others = [
                p
                for p in self._connected("turn")
                if p.room == active_player.room and p is not active_player
            ]
            action = self._legal(active_player, choice)
            for player in others:
                if room_model.is_refused(self.model.seat_of(player), action):
                    self._refused(player, action)

    @rule(index=indices)
    def act_in_wrong_phase(self, index: int) -> None:
        if players := self._connected("match", "setup", "wizard"):
            player = players[index % len(players)]
            assert self._refused(player, PlayAssistantCard(1)) == ErrorCode.UNEXPECTEDMESSAGE
        for player in self._connected("turn"):
            other = (
                DrawUnoCard() if self.model.room_of(player).game.wizards else PlayAssistantCard(1)
            )
            assert self._refused(player, other) == ErrorCode.UNEXPECTEDMESSAGE
            assert self._refused(player, RequestRefresh()) == ErrorCode.UNEXPECTEDMESSAGE

    @rule(index=indices, action=st.booleans())
    def repeat(self, index: int, action: bool) -> None:
        """Repeat the last message, or the last action, whose answer survives a crash."""
        commands = [(p, p.last_action if action else p.last) for p in self._connected()]
        repeatable = [(player, command) for player, command in commands if command is not None]
        if repeatable:
            player, (message, answer) = repeatable[index % len(repeatable)]
            assert player.peer is not None
            before = snapshot(self.harness)
            assert self.harness.send(player.peer, message) == answer
            assert snapshot(self.harness) == before
            self._invalidate_older_tokens(player, message)

    # Time and crashes

    @rule(seconds=st.sampled_from([1.0, 4.0, 20.0, 80.0]))
    def tick(self, seconds: float) -> None:
        while seconds > 0:
            self.read_entries = len(self.journal._entries)
            self.harness.tick(min(seconds, MAX_TICK_SECONDS))
            new = self.journal._entries[self.read_entries :]
            written = [(e.match, decode_record(e.body)) for e in new if not e.is_snapshot]
            self.model.apply_records(written, self.harness.now)
            expired = self.model.players.keys() - self.harness.state.sessions.keys()
            self.model.forget(set(expired), self.harness.now)
            seconds -= MAX_TICK_SECONDS

    @rule(reconnecting=st.integers(0, len(NAMES)))
    def crash(self, reconnecting: int) -> None:
        """Replace the server by one restored from the journal; some players reconnect."""
        self.unnamed_peers = []
        self._start_server()
        self.model.crash()
        self.sessions_equal_model()
        self.rooms_equal_model()
        for index in range(min(reconnecting, len(self.model.players))):
            self.reconnect(index, "right")

    @rule(index=indices, choice=indices)
    def crash_before_action_is_written(self, index: int, choice: int) -> None:
        """Crash before the journal is written; an action without an answer must have no effect."""
        if players := self._players_to_act():
            player = players[index % len(players)]
            action = structs.replace(self._legal(player, choice), id=next(self.ids))
            assert player.peer is not None
            self.harness.handler.receive(player.peer, action, self.harness.now)
            self.crash(len(NAMES))

    # Invariants

    @invariant()
    def sessions_equal_model(self) -> None:
        sessions = self.harness.state.sessions
        assert {
            name: (s.peer, s.state.phase.replace("set-up", "setup"), s.room.number if s.room else 0)
            for name, s in sessions.items()
        } == {name: (p.peer, p.phase, p.room) for name, p in self.model.players.items()}

    @invariant()
    def rooms_equal_model(self) -> None:
        rooms: dict[int, Any] = self.harness.state.rooms
        assert rooms.keys() == self.model.rooms.keys()
        for number, room_model in self.model.rooms.items():
            room = rooms[number]
            assert [m and m.name for m in room.members_by_seat] == room_model.members
            assert (room.match is None) == (room_model.state is None)
            if room.match:
                self._check_match(room, room_model)

    def _check_match(self, room: Any, room_model: RoomModel) -> None:
        assert state_hash(room.match.state) == state_hash(room_model.state)
        assert [(line.sender, line.text) for line in room.chat.lines_for(0)] == room_model.chat[
            -50:
        ]
        for seat, member in enumerate(room.members_by_seat):
            assert member is None or member.seat == seat

    @invariant()
    def list_of_rooms_is_up_to_date(self) -> None:
        state = self.harness.state
        page = state.room_list.page(PageRequest(watchable=True))
        public = [room for room in state.rooms.values() if not room.code]
        open_rooms = [room for room in public if room.match is None and room.free_seats > 0]
        playing = [room for room in public if room.match is not None and room.setup.watchers]
        by_number = sorted(page.rooms, key=lambda info: info.match)
        assert by_number == sorted((r.info() for r in open_rooms), key=lambda info: info.match)
        watched = sorted(page.playing, key=lambda info: info.match)
        assert watched == sorted((r.info() for r in playing), key=lambda info: info.match)

    @invariant()
    def every_seat_has_one_session(self) -> None:
        state = self.harness.state
        seated = [id(m) for room in state.rooms.values() for m in room.members]
        assert len(seated) == len(set(seated))
        owners = {peer.id: peer.session.name for peer in state.peers.values() if peer.session}
        assert owners == {p.peer: p.name for p in self._connected()}

    @invariant()
    def no_error_is_logged(self) -> None:
        assert self.harness.log.errors == []

    def teardown(self) -> None:
        """Check that replaying events and restoring the journal give the same states."""
        for room_model in self.model.rooms.values():
            if room_model.state is not None:
                assert room_model.replayed_hash() == state_hash(room_model.state)
        self.crash(0)


def _settings(examples: int, steps: int) -> settings:
    return settings(
        max_examples=examples,
        stateful_step_count=steps,
        derandomize=True,
        database=None,
        phases=(Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )


def test_server_agrees_with_its_model_after_random_inputs_and_crashes() -> None:
    run_state_machine_as_test(ServerMachine, settings=_settings(60, 40))


@pytest.mark.soak
def test_server_agrees_with_its_model_after_random_inputs_and_crashes_in_long_runs() -> None:
    run_state_machine_as_test(ServerMachine, settings=_settings(1000, 60))


def test_check_of_rooms_fails_after_an_action_that_the_model_does_not_know() -> None:
    """Check the test itself: the model must notice an action that was not reported to it."""
    machine = ServerMachine()
    machine.start_first_match(SelectModeAndPlayers(2))
    machine.act(0, [1, 2, 3])
    machine.rooms_equal_model()
    answer: Message = machine.harness.send(*_unreported_action(machine))
    assert isinstance(answer, ActionValid)
    with pytest.raises(AssertionError):
        machine.rooms_equal_model()


def _unreported_action(machine: ServerMachine) -> tuple[int, Any]:
    """Return a peer and a legal action that is sent without the model."""
    (player,) = machine._players_to_act()
    assert player.peer is not None
    return player.peer, machine._legal(player, 0)
