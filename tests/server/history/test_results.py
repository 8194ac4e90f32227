"""Results of finished matches are kept for their players, also across restarts."""

import pytest
from msgspec import structs

from games.registry import GAMES
from messages import (
    ActionValid,
    ChooseMatch,
    ChooseNickname,
    Error,
    ErrorCode,
    FinalScores,
    LeaveMatch,
    ListActions,
    Message,
    Reconnect,
    RequestRefresh,
    SessionOpened,
    YouWin,
)
from messages.registry import LegalActions
from server.history.archive import verify
from server.journal.records import Ended, decode_record
from server.limits import Limits
from tests.harness.journalled import JournalledHarness
from tests.harness.memory_journal import MemoryJournal

HOUR = 3600.0
DAY = 24 * HOUR


@pytest.fixture
def harness() -> JournalledHarness:
    return JournalledHarness(MemoryJournal(), unix_now=1_700_000_000.0)


def _win_while_away(harness: JournalledHarness, winner: str = "ada", loser: str = "bob") -> str:
    """Disconnect the winner, let the loser leave, and return the token of the winner."""
    ada, bob = harness.start_match(winner, loser)
    harness.play_actions([ada, bob], 5)
    harness.disconnect(ada)
    harness.send(bob, LeaveMatch())
    return harness.received(ada, SessionOpened)[-1].token


def _reconnect(harness: JournalledHarness, token: str, name: str = "ada") -> tuple[int, Message]:
    peer = harness.connect()
    harness.inboxes[peer].clear()
    return peer, harness.send(peer, Reconnect(name, token))


def test_player_who_was_away_gets_view_result_and_match_list_after_a_restart(
    harness: JournalledHarness,
) -> None:
    token = _win_while_away(harness)
    after = harness.restart(HOUR)
    peer, answer = _reconnect(after, token)
    assert isinstance(answer, SessionOpened)
    names = after.pop_received_types(peer)
    assert names[0] == "PlayersInfo"
    assert names[-4:] == ["GameView", "YouWin", "FinalScores", "ChooseMatch"]


def test_result_after_a_restart_equals_the_result_before(harness: JournalledHarness) -> None:
    peers = harness.start_match("ada", "bob")
    harness.play_actions(peers, 1000)
    tokens = [harness.received(peer, SessionOpened)[-1].token for peer in peers]
    after = harness.restart(0.0)
    for peer, name, token in zip(peers, ("ada", "bob"), tokens, strict=True):
        back, answer = _reconnect(after, token, name)
        assert isinstance(answer, SessionOpened)
        assert after.received(back, FinalScores) == harness.received(peer, FinalScores)
        assert after.received(back, YouWin) == harness.received(peer, YouWin)


def test_last_action_repeated_after_the_restart_gets_the_same_answer(
    harness: JournalledHarness,
) -> None:
    peers = harness.start_match("ada", "bob")
    for number in range(1, 1000):
        if not harness.state.rooms:
            break
        for seat, peer in enumerate(peers):
            legal = harness.send(peer, ListActions())
            if isinstance(legal, LegalActions) and legal.actions:
                action = structs.replace(legal.actions[number % len(legal.actions)], id=number)
                answer, actor = harness.send(peer, action), seat
                break
    assert isinstance(answer, ActionValid)
    token = harness.received(peers[actor], SessionOpened)[-1].token
    after = harness.restart(0.0)
    back, _ = _reconnect(after, token, ("ada", "bob")[actor])
    assert after.send(back, action) == answer


def test_result_is_kept_for_a_day_without_a_restart_and_the_nickname_is_free(
    harness: JournalledHarness,
) -> None:
    token = _win_while_away(harness)
    harness.tick(HOUR)
    assert "ada" not in harness.state.sessions
    other = harness.connect_named("ada")
    assert _refusal(harness, token) is ErrorCode.DUPLICATENICKNAME
    harness.disconnect(other)
    peer, answer = _reconnect(harness, token)
    assert isinstance(answer, SessionOpened)
    assert harness.received(peer, FinalScores)


