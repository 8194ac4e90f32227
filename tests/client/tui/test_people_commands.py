"""Test the commands about other people: chat, whisper, report, online."""

from client.tui.people_commands import parse_online, parse_report, parse_whisper
from messages import (
    ChatMessage,
    ChooseMatch,
    ListPlayers,
    OnlinePlayer,
    PlayersOnline,
    ReportPlayer,
    SendChat,
)
from tests.client.games.eriantys.tables import full_view
from tests.harness.line_client import LineClientHarness
from tests.harness.table_messages import table_messages


def seated() -> LineClientHarness:
    line_client = LineClientHarness()
    line_client.receive(*table_messages(full_view()))
    return line_client


def test_chat_and_whisper_are_sent_cut_at_300_characters_and_shown_cleaned() -> None:
    line_client = seated()
    assert line_client.type_line("chat  hello there") == [SendChat("hello there")]
    assert line_client.type_line("whisper bob psst psst") == [SendChat("psst psst", to="bob")]
    assert line_client.type_line("chat") == []
    assert line_client.type_line("whisper bob") == []
    assert line_client.has_written("Like this: chat hello")
    assert line_client.type_line("chat " + "x" * 999) == [SendChat("x" * 300)]
    assert line_client.type_line("report bob") == [ReportPlayer("bob")]
    assert line_client.type_line("report Bob rude words") == [ReportPlayer("Bob", "rude words")]
    assert line_client.type_line("report") == []
    assert line_client.has_written("report NAME")
    line_client.receive(ChatMessage("bob", "\x1b[31mhi"))
    assert line_client.lines[-1] == "[bob] [31mhi"


def test_long_list_of_people_says_how_to_see_the_others() -> None:
    line_client = LineClientHarness()
    line_client.receive(*table_messages()[:2], ChooseMatch(()))
    line_client.receive(PlayersOnline((OnlinePlayer("ada", "lobby"),), "ada", 101))
    assert line_client.has_written("1 of 101; type online ada for those after ada")
    assert line_client.type_line("online ada") == [ListPlayers("ada")]


def test_report_and_online_need_a_nickname() -> None:
    line_client = LineClientHarness()
    for line in ("report bob", "online"):
        assert line_client.type_line(line) == []
        assert line_client.has_written("Choose a nickname")


def test_long_names_and_texts_are_cut() -> None:
    model = seated().client.model
    assert parse_whisper("n" * 99 + " " + "x" * 999) == [SendChat("x" * 300, to="n" * 64)]
    assert parse_report(model, "n" * 99 + " " + "x" * 999) == [ReportPlayer("n" * 64, "x" * 300)]
    assert parse_online(model, "n" * 99) == [ListPlayers("n" * 64)]
