"""Test the full-screen client without a screen."""

from collections.abc import Callable

import pytest
from msgspec import structs

from client.connections import ConnectionEvent
from client.connections.text import EVENTS
from client.tui.conversation import MAX_LOG_LINES
from client.tui.line_client import LineClient
from client.tui.text import messages, screen
from messages import (
    ChatMessage,
    ChooseMatch,
    Error,
    ErrorCode,
    GenericMessage,
    IsTurnOfPlayer,
    ListActions,
    Message,
    PlayersInfo,
    RequestNickname,
    RoomUpdate,
    SendChat,
    StartMatch,
    TurnReminder,
    YourTurn,
)
from messages.eriantys.actions import MoveMotherNature, SelectSteps
from messages.eriantys.table import MotherNatureMoved
from messages.registry import GameView, LegalActions, UpdateMessage
from tests.client.games.rummy.tables import rummy_view
from tests.harness.conversation import ConversationHarness, seated
from tests.harness.table_messages import room, table_messages

STEPS = LegalActions((MoveMotherNature(1), MoveMotherNature(2)))


def test_log_contains_the_turn_of_another_but_neither_prompt_nor_choices() -> None:
    conversation = seated(YourTurn())
    conversation.log.clear()
    assert conversation.receive(SelectSteps(2)) == [ListActions()]
    assert conversation.receive(STEPS) == []
    assert conversation.log.texts == []
    conversation.receive(IsTurnOfPlayer("bob"))
    assert conversation.log.texts == ["It is the turn of bob."]


def test_log_keeps_only_the_last_max_log_lines() -> None:
    conversation = seated()
    for number in range(MAX_LOG_LINES + 5):
        conversation.receive(GenericMessage(f"line {number}"))
    assert len(conversation.log.texts) == MAX_LOG_LINES
    assert (conversation.log.texts[0], conversation.log.texts[-1]) == (
        "line 5",
        f"line {MAX_LOG_LINES + 4}",
    )


