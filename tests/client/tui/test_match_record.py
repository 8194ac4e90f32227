"""Test what is recorded of a match for its result page."""

from client.connections import ConnectionEvent
from client.games.highlights import Standing
from client.model import Model
from client.tui import match_record
from client.tui.match_record import MatchRecord
from messages import FinalScores, IsTurnOfPlayer, Message, PlayersInfo, SessionOpened, YourTurn
from messages.eriantys.table import MotherNatureMoved, RoundStarted
from messages.registry import GameView, UpdateMessage
from tests.client.games.eriantys.tables import NAMES, full_view

RESULT = FinalScores(("ada",), {"ada": 8, "bob": 3}, "all towers are built")
Timed = tuple[float, Message | ConnectionEvent]


def moved(seq: int) -> UpdateMessage:
    return UpdateMessage(MotherNatureMoved(1, seq % 12), seq=seq)


def next_round(number: int, seq: int) -> UpdateMessage:
    return UpdateMessage(RoundStarted(number, (0, 1)), seq=seq)


def record_of(*messages: Timed, start: PlayersInfo | None = None) -> MatchRecord:
    model, record = Model(), MatchRecord()
    first: list[Timed] = [
        (0.0, SessionOpened("ada", "x")),
        (0.0, start or PlayersInfo(NAMES, 2, seq=0)),
        (0.0, GameView(full_view(), seq=1)),
    ]
    for now, message in (*first, *messages):
        if not isinstance(message, ConnectionEvent):
            model.receive(message)
        record.on_message(model, message, now)
    return record


def test_changes_are_recorded_once_and_those_of_the_last_turn_are_known() -> None:
    record = record_of(
        (1.0, YourTurn()), (2.0, moved(2)), (3.0, IsTurnOfPlayer("bob")), (4.0, moved(3)),
        (5.0, moved(3)), (6.0, RESULT),
    )  # fmt: skip
    assert record.is_complete
    assert len(record.changes) == 2
    assert list(record.last_changes) == [moved(3).change]
    assert record.seconds == 6.0


def test_thinking_time_is_added_up_without_the_time_of_a_lost_connection() -> None:
    record = record_of(
        (1.0, YourTurn()),
        (11.0, IsTurnOfPlayer("bob")),
        (13.0, YourTurn()),
        (18.0, ConnectionEvent.LOST),
        (90.0, YourTurn()),
        (94.0, RESULT),
    )
    assert record.thinking == {"ada": 14.0, "bob": 2.0}
    assert record.longest_turn == ("ada", 10.0)


def test_scores_are_sampled_once_for_each_round() -> None:
    record = record_of(
        (1.0, YourTurn()),
        (2.0, IsTurnOfPlayer("bob")),
        (3.0, next_round(5, 2)),
        (4.0, YourTurn()),
        (5.0, RESULT),
    )
    assert [sample.round for sample in record.samples] == [full_view().round, 5]
    assert record.has_rounds
    assert all(isinstance(s, Standing) for s in record.samples[-1].standings)


def test_record_of_a_continued_match_or_with_a_gap_is_incomplete() -> None:
    assert not record_of(start=PlayersInfo(NAMES, 2, seq=40)).is_complete
    assert record_of((1.0, GameView(full_view(), seq=1))).is_complete, "the same view again"
    assert not record_of((1.0, GameView(full_view(), seq=9))).is_complete
    assert not MatchRecord().is_complete


def test_new_match_begins_a_new_record() -> None:
    record = record_of((1.0, YourTurn()), (2.0, moved(2)), (3.0, PlayersInfo(NAMES, 2)))
    assert record.changes == []
    assert record.samples == []
    assert record.thinking == {}


def test_very_long_match_is_recorded_in_part() -> None:
    record = record_of(*((1.0, moved(seq)) for seq in range(2, match_record.MAX_CHANGES + 4)))
    assert len(record.changes) == match_record.MAX_CHANGES
    assert not record.is_complete
    rounds = [
        (1.0, message)
        for number in range(1, match_record.MAX_SAMPLES + 2)
        for message in (next_round(number + 10, number + 1), YourTurn())
    ]
    samples = record_of(*rounds).samples
    assert len(samples) <= match_record.MAX_SAMPLES
    assert samples[-1].round == match_record.MAX_SAMPLES + 11


def test_game_without_standings_has_no_samples() -> None:
    model, record = Model(), MatchRecord()
    model.view = None
    record.on_message(model, YourTurn(), 1.0)
    assert record.samples == []
    assert not record.has_rounds
