"""Every seat that may act has received its prompt, and no prompt is repeated needlessly.

A refused message is answered with an Error; it never causes a prompt.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from games.base import Seating
from games.registry import GAMES
from messages import (
    ChooseNickname,
    ChoosePartner,
    ChooseWizard,
    IsTurnOfPlayer,
    Refusal,
    Seat,
    SelectMatch,
    SelectModeAndPlayers,
    ServerMessage,
    YourTurn,
)
from server.match import Match, MatchStep, SeatMessages
from tests.games.random_messages import random_message
from tests.harness.handler import HandlerHarness

GAMES_AND_OPTIONS: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in GAMES),
    ("uno", {"mode": "jump_in"}),
]


def _create_match(name: str, options: Mapping[str, Any], number: int) -> Match:
    game = GAMES[name]
    seating = Seating(1, ("ada", "bob", "eve"), game.wizards[:3])
    return Match(game, game.options(True, options), seating, number.to_bytes(16, "big"))


def _choose(match: Match, rng: Random) -> tuple[Seat, Any]:
    seats = [seat for seat in sorted(match.game.active(match.state)) if match.legal(seat)]
    seat = rng.choice(seats)
    return seat, rng.choice(match.legal(seat))


def _steps(match: Match, rng: Random) -> Iterator[tuple[Seat, MatchStep]]:
    while match.result is None:
        seat, action = _choose(match, rng)
        yield seat, match.act(seat, action)


class PromptChecker:
    """The client of one seat; like real clients it drops its prompt when a turn is announced."""

    def __init__(self, match: Match, seat: Seat) -> None:
        self._match, self._seat = match, seat
        self.last_prompt: ServerMessage | None = None

    @property
    def expected(self) -> ServerMessage | None:
        """The prompt that the rules give this seat now."""
        game, state = self._match.game, self._match.state
        return game.prompt(state, self._seat) if self._seat in game.active(state) else None

    def receive(self, sent: list[SeatMessages]) -> bool:
        """Process messages; return whether a known prompt was repeated."""
        repeated = False
        expected = self.expected
        for seats, messages in sent:
            if seats is not None and self._seat not in seats:
                continue
            for message in messages:
                if isinstance(message, YourTurn | IsTurnOfPlayer):
                    self.last_prompt = None
                elif expected is not None and type(message) is type(expected):
                    repeated |= _without_id(message) == self.last_prompt
                    self.last_prompt = _without_id(message)
        return repeated


def _without_id(message: ServerMessage) -> ServerMessage:
    return replace(message, seq=UNSET)


@pytest.mark.parametrize(("name", "options"), GAMES_AND_OPTIONS)
def test_every_pending_prompt_is_sent_and_repeated_only_to_actor_or_seats_to_prompt(
    name: str, options: Mapping[str, Any]
) -> None:
    for number in range(4):
        match = _create_match(name, options, number)
        checkers = [PromptChecker(match, seat) for seat in match.seats]
        opening = match.opening_step().messages
        for checker in checkers:
            checker.receive(opening)
        for actor, step in _steps(match, Random(number)):
            for seat, checker in enumerate(checkers):
                repeated = checker.receive(step.messages)
                assert not repeated or seat == actor or seat in step.seats_to_prompt
                if match.result is None and checker.expected is not None:
                    assert checker.last_prompt == _without_id(checker.expected)


@pytest.mark.parametrize(("name", "options"), GAMES_AND_OPTIONS)
def test_match_is_silent_while_muted_and_then_sends_as_if_never_muted(
    name: str, options: Mapping[str, Any]
) -> None:
    for number in range(40):
        rng = Random(number)
        unmuted, muted = _create_match(name, options, number), _create_match(name, options, number)
        unmuted.opening_step()
        muted.mute()
        for _ in range(1 + number % 20):
            action = _choose(unmuted, rng)
            unmuted.act(*action)
            assert muted.act(*action).messages == []
        muted.unmute()
        action = _choose(unmuted, rng)
        assert muted.act(*action) == unmuted.act(*action)


def _refused_before_a_match(harness: HandlerHarness, peer: int) -> None:
    """Send a message that is refused in each phase before a match."""
    harness.assert_refused(peer, ChooseNickname("?"))
    harness.send(peer, ChooseNickname("ada"))
    harness.assert_refused(peer, SelectMatch(99))
    harness.send(peer, SelectMatch(0))
    harness.assert_refused(peer, SelectModeAndPlayers(99))


def test_refused_message_causes_one_error_and_no_prompt_before_a_match() -> None:
    harness = HandlerHarness()
    ada = harness.connect()
    _refused_before_a_match(harness, ada)
    harness.send(ada, SelectModeAndPlayers(2))
    harness.assert_refused(ada, ChooseWizard("GANDALF"))
    harness.assert_refused(ada, ChoosePartner("bob"))


@pytest.mark.parametrize("name", GAMES)
def test_refused_action_causes_one_error_and_no_prompt(name: str) -> None:
    harness = HandlerHarness()
    peers = harness.start_match("ada", "bob", setup=SelectModeAndPlayers(2, game=name))
    room = harness.state.rooms[1]
    assert room.match is not None
    rng, refused = Random(9), 0
    for _ in range(40):
        seat, action = _choose(room.match, rng)
        for peer in peers:
            for message in _unusual_actions(name, rng):
                if isinstance(_applied(room.match, peers.index(peer), message), Refusal):
                    harness.assert_refused(peer, message)
                    refused += 1
        harness.assert_accepted(peers[seat], action)
    assert refused > 40


def _unusual_actions(name: str, rng: Random) -> list[Any]:
    """Return a random message for some actions of the game."""
    return [random_message(cls, rng) for cls in rng.sample(GAMES[name].actions, 2)]


def _applied(match: Match, seat: Seat, action: Any) -> object:
    try:
        return match.game.apply(match.state, seat, action)
    except Refusal as refusal:
        return refusal
