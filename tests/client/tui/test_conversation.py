"""The conversation behind the screen."""

from collections.abc import Callable

import pytest
from msgspec import structs

from client.connections import ConnectionEvent
from client.connections.text import EVENTS
from client.tui.conversation import LOG_LINES
from client.tui.line_client import LineClient
from client.tui.text import messages, screen
from messages import (
    ChatMessage,
    Error,
    ErrorCode,
    GenericMessage,
    IsTurnOfPlayer,
    ListActions,
    Message,
    RequestNickname,
    RoomUpdate,
    SendChat,
    TurnReminder,
    YourTurn,
)
from messages.eriantys.actions import MoveMotherNature, SelectSteps
from messages.eriantys.table import MotherNatureMoved
from messages.registry import LegalActions, UpdateMessage
from tests.harness.conversation import Talk, seated
from tests.harness.table_messages import room, table_messages

STEPS = LegalActions((MoveMotherNature(1), MoveMotherNature(2)))


def test_the_log_tells_what_happens_and_not_what_is_on_the_screen_anyway() -> None:
    talk = seated(YourTurn())
    talk.log.clear()
    assert talk.hear(SelectSteps(2)) == [ListActions()]
    assert talk.hear(STEPS) == []
    assert list(talk.log) == []
    talk.hear(IsTurnOfPlayer("bob"))
    assert list(talk.log) == ["It is the turn of bob."]


def test_the_log_keeps_the_last_lines() -> None:
    talk = seated()
    for number in range(LOG_LINES + 5):
        talk.hear(GenericMessage(f"line {number}"))
    assert len(talk.log) == LOG_LINES
    assert (talk.log[0], talk.log[-1]) == ("line 5", f"line {LOG_LINES + 4}")


@pytest.mark.parametrize("front_end", [LineClient(print).heard, Talk().hear])
def test_each_message_is_described_once(
    front_end: Callable[[Message], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    described: list[Message] = []

    def count(message: Message) -> str:
        described.append(message)
        return ""

    monkeypatch.setattr(messages, "say", count)
    told = [RequestNickname(), ChatMessage("bob", "hi"), Error(ErrorCode.NOTYOURTURN, "Wait.")]
    for message in told:
        front_end(message)
    assert described == told


def test_a_hint_comes_when_the_server_has_answered() -> None:
    talk = seated(YourTurn(), SelectSteps(2), STEPS)
    talk.log.clear()
    assert talk.type("hint") == [ListActions()]
    talk.hear(STEPS)
    assert talk.log[-1].startswith("A computer player would type: mother")
    talk.log.clear()
    talk.hear(STEPS)
    assert not talk.log


def test_a_typing_error_is_answered_in_the_log() -> None:
    talk = seated(YourTurn(), SelectSteps(2), STEPS)
    assert talk.type("dance") == []
    assert "'dance' is no command" in talk.log[-1]


def test_chat_is_unread_until_it_is_looked_at() -> None:
    talk = seated(ChatMessage("bob", "hi"), ChatMessage("ada", "hello"))
    assert list(talk.chat) == ["[bob] hi", "[ada] hello"]
    assert screen.side_title(talk.chat_open, talk.unread) == "LOG (F2: chat, 1 new)"
    talk.show_chat(True)
    assert screen.side_title(talk.chat_open, talk.unread) == "CHAT (F2: log)"
    talk.hear(ChatMessage("bob", "you there?"))
    assert talk.unread == 0


def test_chat_with_the_name_of_somebody_here_is_private() -> None:
    talk = seated()
    assert talk.type("/chat bob psst you") == [SendChat("psst you", to="bob")]
    assert talk.type("/chat bobby is nice") == [SendChat("bobby is nice")]
    assert talk.type("chat bob") == [SendChat("bob")]


def test_only_refusals_and_the_connection_deserve_a_notice() -> None:
    talk = seated(GenericMessage("Welcome"), Error(ErrorCode.NOTYOURTURN, "Wait."))
    assert talk.news == ["No: Wait."]
    lost, restored, refused = list(ConnectionEvent)[:3]
    talk.hear(lost)
    assert talk.away
    talk.hear(restored)
    assert not talk.away
    talk.hear(lost, refused)
    assert not talk.away
    assert talk.news[1:] == [EVENTS[event] for event in (lost, restored, lost, refused)]
    assert list(talk.log)[-4:] == talk.news[1:]


def test_words_of_the_server_do_not_change_the_state_of_the_connection() -> None:
    talk = seated(*(GenericMessage(text) for text in EVENTS.values() if text))
    assert not talk.away
    assert talk.news == []


def test_the_clock_runs_from_the_question_and_a_reminder_sets_it_right() -> None:
    talk = Talk()
    messages = table_messages()
    clocked = RoomUpdate(room(players=("bob", "ada"), clock=60))
    talk.hear(*messages[:3], clocked, *messages[4:])
    assert talk.seconds_left(5.0) is None
    talk.now = 10.0
    talk.hear(YourTurn(), SelectSteps(2))
    assert talk.seconds_left(15.0) == 55
    assert talk.seconds_left(500.0) == 0
    talk.now = 20.0
    talk.hear(TurnReminder(15))
    assert talk.seconds_left(20.0) == 15


def test_without_a_clock_there_is_no_time_to_show() -> None:
    assert seated(YourTurn(), SelectSteps(2)).seconds_left(3.0) is None


def test_going_back_undoes_the_steps_of_a_choice_and_a_new_question_all_of_them() -> None:
    talk = seated(YourTurn(), SelectSteps(2), STEPS)
    talk.trail += [("move",), ("move", "red")]
    assert talk.back()
    assert talk.path == ("move",)
    talk.hear(SelectSteps(1))
    assert not talk.path
    assert not talk.back()


def test_a_message_can_be_sent_as_it_is() -> None:
    talk = seated(YourTurn(), SelectSteps(2), STEPS)
    (sent,) = talk.send(MoveMotherNature(2))
    assert structs.replace(sent, id=1) == MoveMotherNature(2, id=1)


def test_what_is_legal_is_asked_again_when_somebody_else_did_something() -> None:
    talk = seated(YourTurn(), SelectSteps(2), STEPS)
    changed = UpdateMessage(MotherNatureMoved(1, 3), seq=11)
    assert talk.hear(changed) == [ListActions()]
    talk.hear(STEPS)
    talk.send(MoveMotherNature(1))
    assert talk.hear(UpdateMessage(MotherNatureMoved(1, 4), seq=12)) == []
    talk.hear(SelectSteps(2), STEPS)
    talk.type("mother 1")
    talk.hear(Error(ErrorCode.ACTIONNONVALID, "No."))
    assert talk.hear(UpdateMessage(MotherNatureMoved(1, 5), seq=13)) == [ListActions()]
