"""Match: numbering, who is told what, and coming back."""

from hashlib import sha256
from typing import Any

import pytest

from games.base import AnyGame, Seating
from games.registry import GAMES
from games.rng import Rng
from messages import (
    ErrorCode,
    FinalScores,
    IsTurnOfPlayer,
    PlayersInfo,
    Reconnect,
    Refusal,
    SessionOpened,
    YourTurn,
)
from messages.eriantys.actions import PlayAssistantCard
from messages.registry import GameView, UpdateMessage
from server.match import RECENT_CHANGES, Match, SeatMessages
from tests.harness.handler import HandlerHarness, legal_action, turn_holder

ERIANTYS = GAMES["eriantys"]
NAMES = ("ada", "bob", "eve")


def _match(expert: bool = False) -> Match:
    options = ERIANTYS.options(expert, {})
    return Match(
        ERIANTYS, options, Seating(1, NAMES, ("KING", "WITCH", "SAGE")), b"seed of a match!"
    )


def _act(match: Match) -> list[SeatMessages]:
    (seat,) = ERIANTYS.active(match.state)
    return match.act(seat, match.legal(seat)[0]).messages


def _heard(said: list[SeatMessages], seat: int) -> list[Any]:
    return [m for seats, messages in said if seats is None or seat in seats for m in messages]


def _all(said: list[SeatMessages]) -> list[Any]:
    return [message for _, messages in said for message in messages]


def _kinds(said: list[SeatMessages], seat: int) -> list[str]:
    return [type(message).__name__ for message in _heard(said, seat)]


def test_the_opening_ends_with_the_first_question() -> None:
    match = _match()
    said = match.opening_step().messages
    (first,) = ERIANTYS.active(match.state)
    assert _kinds(said, first)[-3:] == ["GameView", "YourTurn", "SelectAssistantCard"]
    assert _kinds(said, (first + 1) % 3)[-2:] == ["GameView", "IsTurnOfPlayer"]


def test_every_push_carries_a_number_that_never_falls() -> None:
    match = _match(expert=True)
    last = 0
    said = match.opening_step().messages
    while match.result is None:
        for message in _all(said):
            assert isinstance(message.seq, int)
            assert message.seq >= last
            last = message.seq
        said = _act(match)


def test_each_change_has_a_number_of_its_own() -> None:
    match = _match()
    said = match.opening_step().messages + [s for _ in range(50) for s in _act(match)]
    numbers = [m.seq for m in _all(said) if isinstance(m, UpdateMessage)]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_the_start_is_told_like_every_other_step(game: AnyGame) -> None:
    """Its changes come before the first view, which contains them."""
    options = game.options(False, {})
    match = Match(game, options, Seating(1, NAMES, game.wizards[:3]), b"seed of a match!")
    changes = game.start(3, options, Rng(b"seed of a match!")).changes
    opening = match.opening_step().messages
    for seat in range(3):
        said = _heard(opening, seat)
        told = [m for m in said if isinstance(m, UpdateMessage)]
        seen = [(game.redact(change, seat), seq) for seq, change in enumerate(changes, 1)]
        assert [(m.change, m.seq) for m in told] == [(c, seq) for c, seq in seen if c is not None]
        (view,) = [m for m in said if isinstance(m, GameView)]
        assert view == match.view(seat)
        assert view.seq == len(changes)
        assert said.index(view) > max(map(said.index, told), default=0)


def test_a_match_played_again_in_silence_counts_the_start_too() -> None:
    match, again = _match(), _match()
    match.opening_step()
    again.mute()
    for _ in range(5):
        _act(match)
        _act(again)
    assert again.seq == match.seq


def test_the_turn_is_announced_when_it_comes_and_the_question_follows() -> None:
    match = _match()
    (seat,) = ERIANTYS.active(match.state)
    said = _act(match)
    (after,) = ERIANTYS.active(match.state)
    kinds = _kinds(said, after)
    assert kinds[-2:] == ["YourTurn", "SelectAssistantCard"]
    assert _kinds(said, seat)[-1] == "IsTurnOfPlayer"


def test_between_the_steps_of_a_turn_only_the_question_comes() -> None:
    match = _match()
    for _ in NAMES:
        _act(match)
    (seat,) = ERIANTYS.active(match.state)
    said = _act(match)
    assert _kinds(said, seat)[-1] == "SelectStudent"
    assert not [m for m in _all(said) if isinstance(m, YourTurn | IsTurnOfPlayer)]


def test_a_refused_action_changes_nothing() -> None:
    match = _match()
    (seat,) = ERIANTYS.active(match.state)
    before, number = match.state, match.seq
    with pytest.raises(Refusal) as caught:
        match.act((seat + 1) % 3, PlayAssistantCard(1))
    assert caught.value.code is ErrorCode.NOTYOURTURN
    assert NAMES[seat] in caught.value.text
    with pytest.raises(Refusal):
        match.act(seat, PlayAssistantCard(11))
    assert (match.state, match.seq) == (before, number)


def test_one_who_returns_gets_the_table_the_view_and_the_open_question() -> None:
    match = _match()
    for _ in range(20):
        _act(match)
    (seat,) = ERIANTYS.active(match.state)
    said = match.resume(seat)
    assert all(seats == (seat,) for seats, _ in said)
    kinds = _kinds(said, seat)
    assert kinds[0] == PlayersInfo.__name__
    assert kinds[-3:-1] == ["GameView", "YourTurn"]
    assert kinds[-1].startswith("Select")
    other = (seat + 1) % 3
    assert _kinds(match.resume(other), other)[-2:] == ["GameView", "IsTurnOfPlayer"]


