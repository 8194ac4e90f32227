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
from tests.harness.journalled import JournalledHouse
from tests.harness.memory_journal import MemoryJournal
from tests.harness.server_model import Board, Model, Person, picture

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


class House(RuleBasedStateMachine):
    """One server, which may crash, and the model of it."""

    def __init__(self) -> None:
        super().__init__()
        self.model = Model()
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
        self.house = JournalledHouse(self.journal)
        self.house.state.secrets = self.secrets
        assert self.house.damaged == []

    # Who can do something now

    def _here(self, *phases: str) -> list[Person]:
        """The people who are connected, in these phases or in any."""
        people = self.model.people.values()
        return [p for p in people if p.peer is not None and (not phases or p.phase in phases)]

    def _movers(self) -> list[Person]:
        """The connected people who are waited for."""
        waited = []
        for person in self._here("turn"):
            board = self.model.board(person)
            if self.model.seat(person) in board.game.waiting(board.state):
                waited.append(person)
        return waited

    def _say(self, person: Person, message: Any) -> Any:
        """Under a new number; the model remembers what was answered."""
        message = structs.replace(message, id=next(self.ids))
        assert person.peer is not None
        answer: Any = self.house.say(person.peer, message)
        assert answer.reply_to == message.id
        person.last = message, answer
        self._show_token(person, message)
        return answer

    def _show_token(self, person: Person, message: Any) -> None:
        """Who says something has got the last token, and the older ones are over."""
        if not isinstance(message, Reconnect):
            person.old = ()

    def _refused(self, person: Person, message: Any) -> ErrorCode:
        before = picture(self.house)
        error = self._say(person, message)
        assert isinstance(error, Error), (message, error)
        assert error.message.endswith(".")
        assert picture(self.house) == before
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
            self.strangers.append(self.house.arrive())

    @rule(pick=picks, name=st.sampled_from(NAMES))
    def choose_name(self, pick: int, name: str) -> None:
        if not self.strangers:
            return
        peer = self.strangers[pick % len(self.strangers)]
        message = ChooseNickname(name, id=next(self.ids))
        answer = self.house.say(peer, message)
        if self.model.taken(name):
            assert isinstance(answer, Error)
            return
        assert isinstance(answer, ActionValid)
        self.strangers.remove(peer)
        token = self.house.got(peer, SessionOpened)[-1].token
        self.model.people[name] = Person(name, peer, token, last=(message, answer))

    @rule(pick=picks)
    def cut(self, pick: int) -> None:
        if people := self._here():
            person = people[pick % len(people)]
            assert person.peer is not None
            self.house.depart(person.peer)
            self.model.cut(person, self.house.now)

    @rule(pick=picks, kind=st.sampled_from(["right", "right", "old", "used", "wrong", "another"]))
    def reconnect(self, pick: int, kind: str) -> None:
        people = list(self.model.people.values())
        if not people:
            return
        person = people[pick % len(people)]
        token = self._token(person, kind)
        message = Reconnect(person.name, token, id=next(self.ids))
        peer = self.house.arrive()
        if token and token in (person.token, *person.old):
            self._comes_back(person, peer, message)
        else:
            self._stays_away(peer, message)

    def _token(self, person: Person, kind: str) -> str:
        others = [p.token for p in self.model.people.values() if p is not person]
        if kind == "another":
            return others[0] if others else "guess"
        used = person.used[0] if person.used else ""
        old = person.old[-1] if person.old else ""
        return {"right": person.token, "old": old, "used": used}.get(kind, "guess")

    def _comes_back(self, person: Person, peer: int, message: Reconnect) -> None:
        """The connection before, if there still is one, ends without any effect."""
        before = person.peer
        answer = self.house.say(peer, message)
        assert isinstance(answer, SessionOpened)
        self.model.returned(person, peer, answer.token)
        person.last = message, answer
        if before is not None:
            assert self.house.ended[-1] == before
            seen = picture(self.house)
            self.house.depart(before)
            assert picture(self.house) == seen

    def _stays_away(self, peer: int, message: Reconnect) -> None:
        before = picture(self.house)
        error = self.house.say(peer, message)
        assert isinstance(error, Error)
        assert error.error is ErrorCode.SESSIONUNKNOWN
        self.house.depart(peer)
        assert picture(self.house) == before

    # Tables

    @rule(pick=picks, set_up=set_ups)
    def create(self, pick: int, set_up: SelectModeAndPlayers) -> None:
        if people := self._here("match", "setup"):
            person = people[pick % len(people)]
            if person.phase == "match":
                self._ask_for_a_new_match(person)
            assert isinstance(self._say(person, set_up), ActionValid)
            self.model.create(person, set_up, self.seeds)

    @rule(pick=picks)
    def begin_to_create(self, pick: int) -> None:
        if people := self._here("match"):
            self._ask_for_a_new_match(people[pick % len(people)])

    def _ask_for_a_new_match(self, person: Person) -> None:
        assert isinstance(self._say(person, SelectMatch(0)), ActionValid)
        person.phase, person.result = "setup", False

    @rule(pick=picks, which=picks)
    def join(self, pick: int, which: int) -> None:
        people, boards = self._here("match"), list(self.model.boards.values())
        if not people or not boards:
            return
        person, board = people[pick % len(people)], boards[which % len(boards)]
        person.result = False
        if board.state is None and len(board.members) < board.asked.number_of_players:
            assert isinstance(self._say(person, SelectMatch(board.number)), ActionValid)
            self.model.join(person, board.number, self.seeds)
        elif board.state is None:
            assert self._refused(person, SelectMatch(board.number)) == ErrorCode.MATCHFULL
        else:
            assert self._refused(person, SelectMatch(board.number)) == ErrorCode.CHOICENOTVALID

    @rule(pick=picks, which=picks)
    def wizard(self, pick: int, which: int) -> None:
        if not (people := self._here("wizard")):
            return
        person = people[pick % len(people)]
        board = self.model.board(person)
        if not board.game.wizards:
            assert self._refused(person, ChooseWizard("KING")) == ErrorCode.UNEXPECTEDMESSAGE
            return
        wizard = board.game.wizards[which % len(board.game.wizards)]
        answer = self._say(person, ChooseWizard(wizard))
        if wizard in {w for name, w in board.wizards.items() if name != person.name}:
            assert isinstance(answer, Error)
        else:
            assert isinstance(answer, ActionValid)
            self.model.choose(person, wizard, self.seeds)

    @rule(pick=picks)
    def leave(self, pick: int) -> None:
        if people := self._here():
            person = people[pick % len(people)]
            if person.phase == "match":
                assert self._refused(person, LeaveMatch()) == ErrorCode.UNEXPECTEDMESSAGE
                return
            assert isinstance(self._say(person, LeaveMatch()), ActionValid)
            self.model.leave(person)

    @rule(pick=picks, text=st.sampled_from(["hello", "well played", "see you"]))
    def chat(self, pick: int, text: str) -> None:
        if people := self._here():
            person = people[pick % len(people)]
            assert isinstance(self._say(person, SendChat(text)), ActionValid)
            if person.phase == "turn":
                self.model.board(person).talk.append((person.name, text))

    # Moves

    @rule(pick=picks, choice=st.integers(0, 30))
    def act_once(self, pick: int, choice: int) -> None:
        self.act(pick, [choice])

    @rule(pick=picks, choices=st.lists(st.integers(0, 30), min_size=4, max_size=20))
    def act(self, pick: int, choices: list[int]) -> None:
        for choice in choices:
            if people := self._movers():
                person = people[pick % len(people)]
                answer = self._say(person, self._legal(person, choice))
                if isinstance(answer, Error) and answer.error is ErrorCode.SUSPENDED:
                    assert self._is_alone(person), "nobody else is suspended"
                    continue
                assert isinstance(answer, ActionValid), answer
                assert person.last is not None
                person.last_action = person.last
                self.model.act(person, person.last[0])

    def _is_alone(self, person: Person) -> bool:
        """Whether the others of this table are away."""
        return [p for p in self._here("turn") if p.table == person.table] == [person]

    def _legal(self, person: Person, choice: int) -> Any:
        board = self.model.board(person)
        actions = board.game.legal(board.state, self.model.seat(person))
        return actions[choice % len(actions)]

    @rule(choice=picks)
    def act_out_of_turn(self, choice: int) -> None:
        """What the one who is waited for may do, done by another."""
        for mover in self._movers()[:1]:
            board = self.model.board(mover)
            others = [p for p in self._here("turn") if p.table == mover.table and p is not mover]
            action = self._legal(mover, choice)
            for person in others:
                if board.refuses(self.model.seat(person), action):
                    self._refused(person, action)

    @rule(pick=picks)
    def act_in_the_wrong_phase(self, pick: int) -> None:
        if people := self._here("match", "setup", "wizard"):
            person = people[pick % len(people)]
            assert self._refused(person, PlayAssistantCard(1)) == ErrorCode.UNEXPECTEDMESSAGE
        for person in self._here("turn"):
            other = DrawUnoCard() if self.model.board(person).game.wizards else PlayAssistantCard(1)
            assert self._refused(person, other) == ErrorCode.UNEXPECTEDMESSAGE
            assert self._refused(person, RequestRefresh()) == ErrorCode.UNEXPECTEDMESSAGE

    @rule(pick=picks, action=st.booleans())
    def repeat(self, pick: int, action: bool) -> None:
        """The last command, or the last action: the answer to that one survives a crash."""
        commands = [(p, p.last_action if action else p.last) for p in self._here()]
        known = [(person, command) for person, command in commands if command is not None]
        if known:
            person, (message, answer) = known[pick % len(known)]
            assert person.peer is not None
            before = picture(self.house)
            assert self.house.say(person.peer, message) == answer
            assert picture(self.house) == before
            self._show_token(person, message)

    # Time, and the end of it

    @rule(seconds=st.sampled_from([1.0, 4.0, 20.0, 80.0]))
    def tick(self, seconds: float) -> None:
        while seconds > 0:
            self.read = len(self.journal._entries)
            self.house.tick(min(seconds, LONGEST_TICK))
            new = self.journal._entries[self.read :]
            written = [(entry.match, decode_record(entry.body)) for entry in new]
            self.model.passed(written, self.house.now)
            gone = self.model.people.keys() - self.house.state.sessions.keys()
            self.model.forgotten(set(gone), self.house.now)
            seconds -= LONGEST_TICK

    @rule(back=st.integers(0, len(NAMES)))
    def crash(self, back: int) -> None:
        """The process is gone; another one finds what was written, and some are back at once."""
        self.strangers = []
        self._open()
        self.model.crash()
        self.the_same_people()
        self.the_same_tables()
        for index in range(min(back, len(self.model.people))):
            self.reconnect(index, "right")

    @rule(pick=picks, choice=picks)
    def crash_before_the_action_is_written(self, pick: int, choice: int) -> None:
        """Nobody was told, so it has not happened."""
        if people := self._movers():
            person = people[pick % len(people)]
            action = structs.replace(self._legal(person, choice), id=next(self.ids))
            assert person.peer is not None
            self.house.handler.receive(person.peer, action, self.house.now)
            self.crash(len(NAMES))

    # What always holds

    @invariant()
    def the_same_people(self) -> None:
        sessions = self.house.state.sessions
        assert {
            name: (s.peer, s.state.phase.replace("set-up", "setup"), s.room.number if s.room else 0)
            for name, s in sessions.items()
        } == {name: (p.peer, p.phase, p.table) for name, p in self.model.people.items()}

    @invariant()
    def the_same_tables(self) -> None:
        rooms: dict[int, Any] = self.house.state.rooms
        assert rooms.keys() == self.model.boards.keys()
        for number, board in self.model.boards.items():
            room = rooms[number]
            assert [m and m.name for m in room.members_by_seat] == board.members
            assert (room.match is None) == (board.state is None)
            if room.match:
                self._check_match(room, board)

    def _check_match(self, room: Any, board: Board) -> None:
        assert state_hash(room.match.state) == state_hash(board.state)
        assert [(line.sender, line.text) for line in room.chat] == board.talk[-50:]
        for seat, member in enumerate(room.members_by_seat):
            assert member is None or member.seat == seat

    @invariant()
    def every_seat_has_one_owner(self) -> None:
        lobby = self.house.state
        seated = [id(m) for room in lobby.rooms.values() for m in room.members]
        assert len(seated) == len(set(seated))
        owners = {peer.id: peer.session.name for peer in lobby.peers.values() if peer.session}
        assert owners == {p.peer: p.name for p in self._here()}

    @invariant()
    def nothing_broke(self) -> None:
        assert self.house.log.entries == []

    def teardown(self) -> None:
        """What was recorded leads to the same states, in the model and in the journal."""
        for board in self.model.boards.values():
            if board.state is not None:
                assert board.played_again() == state_hash(board.state)
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
    run_state_machine_as_test(House, settings=_settings(60, 40))


@pytest.mark.soak
def test_the_server_does_what_the_model_says_a_thousand_times() -> None:
    run_state_machine_as_test(House, settings=_settings(1000, 60))


def test_the_model_has_opinions_of_its_own() -> None:
    """A model that agreed with everything would find nothing."""
    machine = House()
    machine.first_table(SelectModeAndPlayers(2))
    machine.act(0, [1, 2, 3])
    machine.the_same_tables()
    answer: Message = machine.house.say(*_unseen(machine))
    assert isinstance(answer, ActionValid)
    with pytest.raises(AssertionError):
        machine.the_same_tables()


def _unseen(machine: House) -> tuple[int, Any]:
    """An action of which the model does not hear."""
    (person,) = machine._movers()
    assert person.peer is not None
    return person.peer, machine._legal(person, 0)
