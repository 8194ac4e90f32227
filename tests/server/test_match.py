"""Match: numbers of changes, messages for each seat, and resuming."""

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
    RoomUpdate,
    SelectMatch,
    SelectModeAndPlayers,
    SessionOpened,
    YourTurn,
)
from messages.codec import encode
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


def _received(seat_messages: list[SeatMessages], seat: int) -> list[Any]:
    return [m for seats, part in seat_messages if seats is None or seat in seats for m in part]


def _all_messages(seat_messages: list[SeatMessages]) -> list[Any]:
    return [message for _, part in seat_messages for message in part]


def _received_types(messages: list[SeatMessages], seat: int) -> list[str]:
    return [type(message).__name__ for message in _received(messages, seat)]


def test_opening_step_ends_with_view_and_turn_and_prompts_only_the_active_seat() -> None:
    match = _match()
    messages = match.opening_step().messages
    (first,) = ERIANTYS.active(match.state)
    assert _received_types(messages, first)[-3:] == ["GameView", "YourTurn", "SelectAssistantCard"]
    assert _received_types(messages, (first + 1) % 3)[-2:] == ["GameView", "IsTurnOfPlayer"]


def test_every_message_has_seq_that_never_decreases() -> None:
    match = _match(expert=True)
    last = 0
    messages = match.opening_step().messages
    while match.result is None:
        for message in _all_messages(messages):
            assert isinstance(message.seq, int)
            assert message.seq >= last
            last = message.seq
        messages = _act(match)


def test_changes_are_numbered_from_one_without_gaps() -> None:
    match = _match()
    messages = match.opening_step().messages + [s for _ in range(50) for s in _act(match)]
    numbers = [m.seq for m in _all_messages(messages) if isinstance(m, UpdateMessage)]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_redacted_changes_of_set_up_are_sent_to_each_seat_before_its_first_view(
    game: AnyGame,
) -> None:
    """The first view includes the changes."""
    options = game.options(False, {})
    match = Match(game, options, Seating(1, NAMES, game.wizards[:3]), b"seed of a match!")
    changes = game.start(3, options, Rng(b"seed of a match!")).changes
    opening = match.opening_step().messages
    for seat in range(3):
        messages = _received(opening, seat)
        updates = [m for m in messages if isinstance(m, UpdateMessage)]
        redacted = [(game.redact(change, seat), seq) for seq, change in enumerate(changes, 1)]
        expected = [(change, seq) for change, seq in redacted if change is not None]
        assert [(m.change, m.seq) for m in updates] == expected
        (view,) = [m for m in messages if isinstance(m, GameView)]
        assert view == match.view(seat)
        assert view.seq == len(changes)
        assert messages.index(view) > max(map(messages.index, updates), default=0)


def test_match_that_is_muted_before_the_opening_has_the_same_seq() -> None:
    match, again = _match(), _match()
    match.opening_step()
    again.mute()
    for _ in range(5):
        _act(match)
        _act(again)
    assert again.seq == match.seq


def test_new_turn_is_announced_to_all_and_before_the_prompt_of_its_player() -> None:
    match = _match()
    (seat,) = ERIANTYS.active(match.state)
    messages = _act(match)
    (after,) = ERIANTYS.active(match.state)
    kinds = _received_types(messages, after)
    assert kinds[-2:] == ["YourTurn", "SelectAssistantCard"]
    assert _received_types(messages, seat)[-1] == "IsTurnOfPlayer"


def test_action_within_a_turn_is_followed_by_a_prompt_without_announcing_a_turn() -> None:
    match = _match()
    for _ in NAMES:
        _act(match)
    (seat,) = ERIANTYS.active(match.state)
    messages = _act(match)
    assert _received_types(messages, seat)[-1] == "SelectStudent"
    assert not [m for m in _all_messages(messages) if isinstance(m, YourTurn | IsTurnOfPlayer)]


def test_action_out_of_turn_or_illegal_is_refused_and_changes_neither_state_nor_seq() -> None:
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


def test_resume_sends_players_view_and_turn_and_a_prompt_only_to_the_active_seat() -> None:
    match = _match()
    for _ in range(20):
        _act(match)
    (seat,) = ERIANTYS.active(match.state)
    messages = match.resume_messages(seat)
    assert all(seats == (seat,) for seats, _ in messages)
    kinds = _received_types(messages, seat)
    assert kinds[0] == PlayersInfo.__name__
    assert kinds[-3:-1] == ["GameView", "YourTurn"]
    assert kinds[-1].startswith("Select")
    other = (seat + 1) % 3
    assert _received_types(match.resume_messages(other), other)[-2:] == [
        "GameView",
        "IsTurnOfPlayer",
    ]


def test_resume_sends_recent_changes_or_a_view_if_more_were_missed_than_are_kept() -> None:
    match = _match()
    match.opening_step()
    while match.seq < 3 * RECENT_CHANGES:
        _act(match)
    kept = _received_types(match.resume_messages(1, match.seq - RECENT_CHANGES, same_match=True), 1)
    assert kept.count("UpdateMessage") == RECENT_CHANGES
    assert "GameView" not in kept
    more = _received_types(
        match.resume_messages(1, match.seq - RECENT_CHANGES - 1, same_match=True), 1
    )
    assert "UpdateMessage" not in more
    assert "GameView" in more


def test_expert_match_with_same_seed_and_actions_has_same_messages() -> None:
    def played() -> list[Any]:
        match = _match(expert=True)
        messages: list[Any] = [*match.opening_step().messages]
        while match.result is None:
            messages += _act(match)
        return messages

    assert played() == played()