def test_result_is_forgotten_after_result_seconds(harness: JournalledHarness) -> None:
    token = _win_while_away(harness)
    late = harness.restart(DAY + 1.0)
    assert late.state.kept_results == {}
    assert _refusal(late, token) is ErrorCode.SESSIONUNKNOWN
    in_time = harness.restart(DAY - 60.0)
    in_time.tick(30.0)
    assert in_time.state.kept_results
    in_time.tick(31.0)
    assert in_time.state.kept_results == {}
    for _ in range(25):
        harness.tick(HOUR)
    assert harness.state.kept_results == {}
    assert _refusal(harness, token) is ErrorCode.SESSIONUNKNOWN


def _refusal(harness: JournalledHarness, token: str) -> ErrorCode:
    """Return the error code of a reconnect that is refused."""
    _, answer = _reconnect(harness, token)
    assert isinstance(answer, Error)
    return answer.error


def test_result_is_kept_until_read_if_the_player_disconnects_again(
    harness: JournalledHarness,
) -> None:
    after = harness.restart(0.0)
    token = _win_while_away(after)
    after.tick(HOUR)
    peer, answer = _reconnect(after, token)
    assert isinstance(answer, SessionOpened)
    after.disconnect(peer)
    after.tick(HOUR)
    peer, answer = _reconnect(after, answer.token)
    assert isinstance(answer, SessionOpened)
    assert after.received(peer, FinalScores)
    assert isinstance(after.send(peer, RequestRefresh()), ChooseMatch)
    after.disconnect(peer)
    assert after.state.kept_results == {}
    assert isinstance(_reconnect(after, answer.token)[1], Error)


def test_somebody_who_takes_the_nickname_of_a_result_cannot_read_or_remove_it(
    harness: JournalledHarness,
) -> None:
    token = _win_while_away(harness)
    after = harness.restart(0.0)
    _win_while_away(after, "ada", "eve")
    after.tick(HOUR)
    assert isinstance(after.send(after.connect(), Reconnect("ada", "guess")), Error)
    assert isinstance(after.send(after.connect(), Reconnect("bob", token)), Error)
    peer, answer = _reconnect(after, token)
    assert isinstance(answer, SessionOpened)
    assert set(after.received(peer, FinalScores)[0].scores) == {"ada", "bob"}


@pytest.mark.parametrize("is_restarted", [False, True])
def test_only_the_newest_results_are_kept(is_restarted: bool) -> None:
    harness = JournalledHarness(MemoryJournal(), Limits(kept_results=3))
    tokens = []
    for number in range(5):
        tokens.append(_win_while_away(harness, f"ada{number}", f"bob{number}"))
        bob = max(harness.state.peers)
        harness.send(bob, RequestRefresh())
        harness.tick(61.0)
    after = harness.restart(0.0) if is_restarted else harness
    assert len(after.state.kept_results) <= 3
    answers = [_reconnect(after, token, f"ada{n}")[1] for n, token in enumerate(tokens)]
    kept = [isinstance(answer, SessionOpened) for answer in answers]
    assert kept[-1]
    assert not kept[0]
    assert kept == sorted(kept)


def test_match_with_a_final_snapshot_is_valid_and_has_the_time_of_its_end(
    harness: JournalledHarness,
) -> None:
    _win_while_away(harness)
    snapshot, last = list(harness.journal.entries(1))[-2:]
    assert snapshot.is_snapshot
    record = decode_record(last.body)
    assert isinstance(record, Ended)
    assert record.ended_at == harness.unix_now
    assert [verdict.error for verdict in verify(harness.journal, GAMES)] == [""]


def test_new_session_of_a_player_with_a_kept_result_has_no_result(
    harness: JournalledHarness,
) -> None:
    _win_while_away(harness)
    after = harness.restart(0.0)
    ada = after.connect()
    assert isinstance(after.send(ada, ChooseNickname("ada")), ActionValid)
    assert after.received(ada, FinalScores) == []


def test_reconnect_after_a_restart_is_refused_for_a_client_that_received_the_last_change(
    harness: JournalledHarness,
) -> None:
    peers = harness.start_match("ada", "bob")
    harness.play_actions(peers, 1000)
    last_seq = harness.received(peers[0], FinalScores)[0].seq
    assert isinstance(last_seq, int)
    token = harness.received(peers[0], SessionOpened)[-1].token
    after = harness.restart()
    answer = after.send(after.connect(), Reconnect("ada", token, last_seq))
    assert isinstance(answer, Error)
    assert answer.error is ErrorCode.SESSIONUNKNOWN
    answer = after.send(after.connect(), Reconnect("ada", token, last_seq - 1))
    assert isinstance(answer, SessionOpened)
