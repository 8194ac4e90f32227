from client.games.layout import MAX_LISTED, format_columns, wrap_items


def test_wrapped_items_fit_80_columns_and_lines_break_only_between_items() -> None:
    lines = wrap_items(f"{n} yellow reverse" for n in range(30))
    assert max(map(len, lines)) <= 80
    assert all(line.endswith("reverse") for line in lines)


def test_columns_are_aligned_within_80_characters_and_texts_left_out_are_counted() -> None:
    lines = format_columns([f"move yellow island {island}" for island in range(MAX_LISTED + 7)])
    assert lines[0].split("move ")[1:] == [
        "yellow island 0    ",
        "yellow island 1    ",
        "yellow island 2",
    ]
    assert max(map(len, lines)) <= 80
    assert lines[-1] == "  and 7 more like these"


def test_no_texts_give_no_columns() -> None:
    assert format_columns([]) == []
