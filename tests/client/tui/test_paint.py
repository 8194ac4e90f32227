"""Test that colours are added to text."""

from client.tui.paint import colorize, colorize_board, dim


def spans(text: str) -> list[tuple[str, str]]:
    result = colorize(text)
    assert result.plain == text
    return [(text[span.start : span.end], str(span.style)) for span in result.spans]


def test_color_words_and_letters_are_colored_except_inside_other_words() -> None:
    assert ("red draw 2", "bright_red") in spans("2 red draw 2  3 wild")
    assert ("Y10*", "bright_yellow") in spans("dining Y10* B2")
    assert ("B2", "dodger_blue1") in spans("dining Y10* B2")
    assert spans("credit GR7 R2D2 reddish") == []


def test_line_of_the_player_to_move_is_bold() -> None:
    assert spans("bob\n>ada 3\ncarl") == [(">ada 3", "bold")]


def test_markup_is_shown_literally() -> None:
    assert spans("[bold]x[/bold] [link=y]") == []
    assert dim("[b]x").plain == "[b]x"


def test_ansi_colors_of_a_board_are_kept_beside_those_of_letters_and_the_player_to_move() -> None:
    text = colorize_board("a \x1b[1;32mC\x1b[0m and R2\n>ada")
    assert text.plain == "a C and R2\n>ada"
    assert {str(span.style) for span in text.spans} >= {"bold color(2)", "bright_red", "bold"}


def test_color_letters_of_a_board_stay_plain_with_letters_false_but_words_do_not() -> None:
    assert [str(span.style) for span in colorize_board("G22 red").spans] == [
        "bright_red",
        "bright_green",
    ]
    assert [str(span.style) for span in colorize_board("G22 red", letters=False).spans] == [
        "bright_red"
    ]
