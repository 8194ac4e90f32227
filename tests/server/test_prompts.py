"""Every seat that may act knows its question, and nobody is asked the same again for nothing."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import pytest
from msgspec import UNSET
from msgspec.structs import replace

from games.base import Seating
from games.registry import GAMES
from messages import IsTurnOfPlayer, Seat, ServerMessage, YourTurn
from server.match import Match, MatchStep, SeatMessages

TABLES: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in GAMES),
    ("uno", {"mode": "jump_in"}),
]


def _begun(name: str, options: Mapping[str, Any], number: int) -> Match:
    game = GAMES[name]
    table = Seating(1, ("ada", "bob", "eve"), game.wizards[:3])
    return Match(game, game.options(True, options), table, number.to_bytes(16, "big"))


def _choose(match: Match, choices: Random) -> tuple[Seat, Any]:
    able = [seat for seat in sorted(match.game.active(match.state)) if match.legal(seat)]
    seat = choices.choice(able)
    return seat, choices.choice(match.legal(seat))


def _steps(match: Match, choices: Random) -> Iterator[tuple[Seat, MatchStep]]:
    while match.result is None:
        seat, action = _choose(match, choices)
        yield seat, match.act(seat, action)


class PromptChecker:
    """One seat's client: an announced turn makes it forget what it was asked."""

    def __init__(self, match: Match, seat: Seat) -> None:
        self._match, self._seat = match, seat
        self.question: ServerMessage | None = None

    @property
    def due(self) -> ServerMessage | None:
        """What the rules ask this seat now."""
        game, state = self._match.game, self._match.state
        return game.prompt(state, self._seat) if self._seat in game.active(state) else None

    def receive(self, said: list[SeatMessages]) -> bool:
        """Whether it was asked what it knew already."""
        again = False
        due = self.due
        for seats, messages in said:
            if seats is not None and self._seat not in seats:
                continue
            for message in messages:
                if isinstance(message, YourTurn | IsTurnOfPlayer):
                    self.question = None
                elif due is not None and type(message) is type(due):
                    again |= _without_id(message) == self.question
                    self.question = _without_id(message)
        return again


def _without_id(message: ServerMessage) -> ServerMessage:
    return replace(message, seq=UNSET)


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_every_open_question_is_known_and_asked_once(name: str, options: Mapping[str, Any]) -> None:
    for number in range(4):
        match = _begun(name, options, number)
        listeners = [PromptChecker(match, seat) for seat in match.seats]
        opening = match.opening_step().messages
        for listener in listeners:
            listener.receive(opening)
        for actor, step in _steps(match, Random(number)):
            for seat, listener in enumerate(listeners):
                again = listener.receive(step.messages)
                assert not again or seat == actor or seat in step.seats_to_prompt
                if match.result is None and listener.due is not None:
                    assert listener.question == _without_id(listener.due)


@pytest.mark.parametrize(("name", "options"), TABLES)
def test_who_played_in_silence_asks_as_if_it_had_asked_aloud(
    name: str, options: Mapping[str, Any]
) -> None:
    for number in range(40):
        choices = Random(number)
        loud, silent = _begun(name, options, number), _begun(name, options, number)
        loud.opening_step()
        silent.mute()
        for _ in range(1 + number % 20):
            move = _choose(loud, choices)
            loud.act(*move)
            assert silent.act(*move).messages == []
        silent.unmute()
        move = _choose(loud, choices)
        assert silent.act(*move) == loud.act(*move)