@pytest.mark.parametrize("front_end", [LineClient(print).on_message, ConversationHarness().receive])
def test_each_message_is_described_once_by_line_client_and_conversation(
    front_end: Callable[[Message], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    described: list[Message] = []

    def count(message: Message) -> str:
        described.append(message)
        return ""

    monkeypatch.setattr(messages, "message_text", count)
    sent = [RequestNickname(), ChatMessage("bob", "hi"), Error(ErrorCode.NOTYOURTURN, "Wait.")]
    for message in sent:
        front_end(message)
    assert described == sent


def test_hint_is_logged_once_when_the_legal_actions_arrive() -> None:
    conversation = seated(YourTurn(), SelectSteps(2), STEPS)
    conversation.log.clear()
    assert conversation.type_line("hint") == [ListActions()]
    conversation.receive(STEPS)
    assert conversation.log.texts[-1].startswith("A computer player would type: mother")
    conversation.log.clear()
    conversation.receive(STEPS)
    assert not conversation.log.texts


def test_unknown_command_is_reported_in_the_log_and_sends_nothing() -> None:
    conversation = seated(YourTurn(), SelectSteps(2), STEPS)
    assert conversation.type_line("dance") == []
    assert "'dance' is no command" in conversation.log.texts[-1]


def test_chat_of_others_is_unread_until_the_chat_is_open() -> None:
    conversation = seated(ChatMessage("bob", "hi"), ChatMessage("ada", "hello"))
    assert conversation.chat.texts == ["[bob] hi", "[ada] hello"]
    assert screen.side_title(conversation.chat_open, conversation.unread) == "LOG (F2: chat, 1 new)"
    conversation.show_chat(True)
    assert screen.side_title(conversation.chat_open, conversation.unread) == "CHAT (F2: log)"
    conversation.receive(ChatMessage("bob", "you there?"))
    assert conversation.unread == 0


def test_chat_with_the_exact_name_of_a_player_and_a_text_is_a_whisper() -> None:
    conversation = seated()
    assert conversation.type_line("/chat bob psst you") == [SendChat("psst you", to="bob")]
    assert conversation.type_line("/chat bobby is nice") == [SendChat("bobby is nice")]
    assert conversation.type_line("chat bob") == [SendChat("bob")]


def test_notices_are_refusals_and_connection_events_which_set_is_disconnected() -> None:
    conversation = seated(GenericMessage("Welcome"), Error(ErrorCode.NOTYOURTURN, "Wait."))
    assert conversation.notices == ["No: Wait."]
    lost, restored, refused = list(ConnectionEvent)[:3]
    conversation.receive(lost)
    assert conversation.is_disconnected
    conversation.receive(restored)
    assert not conversation.is_disconnected
    conversation.receive(lost, refused)
    assert not conversation.is_disconnected
    assert conversation.notices[1:] == [EVENTS[event] for event in (lost, restored, lost, refused)]
    assert conversation.log.texts[-4:] == conversation.notices[1:]


def test_server_text_that_looks_like_a_connection_event_changes_nothing() -> None:
    conversation = seated(*(GenericMessage(text) for text in EVENTS.values() if text))
    assert not conversation.is_disconnected
    assert conversation.notices == []


def test_countdown_starts_with_the_prompt_stops_at_0_and_is_set_by_a_reminder() -> None:
    conversation = ConversationHarness()
    conversation.receive(*table_messages(clock=60))
    assert conversation.seconds_left(5.0) is None
    conversation.now = 10.0
    conversation.receive(YourTurn(), SelectSteps(2))
    assert conversation.seconds_left(15.0) == 55
    assert conversation.seconds_left(500.0) == 0
    conversation.now = 20.0
    conversation.receive(TurnReminder(15))
    assert conversation.seconds_left(20.0) == 15


def test_prompt_without_a_turn_clock_has_no_countdown() -> None:
    assert seated(YourTurn(), SelectSteps(2)).seconds_left(3.0) is None


def test_step_back_undoes_one_part_of_a_choice_and_a_new_prompt_all_parts() -> None:
    conversation = seated(YourTurn(), SelectSteps(2), STEPS)
    conversation.partial_choice += [("move",), ("move", "red")]
    assert conversation.step_back()
    assert conversation.chosen_words == ("move",)
    conversation.receive(SelectSteps(1))
    assert not conversation.chosen_words
    assert not conversation.step_back()


def test_send_returns_the_message_with_an_id() -> None:
    conversation = seated(YourTurn(), SelectSteps(2), STEPS)
    (sent,) = conversation.send(MoveMotherNature(2))
    assert structs.replace(sent, id=1) == MoveMotherNature(2, id=1)


def test_change_requests_legal_actions_again_unless_an_own_action_is_unanswered() -> None:
    conversation = seated(YourTurn(), SelectSteps(2), STEPS)
    changed = UpdateMessage(MotherNatureMoved(1, 3), seq=11)
    assert conversation.receive(changed) == [ListActions()]
    conversation.receive(STEPS)
    conversation.send(MoveMotherNature(1))
    assert conversation.receive(UpdateMessage(MotherNatureMoved(1, 4), seq=12)) == []
    conversation.receive(SelectSteps(2), STEPS)
    conversation.type_line("mother 1")
    conversation.receive(Error(ErrorCode.ACTIONNONVALID, "No."))
    assert conversation.receive(UpdateMessage(MotherNatureMoved(1, 5), seq=13)) == [ListActions()]


def test_sort_changes_the_order_of_a_hand_that_has_several() -> None:
    conversation = ConversationHarness()
    conversation.receive(*table_messages()[:2], PlayersInfo(("ada", "bob", "carol"), 3))
    conversation.receive(GameView(rummy_view(("3H", "9S"))))
    orders = []
    for _ in range(3):
        assert conversation.sort_hand()
        orders.append(conversation.client.match.order)
    assert orders == ["rank", "suit", "rank"]
    assert not seated().sort_hand(), "no cards"


def test_change_of_another_player_keeps_the_steps_of_a_choice_that_are_still_legal() -> None:
    conversation = seated(YourTurn(), SelectSteps(2), STEPS)
    conversation.partial_choice += [("mother",), ("mother", "2")]
    changed = UpdateMessage(MotherNatureMoved(1, 3), seq=11)
    assert conversation.receive(changed) == [ListActions()]
    conversation.receive(LegalActions((MoveMotherNature(1),)))
    assert conversation.chosen_words == ("mother",)
    assert conversation.page().entries
    conversation.receive(LegalActions(()))
    assert not conversation.partial_choice


def test_refusal_after_a_change_requests_the_legal_actions_again_once() -> None:
    conversation = seated(YourTurn(), SelectSteps(2), STEPS)
    conversation.send(MoveMotherNature(1))
    conversation.receive(UpdateMessage(MotherNatureMoved(1, 4), seq=11))
    refused = Error(ErrorCode.ACTIONNONVALID, "No.")
    assert conversation.receive(refused) == [ListActions()]
    assert conversation.receive(refused) == []


def test_refusal_of_an_automatic_request_is_not_shown_but_that_of_a_typed_one_is() -> None:
    conversation = seated(YourTurn())
    (request,) = conversation.on_message(SelectSteps(2), 0.0)
    assert isinstance(request, ListActions)
    conversation.log.clear()
    conversation.receive(Error(ErrorCode.ACTIONNONVALID, "No.", reply_to=request.id))
    assert not conversation.notices
    assert not conversation.log.texts
    (typed,) = conversation.on_line("actions", 0.0)
    conversation.receive(Error(ErrorCode.ACTIONNONVALID, "No.", reply_to=typed.id))
    assert conversation.notices


def test_full_table_of_the_host_starts_after_the_countdown_and_in_line_mode_at_once() -> None:
    conversation = ConversationHarness()
    full = RoomUpdate(room(game="uno", players=("ada", "bob"), host="ada", standing=True))
    conversation.receive(*table_messages()[:3])
    assert conversation.receive(full) == []
    assert conversation.start_due_table(1.0) == []
    assert [type(message) for message in conversation.start_due_table(3.0)] == [StartMatch]
    conversation.receive(ChooseMatch(()))
    conversation.continue_in_lines(lambda line: None)
    assert conversation.receive(full) == [StartMatch()]
