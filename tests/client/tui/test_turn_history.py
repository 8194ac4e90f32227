"""Test which changes count as changes since the reader's last turn."""

from client.model import Model
from client.tui.turn_history import MAX_CHANGES, MAX_RECENT, TurnHistory
from messages import IsTurnOfPlayer, Message, PlayersInfo, SessionOpened, YourTurn
from messages.eriantys.table import MotherNatureMoved
from messages.registry import GameView, UpdateMessage
from tests.client.games.eriantys.tables import NAMES, full_view


def moved(seq: int) -> UpdateMessage:
    return UpdateMessage(MotherNatureMoved(1, seq % 12), seq=seq)


def history_after(*messages: Message, seat: int | None = 0) -> tuple[TurnHistory, Model]:
    model, history = Model(), TurnHistory()
    start = (
        SessionOpened("ada", "x"),
        PlayersInfo(NAMES, 2),
        GameView(full_view(seat=seat), seq=1),
    )
    for message in (*start, *messages):
        model.receive(message)
        history.on_message(model, message)
    return history, model


def test_changes_are_counted_from_the_first_view_until_the_end_of_the_first_turn() -> None:
    history, _ = history_after(IsTurnOfPlayer("bob"), moved(2), YourTurn(), moved(3))
    assert history.before == full_view()
    assert len(history.changes) == 2


def test_end_of_the_own_turn_begins_again_with_the_view_of_that_moment() -> None:
    history, model = history_after(YourTurn(), moved(2), IsTurnOfPlayer("bob"))
    assert not history.changes
    assert history.before is model.view
    history, model = history_after(YourTurn(), moved(2), IsTurnOfPlayer("bob"), moved(3))
    assert len(history.changes) == 1
    assert history.before is not model.view


def test_second_turn_in_a_row_begins_again() -> None:
    history, _ = history_after(YourTurn(), moved(2), YourTurn(), moved(3))
    assert len(history.changes) == 1


def test_turns_of_others_do_not_begin_again_except_for_a_spectator() -> None:
    turns = (IsTurnOfPlayer("bob"), moved(2), IsTurnOfPlayer("cyd"), moved(3))
    assert len(history_after(*turns)[0].changes) == 2
    assert len(history_after(*turns, seat=None)[0].changes) == 1


def test_repeated_change_is_recorded_once_and_a_new_match_starts_empty() -> None:
    history, _ = history_after(moved(2), moved(2))
    assert len(history.changes) == 1
    history, _ = history_after(moved(2), PlayersInfo(NAMES, 2))
    assert not history.changes
    assert history.before is None


def test_only_the_last_changes_are_kept() -> None:
    history, _ = history_after(*(moved(n) for n in range(2, MAX_CHANGES + 10)))
    assert len(history.changes) == MAX_CHANGES


def test_recent_changes_survive_turns_but_not_a_gap_or_a_new_match() -> None:
    turns = (YourTurn(), moved(2), IsTurnOfPlayer("bob"), moved(3))
    history, _ = history_after(*turns)
    assert len(history.recent) == 2
    same, later = GameView(full_view(), seq=3), GameView(full_view(), seq=5)
    assert len(history_after(*turns, same, moved(4))[0].recent) == 3
    assert len(history_after(*turns, later, moved(6))[0].recent) == 1
    assert history_after(*turns, PlayersInfo(NAMES, 2))[0].recent == ()


def test_number_of_recent_changes_is_limited() -> None:
    history, _ = history_after(*(moved(n) for n in range(2, MAX_RECENT + 10)))
    assert len(history.recent) == MAX_RECENT
