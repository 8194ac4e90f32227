"""Everything in any order: the server and a small model of it agree after each step.

Connect, choose a name, create, join, act well or badly, repeat, cut, come back with this token or
that, talk, leave, wait, crash and recover. The model is in ``reference.py``.
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
from server.journal.records import decode_record, state_hash
from server.state import Secrets
from tests.harness.journalled import JournalledHarness
from tests.harness.memory_journal import MemoryJournal
from tests.harness.server_model import PlayerModel, RoomModel, ServerModel, snapshot

NAMES = ("ada", "bob", "eve", "fay", "gil")
LONGEST_TICK = 4.0
"""A longer gap would look as if the process had stood still."""

picks = st.integers(0, 11)
set_ups = st.builds(
    SelectModeAndPlayers,
    st.integers(2, 3),
    st.booleans(),
    st.sampled_from(["eriantys", "uno"]),
    clock=st.sampled_from([0, 0, 30]),
)


class ServerMachine(RuleBasedStateMachine):
    """One server, which may crash, and the model of it."""

    def __init__(self) -> None:
        super().__init__()
        self.model = ServerModel()
        self.seeds: list[bytes] = []
        self.ids = count(1)
        tokens = (f"token-{number}" for number in count(1))
        self.secrets = Secrets(self._seed, lambda: next(tokens), lambda: "CODE")
        self.journal = MemoryJournal()
        self.strangers: list[int] = []
        self.read = 0
        self._open()

    def _seed(self) -> bytes:
        self.seeds.append((len(self.seeds) + 1).to_bytes(16, "big"))
        return self.seeds[-1]

    def _open(self) -> None:
        self.harness = JournalledHarness(self.journal)
        self.harness.state.secrets = self.secrets
        assert self.harness.damaged_matches == []

    # Who can do something now

    def _here(self, *phases: str) -> list[PlayerModel]:
        """The people who are connected, in these phases or in any."""
        people = self.model.players.values()
        return [p for p in people if p.peer is not None and (not phases or p.phase in phases)]

    def _movers(self) -> list[PlayerModel]:
        """The connected people who are waited for."""
        waited = []
        for player in self._here("turn"):
            room_model = self.model.room_of(player)
            if self.model.seat_of(player) in room_model.game.waiting(room_model.state):
                waited.append(player)
        return waited

    def _send(self, player: PlayerModel, message: Any) -> Any:
        """Under a new number; the model remembers what was answered."""
        message = structs.replace(message, id=next(self.ids))
        assert player.peer is not None
        answer: Any = self.harness.send(player.peer, message)
        assert answer.reply_to == message.id
        player.last = message, answer
        self._show_token(player, message)
        return answer

    def _show_token(self, player: PlayerModel, message: Any) -> None:
        """Who says something has got the last token, and the older ones are over."""
        if not isinstance(message, Reconnect):
            player.old = ()

    def _refused(self, player: PlayerModel, message: Any) -> ErrorCode:
        before = snapshot(self.harness)
        error = self._send(player, message)
        assert isinstance(error, Error), (message, error)
        assert error.message.endswith(".")
        assert snapshot(self.harness) == before
        return error.error

    # People

    @initialize(set_up=set_ups)
    def first_table(self, set_up: SelectModeAndPlayers) -> None:
        """Not every run should have to find its way to a match."""
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
        if len(self.strangers) < 3:
            self.strangers.append(self.harness.connect())

    @rule(pick=picks, name=st.sampled_from(NAMES))
    def choose_name(self, pick: int, name: str) -> None:
        if not self.strangers:
            return
        peer = self.strangers[pick % len(self.strangers)]
        message = ChooseNickname(name, id=next(self.ids))
        answer = self.harness.send(peer, message)
        if self.model.is_taken(name):
            assert isinstance(answer, Error)
            return
        assert isinstance(answer, ActionValid)
        self.strangers.remove(peer)
        token = self.harness.received(peer, SessionOpened)[-1].token
        self.model.players[name] = PlayerModel(name, peer, token, last=(message, answer))

    @rule(pick=picks)
    def cut(self, pick: int) -> None:
        if people := self._here():
            player = people[pick % len(people)]
            assert player.peer is not None
            self.harness.disconnect(player.peer)
            self.model.disconnect(player, self.harness.now)

    @rule(pick=picks, kind=st.sampled_from(["right", "right", "old", "used", "wrong", "another"]))
    def reconnect(self, pick: int, kind: str) -> None:
        people = list(self.model.players.values())
        if not people:
            return
        player = people[pick % len(people)]
        token = self._token(player, kind)
        message = Reconnect(player.name, token, id=next(self.ids))
        peer = self.harness.connect()
        if token and token in (player.token, *player.old):
            self._comes_back(player, peer, message)
        else:
            self._stays_away(peer, message)

    def _token(self, player: PlayerModel, kind: str) -> str:
        others = [p.token for p in self.model.players.values() if p is not player]
        if kind == "another":
            return others[0] if others else "guess"
        used = player.replaced_tokens[0] if player.replaced_tokens else ""
        old = player.old[-1] if player.old else ""
        return {"right": player.token, "old": old, "used": used}.get(kind, "guess")

    def _comes_back(self, player: PlayerModel, peer: int, message: Reconnect) -> None:
        """The connection before, if there still is one, ends without any effect."""
        before = player.peer
        answer = self.harness.send(peer, message)
        assert isinstance(answer, SessionOpened)
        self.model.reconnect(player, peer, answer.token)
        player.last = message, answer
        if before is not None:
            assert self.harness.closed_peers[-1] == before
            seen = snapshot(self.harness)
            self.harness.disconnect(before)
            assert snapshot(self.harness) == seen

    def _stays_away(self, peer: int, message: Reconnect) -> None:
        before = snapshot(self.harness)
        error = self.harness.send(peer, message)
        assert isinstance(error, Error)
        assert error.error is ErrorCode.SESSIONUNKNOWN
        self.harness.disconnect(peer)
        assert snapshot(self.harness) == before

    # Tables

    @rule(pick=picks, set_up=set_ups)
    def create(self, pick: int, set_up: SelectModeAndPlayers) -> None:
        if people := self._here("match", "setup"):
            player = people[pick % len(people)]
            if player.phase == "match":
                self._ask_for_a_new_match(player)
            assert isinstance(self._send(player, set_up), ActionValid)
            self.model.create(player, set_up, self.seeds)

    @rule(pick=picks)
    def begin_to_create(self, pick: int) -> None:
        if people := self._here("match"):
            self._ask_for_a_new_match(people[pick % len(people)])

    def _ask_for_a_new_match(self, player: PlayerModel) -> None:
        assert isinstance(self._send(player, SelectMatch(0)), ActionValid)
        player.phase, player.has_result = "setup", False

    @rule(pick=picks, which=picks)
    def join(self, pick: int, which: int) -> None:
        people, boards = self._here("match"), list(self.model.rooms.values())
        if not people or not boards:
            return
        player, room_model = people[pick % len(people)], boards[which % len(boards)]
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

    @rule(pick=picks, which=picks)
    def wizard(self, pick: int, which: int) -> None:
        if not (people := self._here("wizard")):
            return
        player = people[pick % len(people)]
        room_model = self.model.room_of(player)
        if not room_model.game.wizards:
            assert self._refused(player, ChooseWizard("KING")) == ErrorCode.UNEXPECTEDMESSAGE
            return
        wizard = room_model.game.wizards[which % len(room_model.game.wizards)]
        answer = self._send(player, ChooseWizard(wizard))
        if wizard in {w for name, w in room_model.wizards.items() if name != player.name}:
            assert isinstance(answer, Error)
        else:
            assert isinstance(answer, ActionValid)
            self.model.choose_wizard(player, wizard, self.seeds)

    @rule(pick=picks)
    def leave(self, pick: int) -> None:
        if people := self._here():
            player = people[pick % len(people)]
            if player.phase == "match":
                assert self._refused(player, LeaveMatch()) == ErrorCode.UNEXPECTEDMESSAGE
                return
            assert isinstance(self._send(player, LeaveMatch()), ActionValid)
            self.model.leave(player)

    @rule(pick=picks, text=st.sampled_from(["hello", "well played", "see you"]))
    def chat(self, pick: int, text: str) -> None:
        if people := self._here():
            player = people[pick % len(people)]
            assert isinstance(self._send(player, SendChat(text)), ActionValid)
            if player.phase == "turn":
                self.model.room_of(player).chat.append((player.name, text))

    # Moves

    @rule(pick=picks, choice=st.integers(0, 30))
    def act_once(self, pick: int, choice: int) -> None:
        self.act(pick, [choice])

    @rule(pick=picks, choices=st.lists(st.integers(0, 30), min_size=4, max_size=20))
    def act(self, pick: int, choices: list[int]) -> None:
        for choice in choices:
            if people := self._movers():
                player = people[pick % len(people)]
                answer = self._send(player, self._legal(player, choice))
                if isinstance(answer, Error) and answer.error is ErrorCode.SUSPENDED:
                    assert self._is_alone(player), "nobody else is suspended"
                    continue
                assert isinstance(answer, ActionValid), answer
                assert player.last is not None
                player.last_action = player.last
                self.model.act(player, player.last[0])

    def _is_alone(self, player: PlayerModel) -> bool:
        """Whether the others of this table are away."""
        return [p for p in self._here("turn") if p.room == player.room] == [player]

    def _legal(self, player: PlayerModel, choice: int) -> Any:
        room_model = self.model.room_of(player)
        actions = room_model.game.legal(room_model.state, self.model.seat_of(player))
        return actions[choice % len(actions)]

    @rule(choice=picks)
    def act_out_of_turn(self, choice: int) -> None:
        """What the one who is waited for may do, done by another."""
        for mover in self._movers()[:1]:
            room_model = self.model.room_of(mover)
            others = [p for p in self._here("turn") if p.room == mover.room and p is not mover]
            action = self._legal(mover, choice)
            for player in others:
                if room_model.is_refused(self.model.seat_of(player), action):
                    self._refused(player, action)

    @rule(pick=picks)
    def act_in_the_wrong_phase(self, pick: int) -> None:
        if people := self._here("match", "setup", "wizard"):
            player = people[pick % len(people)]
            assert self._refused(player, PlayAssistantCard(1)) == ErrorCode.UNEXPECTEDMESSAGE
        for player in self._here("turn"):
            other = (
                DrawUnoCard() if self.model.room_of(player).game.wizards else PlayAssistantCard(1)
            )
            assert self._refused(player, other) == ErrorCode.UNEXPECTEDMESSAGE
            assert self._refused(player, RequestRefresh()) == ErrorCode.UNEXPECTEDMESSAGE

    @rule(pick=picks, action=st.booleans())
    def repeat(self, pick: int, action: bool) -> None:
        """The last command, or the last action: the answer to that one survives a crash."""
        commands = [(p, p.last_action if action else p.last) for p in self._here()]
        known = [(player, command) for player, command in commands if command is not None]
        if known:
            player, (message, answer) = known[pick % len(known)]
            assert player.peer is not None
            before = snapshot(self.harness)
            assert self.harness.send(player.peer, message) == answer
            assert snapshot(self.harness) == before
            self._show_token(player, message)

    # Time, and the end of it

    @rule(seconds=st.sampled_from([1.0, 4.0, 20.0, 80.0]))
    def tick(self, seconds: float) -> None:
        while seconds > 0:
            self.read = len(self.journal._entries)
            self.harness.tick(min(seconds, LONGEST_TICK))
            new = self.journal._entries[self.read :]
            written = [(entry.match, decode_record(entry.body)) for entry in new]
            self.model.apply_records(written, self.harness.now)
            gone = self.model.players.keys() - self.harness.state.sessions.keys()
            self.model.forget(set(gone), self.harness.now)
            seconds -= LONGEST_TICK

    @rule(back=st.integers(0, len(NAMES)))
    def crash(self, back: int) -> None:
        """The process is gone; another one finds what was written, and some are back at once."""
        self.strangers = []
        self._open()
        self.model.crash()
        self.the_same_people()
        self.the_same_tables()
        for index in range(min(back, len(self.model.players))):
            self.reconnect(index, "right")

    @rule(pick=picks, choice=picks)
    def crash_before_the_action_is_written(self, pick: int, choice: int) -> None:
        """Nobody was told, so it has not happened."""
        if people := self._movers():
            player = people[pick % len(people)]
            action = structs.replace(self._legal(player, choice), id=next(self.ids))
            assert player.peer is not None
            self.harness.handler.receive(player.peer, action, self.harness.now)
            self.crash(len(NAMES))

    # What always holds

    @invariant()
    def the_same_people(self) -> None:
        sessions = self.harness.state.sessions
        assert {
            name: (s.peer, s.state.phase.replace("set-up", "setup"), s.room.number if s.room else 0)
            for name, s in sessions.items()
        } == {name: (p.peer, p.phase, p.room) for name, p in self.model.players.items()}

    @invariant()
    def the_same_tables(self) -> None:
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
        assert [(line.sender, line.text) for line in room.chat] == room_model.chat[-50:]
        for seat, member in enumerate(room.members_by_seat):
            assert member is None or member.seat == seat

    @invariant()
    def every_seat_has_one_owner(self) -> None:
        lobby = self.harness.state
        seated = [id(m) for room in lobby.rooms.values() for m in room.members]
        assert len(seated) == len(set(seated))
        owners = {peer.id: peer.session.name for peer in lobby.peers.values() if peer.session}
        assert owners == {p.peer: p.name for p in self._here()}

    @invariant()
    def nothing_broke(self) -> None:
        assert self.harness.log.errors == []

    def teardown(self) -> None:
        """What was recorded leads to the same states, in the model and in the journal."""
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


def test_the_server_does_what_the_model_says() -> None:
    run_state_machine_as_test(ServerMachine, settings=_settings(60, 40))


@pytest.mark.soak
def test_the_server_does_what_the_model_says_a_thousand_times() -> None:
    run_state_machine_as_test(ServerMachine, settings=_settings(1000, 60))


def test_the_model_has_opinions_of_its_own() -> None:
    """A model that agreed with everything would find nothing."""
    machine = ServerMachine()
    machine.first_table(SelectModeAndPlayers(2))
    machine.act(0, [1, 2, 3])
    machine.the_same_tables()
    answer: Message = machine.harness.send(*_unseen(machine))
    assert isinstance(answer, ActionValid)
    with pytest.raises(AssertionError):
        machine.the_same_tables()


def _unseen(machine: ServerMachine) -> tuple[int, Any]:
    """An action of which the model does not hear."""
    (player,) = machine._movers()
    assert player.peer is not None
    return player.peer, machine._legal(player, 0)
