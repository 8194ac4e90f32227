from client.model import Model
from client.tui.text.describe import ask, describe
from messages import GenericMessage, Heartbeat, YourTurn
from messages.eriantys.table import CloudTaken
from messages.registry import UpdateMessage
from tests.client.games.eriantys.tables import full_view
from tests.harness.table_messages import table_messages

TAKEN = UpdateMessage(CloudTaken(0, 1), seq=11)


def seated() -> Model:
    model = Model()
    for message in table_messages(full_view()):
        model.receive(message)
    return model


def test_the_own_seat_is_you_unless_a_story_is_told() -> None:
    assert describe(seated(), TAKEN) == ["You took cloud 1."]
    assert describe(seated(), TAKEN, own=False) == ["ada took cloud 1."]


def test_a_seat_without_a_name_is_a_number() -> None:
    assert describe(Model(), TAKEN) == ["seat 0 took cloud 1."]


def test_messages_of_every_game_and_silent_ones() -> None:
    assert describe(Model(), GenericMessage("Hello.")) == ["Hello."]
    assert describe(Model(), Heartbeat()) == []


def test_a_question_of_an_unknown_game_has_some_words() -> None:
    assert ask(YourTurn()) == "Your turn: text it's your turn"
