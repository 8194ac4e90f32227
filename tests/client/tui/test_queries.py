"""Test commands that show something and send nothing, in the line client and on the full screen."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from client.games.parsing import CommandError
from client.games.registry import ui
from client.model import Model
from client.tui.queries import Queries
from client.tui.text import typing
from games.registry import GAMES
from games.rng import Rng
from messages import (
    ChatMessage,
    IsTurnOfPlayer,
    ListPlayers,
    PlayersInfo,
    RoomUpdate,
    TurnReminder,
    YourTurn,
)
from messages.registry import AnyView, GameView
from tests.client.games.shelfie.tables import shelfie_view
from tests.harness.conversation import ConversationHarness
from tests.harness.line_client import LineClientHarness
from tests.harness.table_messages import room, table_messages

NAMES = ("ada", "bob")
Client = LineClientHarness | ConversationHarness
both_clients = pytest.mark.parametrize("create", [LineClientHarness, ConversationHarness])


def shown(client: Client, line: str) -> list[str]:
    """Type a line that sends nothing; return the lines that the client then shows."""
    if isinstance(client, LineClientHarness):
        assert client.type_line(line) == []
        return client.lines[:]
    client.log.clear()
    assert client.type_line(line) == []
    return client.log.texts


def playing(create: Callable[[], Client], view: AnyView, clock: int = 0) -> Client:
    """Return a client of ada in a match with bob."""
    client = create()
    client.receive(*table_messages()[:3], RoomUpdate(room(players=NAMES)))
    client.receive(PlayersInfo(NAMES, 2, match=7, clock=clock), GameView(view))
    return client


def test_answers_need_no_front_end() -> None:
    queries = Queries(Model(), clock=lambda: 0.0)
    assert queries.commands["open"]("") == [typing.NO_CHATS]


# --- parts of the game ----------------------------------------------------------------------------


@both_clients
def test_parts_of_my_shelfie_are_shown_by_their_words_alone(create: Callable[[], Client]) -> None:
    view = shelfie_view()
    client = playing(create, view)
    assert shown(client, "pgoal") == ui("shelfie").parts["goal"](view, NAMES)
    assert shown(client, "cgoal") == ui("shelfie").parts["goals"](view, NAMES)
    assert shown(client, "end") == ["Nobody has the end token; the first full shelf takes it."]
    for word in ("pgoal", "cgoal", "shelf", "stats", "end"):
        assert shown(client, word.upper()) == shown(client, f"show {word}") != []
    assert "'end now' is no command" in shown(client, "end now")[0]


@both_clients
def test_end_names_the_player_with_the_end_token(create: Callable[[], Client]) -> None:
    ada, bob = shelfie_view().players
    client = playing(create, shelfie_view(players=(ada, replace(bob, end_token=True))))
    assert shown(client, "end") == ["bob has the end token: this is the last round."]


@both_clients
def test_word_of_a_part_is_no_command_outside_a_match_or_in_another_game(
    create: Callable[[], Client],
) -> None:
    client = create()
    client.receive(*table_messages()[:3])
    assert "'pgoal' is no command" in shown(client, "pgoal")[0]
    client.receive(*table_messages()[3:])
    assert "'pgoal' is no command" in shown(client, "pgoal")[0]


@pytest.mark.parametrize("name", GAMES)
def test_word_of_a_part_is_no_command_of_its_game(name: str) -> None:
    game = GAMES[name]
    state = game.start(2, game.options(True, {}), Rng(b"parts")).state
    seat = min(game.active(state))
    commands = ui(name).commands(game.view(state, seat), NAMES)
    assert not ui(name).parts.keys() & {
        commands.text(action).split()[0] for action in game.legal(state, seat)
    }
    for part in ui(name).parts:
        with pytest.raises(CommandError):
            commands.parse(part, game.view(state, seat))


# --- time -----------------------------------------------------------------------------------------


@both_clients
def test_timer_shows_the_seconds_left_and_whose_turn_it_is(create: Callable[[], Client]) -> None:
    client = playing(create, shelfie_view(), clock=60)
    client.now = 10.0
    client.receive(YourTurn())
    client.now = 25.0
    assert shown(client, "timer") == ["45 seconds are left for your decision."]
    client.receive(IsTurnOfPlayer("bob"))
    client.now = 84.0
    assert shown(client, "show timer") == ["1 second is left for the turn of bob."]
    client.receive(TurnReminder(15))
    assert shown(client, "timer") == ["15 seconds are left for the turn of bob."]


@both_clients
def test_timer_without_a_time_limit_or_a_match_says_so(create: Callable[[], Client]) -> None:
    client = create()
    assert shown(client, "timer") == [typing.NO_MATCH]
    client = playing(create, shelfie_view())
    client.receive(YourTurn())
    assert shown(client, "timer") == [typing.NO_TIME_LIMIT]


# --- chats ----------------------------------------------------------------------------------------


@both_clients
def test_open_lists_all_chats_and_shows_the_lines_of_one(create: Callable[[], Client]) -> None:
    client = create()
    client.receive(*table_messages()[:3], ChatMessage("eve", "anybody?"))
    assert shown(client, "open bob")[0].startswith("'bob' is no chat")
    client.receive(*table_messages()[3:], ChatMessage("bob", "hi"), ChatMessage("ada", "hello"))
    client.receive(ChatMessage("bob", "psst", to="ada"), ChatMessage("ada", "yes?", to="bob"))
    assert shown(client, "open") == [
        typing.CHATS,
        "  lobby                [eve] anybody?",
        "  table                [ada] hello",
        "  bob                  [ada to bob] yes?",
    ]
    assert shown(client, "open bob") == ["[bob to ada] psst", "[ada to bob] yes?"]
    assert shown(client, "show open table") == ["[bob] hi", "[ada] hello"]


@both_clients
def test_show_online_requests_the_list_of_players(create: Callable[[], Client]) -> None:
    assert playing(create, shelfie_view()).type_line("show online") == [ListPlayers()]


# --- rules and help -------------------------------------------------------------------------------


@both_clients
def test_rules_while_waiting_are_those_of_the_game_of_the_table(
    create: Callable[[], Client],
) -> None:
    client = playing(create, shelfie_view())
    client.receive(table_messages()[2], RoomUpdate(room(game="uno")))
    assert shown(client, "rules") == list(ui("uno").text.rules_summary)
    client.receive(RoomUpdate(room(game="chess\x1b[2J")))
    assert "rules of chess" in shown(client, "rules")[0]


@both_clients
def test_help_offers_wizards_only_while_there_is_one_to_choose(
    create: Callable[[], Client],
) -> None:
    client = create()
    client.receive(*table_messages()[:3], RoomUpdate(room(game="shelfie")))
    assert not any("wizard" in line for line in shown(client, "help"))
    client.receive(*table_messages()[3:5])
    assert any("wizard" in line for line in shown(client, "help"))
