"""Test the texts of the lobby that are computed."""

from client.tui.text import lobby


def test_numbers_of_seats_and_tables_have_their_singular() -> None:
    assert lobby.free_seats(0) == "all seats are taken"
    assert lobby.free_seats(1) == "1 seat is free"
    assert lobby.free_seats(3) == "3 seats are free"
    assert lobby.open_tables(1) == "1 open table"
    assert lobby.open_tables(2) == "2 open tables"
    assert lobby.team(2) == "team 2"
    assert lobby.table_and_host(7, "ada") == "table 7, ada hosts"
    assert lobby.seconds(30) == "30 s"
    assert lobby.named("main") == "named main"
