"""Turns of several players at the same time, as in the set-up of Codex Naturalis."""

from typing import Any

import pytest

from games.base import Seating
from games.registry import GAMES
from messages import (
    ChooseNickname,
    IsTurnOfPlayer,
    Refusal,
    SelectMatch,
    SelectModeAndPlayers,
    ServerMessage,
    WatchMatch,
    YourTurn,
)
from messages.codex.actions import SelectCodexStarter
from messages.registry import GameView
from server.match import Match, SeatMessages
from tests.harness.clients import TRANSPORTS, RunningServer, run
from tests.harness.handler import HandlerHarness, legal_action

NAMES = ("ada", "bob", "eve")
CODEX = GAMES["codex"]


def _received(seat_messages: list[SeatMessages], seat: int) -> list[Any]:
    return [m for seats, part in seat_messages if seats is None or seat in seats for m in part]


def _codex_match() -> Match:
    return Match(CODEX, CODEX.options(False, {}), Seating(1, NAMES, ("",) * 3), b"seed of a match!")


def _turns(messages: list[SeatMessages], seat: int) -> list[str]:
    """Return the texts of the turns that a seat is told: its own as "you", others by name."""
    received = [m for m in _received(messages, seat) if isinstance(m, YourTurn | IsTurnOfPlayer)]
    return ["you" if isinstance(m, YourTurn) else m.player_nickname for m in received]


def _finish_set_up(match: Match, seat: int) -> None:
    while seat in CODEX.active(match.state):
        match.act(seat, match.legal(seat)[0])


def test_players_who_decide_at_the_same_time_are_told_only_their_own_turn() -> None:
    match = _codex_match()
    messages = match.opening_step().messages
    for seat in match.seats:
        assert _turns(messages, seat) == ["you"]
        turn, prompt = _received(messages, seat)[-2:]
        assert isinstance(turn, YourTurn)
        assert isinstance(prompt, SelectCodexStarter)


def test_first_turn_after_simultaneous_decisions_is_told_to_all() -> None:
    match = _codex_match()
    for seat in (0, 1):
        _finish_set_up(match, seat)
    while CODEX.active(match.state) == {2}:
        messages = match.act(2, match.legal(2)[0]).messages
    (first,) = CODEX.active(match.state)
    for seat in match.seats:
        assert _turns(messages, seat) == ["you" if seat == first else NAMES[first]]


def test_resumed_player_is_told_who_still_decides_and_its_own_turn_only_if_it_decides() -> None:
    match = _codex_match()
    match.opening_step()
    _finish_set_up(match, 1)
    assert _turns(match.resume_messages(0), 0) == ["you"]
    assert _turns(match.resume_messages(1), 1) == ["ada", "eve"]
    assert match.turn_names == ("ada", "eve")


def test_player_who_has_decided_is_refused_with_the_names_of_those_who_have_not() -> None:
    match = _codex_match()
    action = match.legal(1)[0]
    _finish_set_up(match, 1)
    with pytest.raises(Refusal) as refused:
        match.act(1, action)
    assert refused.value.text == "Wait for your turn: it is the turn of ada and eve."


def test_new_spectator_is_told_only_the_players_who_still_decide() -> None:
    harness = HandlerHarness()
    setup = SelectModeAndPlayers(2, game="codex")
    ada, _ = harness.start_match("ada", "bob", setup=setup)
    match = harness.state.rooms[1].match
    assert match is not None
    while 0 in match.waiting:
        harness.send(ada, legal_action(harness, ada))
    wes = harness.connect_named("wes")
    harness.send(wes, WatchMatch(1))
    assert [turn.player_nickname for turn in harness.received(wes, IsTurnOfPlayer)] == ["bob"]


@pytest.mark.parametrize("transport", TRANSPORTS)
def test_clients_are_told_only_their_own_turn_in_the_set_up_of_codex(transport: str) -> None:
    async def scenario(server: RunningServer) -> None:
        clients = [await server.connect(transport) for _ in range(2)]
        for client, name in zip(clients, ("ada", "bob"), strict=True):
            await client.send(ChooseNickname(name))
        await clients[0].send(SelectMatch(0))
        await clients[0].send(SelectModeAndPlayers(2, game="codex"))
        await clients[1].send(SelectMatch(1))
        for client in clients:
            await client.receive(GameView)
            assert isinstance(await client.receive(ServerMessage), YourTurn)
            assert isinstance(await client.receive(ServerMessage), SelectCodexStarter)

    run(scenario)
