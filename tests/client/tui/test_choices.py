"""Choosing word by word."""

from client.tui.choices import choices

MOVES = [f"move {c} {p}" for c in ("red", "blue") for p in ("school", "island 1", "island 2")]


def labels(commands: list[str], *path: str, room: int = 12) -> list[str]:
    return [choice.label for choice in choices(commands, path, room)]


def test_a_short_list_has_no_steps() -> None:
    assert labels(MOVES) == MOVES


def test_a_long_list_is_cut_where_it_becomes_too_long() -> None:
    assert labels(MOVES, room=5) == [
        *("move red school", "move red island …", "move blue school", "move blue island …"),
    ]
    assert labels([*MOVES, "draw"], room=2) == ["move …", "draw"]


def test_one_entry_alone_is_no_step() -> None:
    assert labels(MOVES, room=1) == ["move red …", "move blue …"]
    assert labels(MOVES[1:3], room=1) == MOVES[1:3]


def test_what_is_short_is_shown_whole_beside_what_is_long() -> None:
    long = [f"discard {n}C" for n in range(2, 11)]
    assert labels(["meld 4C 4S 4D", *long], room=5) == ["meld 4C 4S 4D", "discard …"]


def test_a_path_leads_on() -> None:
    assert labels(MOVES, "move", "red", "island", room=1) == [
        *("move red island 1", "move red island 2"),
    ]


def test_a_command_that_is_also_the_beginning_of_another_is_kept() -> None:
    commands = ["play wild", "play wild red", "play wild blue", "draw"]
    assert labels(commands) == commands
    assert labels(commands, room=2) == ["play wild …", "draw"]
    assert labels(commands, "play", "wild", room=1) == commands[:3]


def test_there_may_be_nothing() -> None:
    assert labels([]) == []
    assert labels(MOVES, "fly") == []
