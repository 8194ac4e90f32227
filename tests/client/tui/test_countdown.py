"""Test the time left for a decision (client.tui.countdown)."""

from client.model import Model
from client.tui.countdown import Countdown
from messages import FinalScores, Message, TurnReminder, YourTurn
from messages.eriantys.actions import SelectSteps
from tests.harness.table_messages import table_messages


def receive(model: Model, countdown: Countdown, now: float, *messages: Message) -> None:
    for message in messages:
        model.receive(message)
        countdown.on_message(model, message, now)


def test_countdown_starts_with_a_turn_or_prompt_and_ends_with_the_match() -> None:
    model, countdown = Model(), Countdown()
    receive(model, countdown, 0.0, *table_messages(clock=60))
    assert countdown.seconds_left(model, 5.0) is None
    receive(model, countdown, 10.0, YourTurn())
    assert countdown.seconds_left(model, 15.0) == 55
    receive(model, countdown, 20.0, SelectSteps(2))
    assert countdown.seconds_left(model, 20.0) == 60
    assert countdown.seconds_left(model, 500.0) == 0
    receive(model, countdown, 30.0, TurnReminder(15))
    assert countdown.seconds_left(model, 30.0) == 15
    receive(model, countdown, 31.0, FinalScores(("ada",), {"ada": 1}, "done", "00"))
    assert countdown.seconds_left(model, 31.0) is None
