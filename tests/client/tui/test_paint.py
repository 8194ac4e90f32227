"""Colours on text."""

from client.tui.paint import dimmed, painted


def spans(text: str) -> list[tuple[str, str]]:
    result = painted(text)
    assert result.plain == text
    return [(text[span.start : span.end], str(span.style)) for span in result.spans]


def test_words_and_letters_get_their_colour() -> None:
    assert ("red draw 2", "bright_red") in spans("2 red draw 2  3 wild")
    assert ("Y10*", "bright_yellow") in spans("dining Y10* B2")
    assert ("B2", "dodger_blue1") in spans("dining Y10* B2")
    assert spans("credit GR7 R2D2 reddish") == []


def test_the_line_of_the_turn_is_bold() -> None:
    assert spans("bob\n>ada 3\ncarl") == [(">ada 3", "bold")]


def test_markup_is_only_text() -> None:
    assert spans("[bold]x[/bold] [link=y]") == []
    assert dimmed("[b]x").plain == "[b]x"


def test_a_board_may_bring_its_own_colours_and_nothing_else() -> None:
    result = painted("a \x1b[1;32m C \x1b[0m b\x1b[34mf\x1b[0m")
    assert result.plain == "a  C  bf"
    assert [(result.plain[s.start : s.end], str(s.style)) for s in result.spans] == [
        (" C ", "bold bright_green"),
        ("f", "dodger_blue1"),
    ]
    assert painted("\x1b[2J\x1b[7mx").plain == "\x1b[2Jx"