def test_who_missed_more_than_is_kept_gets_a_fresh_view() -> None:
    match = _match()
    match.opening_step()
    while match.seq < 3 * RECENT_CHANGES:
        _act(match)
    kept = _kinds(match.resume(1, match.seq - RECENT_CHANGES, same_match=True), 1)
    assert kept.count("UpdateMessage") == RECENT_CHANGES
    assert "GameView" not in kept
    more = _kinds(match.resume(1, match.seq - RECENT_CHANGES - 1, same_match=True), 1)
    assert "UpdateMessage" not in more
    assert "GameView" in more


def test_the_same_seed_and_actions_say_the_same() -> None:
    def played() -> list[Any]:
        match = _match(expert=True)
        said: list[Any] = [*match.opening_step().messages]
        while match.result is None:
            said += _act(match)
        return said

    assert played() == played()


def test_a_view_is_numbered_with_the_last_change_it_shows() -> None:
    match = _match()
    for _ in range(9):
        _act(match)
    view: Any = ERIANTYS.view(match.state, 0)
    assert match.view(0) == GameView(view, seq=match.seq)


def test_an_action_after_the_end_is_refused() -> None:
    match = _match()
    while match.result is None:
        _act(match)
    with pytest.raises(Refusal):
        match.act(0, PlayAssistantCard(1))


def test_the_seed_is_promised_at_the_start_and_shown_at_the_end() -> None:
    match = _match()
    infos = [m for m in _all(match.opening_step().messages) if isinstance(m, PlayersInfo)]
    said: list[SeatMessages] = []
    while match.result is None:
        said = _act(match)
    (scores,) = [m for m in _all(said) if isinstance(m, FinalScores)]
    assert sha256(bytes.fromhex(scores.seed)).hexdigest() == infos[0].seed_hash
    assert scores.seed not in str(infos)


def _match_at(seq: int, oldest: int, start: int = 0) -> Match:
    """A match of ``seq`` changes that keeps those from ``oldest`` on; it began with ``start``."""
    match = _match()
    while len(match._recent) < seq:
        _act(match)
    changes = list(match._recent)
    match._recent.clear()
    match._recent.extend(changes[: seq + 1 - oldest])
    match.seq, match._start_changes = seq, tuple(changes[:start])
    return match


@pytest.mark.parametrize(
    ("cursor", "seq", "oldest", "same_match", "complete"),
    [
        (5, 9, 1, False, False),
        (0, 9, 1, True, False),
        (10, 9, 1, True, False),
        (2, 9, 4, True, False),
        (3, 9, 4, True, True),
        (9, 9, 4, True, True),
        (9, 9, 10, True, True),
        (8, 9, 10, True, False),
    ],
)
def test_who_returns_gets_the_missed_changes_if_all_are_kept(
    cursor: int, seq: int, oldest: int, same_match: bool, complete: bool
) -> None:
    kinds = _kinds(_match_at(seq, oldest).resume(0, cursor, same_match=same_match), 0)
    assert kinds.count("UpdateMessage") == (seq - cursor if complete else 0)
    assert ("GameView" in kinds) == (not complete)


@pytest.mark.parametrize("cursor", range(1, 6))
def test_who_was_lost_during_the_start_gets_a_view(cursor: int) -> None:
    """The changes of the start come before the first view; they alone are of no use."""
    for seq in (9, 5):
        match = _match_at(seq, oldest=6, start=5)
        assert "GameView" in _kinds(match.resume(0, cursor, same_match=True), 0)
    assert "GameView" not in _kinds(_match_at(9, 6, 5).resume(0, 6, same_match=True), 0)


def _lost_after(moves: int) -> tuple[HandlerHarness, list[int], int, int]:
    """A table where somebody was lost after their last seen change, and play went on."""
    harness = HandlerHarness()
    peers = harness.start_match("ada", "bob", "eve")
    for _ in range(6):
        active, _ = turn_holder(harness, peers)
        harness.send(active, legal_action(harness, active))
    active, lost = turn_holder(harness, peers)
    seen = harness.received(lost, UpdateMessage)[-1].seq
    assert isinstance(seen, int)
    harness.disconnect(lost)
    others = [peer for peer in peers if peer != lost]
    for _ in range(moves):
        holder, _ = turn_holder(harness, others)
        harness.send(holder, legal_action(harness, holder))
    return harness, others, lost, seen


def test_what_was_missed_is_sent_once_and_in_order() -> None:
    harness, others, lost, seen = _lost_after(2)
    back = harness.connect()
    token = harness.received(lost, SessionOpened)[0]
    harness.send(back, Reconnect(token.nickname, token.token, seen))
    got = [m.seq for m in harness.received(back, UpdateMessage)]
    told = [m.seq for m in harness.received(others[0], UpdateMessage)]
    assert got == [seq for seq in told if isinstance(seq, int) and seq > seen]
    assert harness.received(back, GameView) == []


def test_one_who_knows_nothing_gets_the_view() -> None:
    harness, _, lost, _ = _lost_after(2)
    back = harness.connect()
    token = harness.received(lost, SessionOpened)[0]
    harness.send(back, Reconnect(token.nickname, token.token))
    assert harness.received(back, GameView)
    assert harness.received(back, UpdateMessage) == []


def test_only_so_many_changes_are_kept() -> None:
    harness, _, lost, _ = _lost_after(2)
    back = harness.connect()
    token = harness.received(lost, SessionOpened)[0]
    match = harness.state.rooms[1].match
    assert match is not None
    match.seq += RECENT_CHANGES
    match._recent.clear()
    harness.send(back, Reconnect(token.nickname, token.token, 3))
    assert harness.received(back, GameView)