def test_view_has_seq_of_last_change() -> None:
    match = _match()
    for _ in range(9):
        _act(match)
    view: Any = ERIANTYS.view(match.state, 0)
    assert match.view(0) == GameView(view, seq=match.seq)


def test_action_after_the_end_is_refused() -> None:
    match = _match()
    while match.result is None:
        _act(match)
    with pytest.raises(Refusal):
        match.act(0, PlayAssistantCard(1))


def test_only_seed_hash_is_sent_at_start_and_its_seed_at_end() -> None:
    match = _match()
    infos = [m for m in _all_messages(match.opening_step().messages) if isinstance(m, PlayersInfo)]
    messages: list[SeatMessages] = []
    while match.result is None:
        messages = _act(match)
    (scores,) = [m for m in _all_messages(messages) if isinstance(m, FinalScores)]
    assert sha256(bytes.fromhex(scores.seed)).hexdigest() == infos[0].seed_hash
    assert scores.seed not in str(infos)


def test_players_are_sent_the_public_set_up_at_the_start_and_after_a_resume() -> None:
    setup = SelectModeAndPlayers(
        2, game="uno", options={"target_score": 100}, private=True, clock=30, watchers=False
    )
    harness = HandlerHarness()
    ada, bob = harness.connect_named("ada"), harness.connect_named("bob")
    harness.send(ada, SelectMatch(0))
    harness.send(ada, setup)
    code = harness.received(ada, RoomUpdate)[-1].code
    harness.send(bob, SelectMatch(0, code=code))
    (room,) = harness.state.rooms.values()
    assert room.match is not None
    resumed = room.match.resume_messages(1)[0][1][0]
    assert isinstance(resumed, PlayersInfo)
    for info in (*harness.received(bob, PlayersInfo), resumed):
        assert info.options == {"target_score": 100}
        assert (info.private, info.clock, info.watchers) == (True, 30, False)
        assert code not in encode(info).decode(errors="replace")


def _match_at(seq: int, oldest: int, start: int = 0) -> Match:
    """Return a match of ``seq`` changes that keeps those from ``oldest`` on.

    The first ``start`` changes are those of the set-up.
    """
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
def test_resume_sends_missed_changes_if_all_are_kept_and_otherwise_a_view(
    cursor: int, seq: int, oldest: int, same_match: bool, complete: bool
) -> None:
    kinds = _received_types(
        _match_at(seq, oldest).resume_messages(0, cursor, same_match=same_match), 0
    )
    assert kinds.count("UpdateMessage") == (seq - cursor if complete else 0)
    assert ("GameView" in kinds) == (not complete)


@pytest.mark.parametrize("cursor", range(1, 6))
def test_resume_with_cursor_within_set_up_changes_sends_a_view(cursor: int) -> None:
    """The changes of the set-up precede the first view and are useless without it."""
    for seq in (9, 5):
        match = _match_at(seq, oldest=6, start=5)
        assert "GameView" in _received_types(match.resume_messages(0, cursor, same_match=True), 0)
    assert "GameView" not in _received_types(
        _match_at(9, 6, 5).resume_messages(0, 6, same_match=True), 0
    )


def _disconnected_player(moves: int) -> tuple[HandlerHarness, list[int], int, int]:
    """Return a match that went on after one player was disconnected.

    The tuple has the harness, the other peers, the disconnected peer, and its last seq.
    """
    harness = HandlerHarness()
    peers = harness.start_match("ada", "bob", "eve")
    for _ in range(6):
        active, _ = turn_holder(harness, peers)
        harness.send(active, legal_action(harness, active))
    active, disconnected = turn_holder(harness, peers)
    last_seq = harness.received(disconnected, UpdateMessage)[-1].seq
    assert isinstance(last_seq, int)
    harness.disconnect(disconnected)
    others = [peer for peer in peers if peer != disconnected]
    for _ in range(moves):
        holder, _ = turn_holder(harness, others)
        harness.send(holder, legal_action(harness, holder))
    return harness, others, disconnected, last_seq


def test_reconnect_with_cursor_sends_missed_changes_in_order_and_no_view() -> None:
    harness, others, disconnected, last_seq = _disconnected_player(2)
    back = harness.connect()
    token = harness.received(disconnected, SessionOpened)[0]
    harness.send(back, Reconnect(token.nickname, token.token, last_seq))
    received = [m.seq for m in harness.received(back, UpdateMessage)]
    updates = [m.seq for m in harness.received(others[0], UpdateMessage)]
    assert received == [seq for seq in updates if isinstance(seq, int) and seq > last_seq]
    assert harness.received(back, GameView) == []


def test_reconnect_without_cursor_gets_a_view_and_no_changes() -> None:
    harness, _, disconnected, _ = _disconnected_player(2)
    back = harness.connect()
    token = harness.received(disconnected, SessionOpened)[0]
    harness.send(back, Reconnect(token.nickname, token.token))
    assert harness.received(back, GameView)
    assert harness.received(back, UpdateMessage) == []


def test_reconnect_with_cursor_before_the_kept_changes_gets_a_view() -> None:
    harness, _, disconnected, _ = _disconnected_player(2)
    back = harness.connect()
    token = harness.received(disconnected, SessionOpened)[0]
    match = harness.state.rooms[1].match
    assert match is not None
    match.seq += RECENT_CHANGES
    match._recent.clear()
    harness.send(back, Reconnect(token.nickname, token.token, 3))
    assert harness.received(back, GameView)
