"""No frame has over 64 KiB, on any transport, whatever names, hands and histories there are."""

import random
from collections.abc import Iterator

import msgspec
import pytest
from msgspec import structs

from games.registry import GAMES
from games.rummy.cards import CARDS, hand_of
from messages import ChooseMatch, ListPlayers, Message, PlayersOnline, RequestRefresh, SelectMatch
from messages import SelectModeAndPlayers as SetUp
from messages.codec import encode
from messages.framing import HEADER, MAX_SERVER_FRAME
from messages.registry import GameView, LegalActions
from server.room_list import max_bytes
from server.transports.web.wire import WEB_WIRE
from tests.games.rummy.tables import table
from tests.harness.handler import HandlerHarness

MAX_STEPS = 150
WIDE = "\U00020000"
"""A letter of four bytes."""


def _wide_name(number: int) -> str:
    return f"{number:03}{WIDE * 17}"


def _assert_fits(message: Message) -> None:
    assert HEADER + len(encode(message)) <= MAX_SERVER_FRAME, type(message).__name__
    assert len(WEB_WIRE.encode(message)) <= MAX_SERVER_FRAME, type(message).__name__


def _match_messages(game: str, harness: HandlerHarness) -> Iterator[Message]:
    """Play a match of the most players with random actions; yield views and legal actions."""
    seats = GAMES[game].seats[-1]
    names = [_wide_name(number) for number in range(seats)]
    setup = SetUp(seats, game=game, mode=game == "eriantys", name=WIDE * 40)
    peers = harness.start_match(*names, setup=setup)
    match, rng = harness.state.rooms[1].match, random.Random(1)
    assert match is not None
    for step in range(MAX_STEPS):
        if match.result is not None:
            return
        seat, actions = next((s, legal) for s in match.waiting if (legal := match.legal(s)))
        yield LegalActions(actions)
        if step % 10 == 0:
            yield from map(match.view, (*match.seats, None))
        harness.send(peers[seat], rng.choice(actions))


@pytest.mark.parametrize("game", GAMES)
def test_messages_of_a_match_with_the_longest_names_fit_into_a_frame(game: str) -> None:
    harness = HandlerHarness()
    for message in _match_messages(game, harness):
        _assert_fits(message)
    for inbox in harness.inboxes.values():
        for message in inbox:
            _assert_fits(message)


def test_view_and_actions_of_a_player_who_holds_all_cards_fit_into_a_frame() -> None:
    rummy = GAMES["rummy500"]
    state = table("", "", decision="PLAY")
    everything = (hand_of(bytes(CARDS)), *state.hands[1:])
    state = structs.replace(state, hands=everything, stock=b"", discard=b"")
    _assert_fits(LegalActions(rummy.legal(state, 0)))
    _assert_fits(GameView(rummy.view(state, 0)))


def test_page_of_players_with_the_longest_names_fits_into_a_frame() -> None:
    harness = HandlerHarness()
    peers = [harness.connect_named(_wide_name(number)) for number in range(110)]
    page = harness.send(peers[0], ListPlayers())
    assert isinstance(page, PlayersOnline)
    assert page.next
    _assert_fits(page)


def test_page_of_full_tables_with_the_longest_names_fits_into_a_frame() -> None:
    harness = HandlerHarness()
    numbers = iter(range(1000))
    for number in range(30):
        setup = SetUp(10, game="uno", name=WIDE * 40)
        names = [_wide_name(next(numbers)) for _ in range(10 if number < 5 else 9)]
        harness.start_match(*names, setup=setup)
    ada = harness.connect_named("ada")
    page = harness.send(ada, RequestRefresh())
    assert isinstance(page, ChooseMatch)
    assert (page.total, page.total_playing) == (25, 5)
    assert page.next, "the entries do not fit on one page"
    _assert_fits(page)
    harness.assert_accepted(ada, SelectMatch(6))


@pytest.mark.parametrize("character", [WIDE, '"', "\\"])
def test_page_with_as_many_tables_as_possible_in_both_lists_fits_into_a_frame(
    character: str,
) -> None:
    harness = HandlerHarness()
    for number in range(100):
        options: dict[str, bool | int | str] = {
            "target_score": 9999,
            "hand_size": 10,
            "max_idle_turns": 5,
        }
        setup = SetUp(2, True, "uno", options, name=character * 40, clock=3600)
        harness.start_match(*(f"p{number}-{seat}" for seat in range(1 + number % 2)), setup=setup)
    page = harness.send(harness.connect_named("ada"), RequestRefresh())
    assert isinstance(page, ChooseMatch)
    assert (page.total, page.total_playing) == (50, 50)
    assert len(WEB_WIRE.encode(page)) > 0.7 * MAX_SERVER_FRAME, "both lists have many entries"
    _assert_fits(page)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("character", ["a", WIDE, '"'])
def test_estimated_size_of_a_listed_table_is_not_too_small(game: str, character: str) -> None:
    harness = HandlerHarness()
    seats = GAMES[game].seats[-1]
    setup = SetUp(seats, game=game, name=character * 40, clock=3600, standing=True)
    for count in (1, seats):
        harness.start_match(*(f"p{count}-{seat}" for seat in range(count)), setup=setup)
    for room in harness.state.rooms.values():
        info, line = room.info(), room.list_line()
        for encoder in (msgspec.msgpack.encode, msgspec.json.encode):
            assert len(encoder(info)) + len(encoder(line)) + 2 <= max_bytes(info, line)
