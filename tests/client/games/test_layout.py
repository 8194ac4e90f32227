from client.games.layout import MAX_LISTED, format_columns, wrap_items


def test_long_lists_are_wrapped_between_items() -> None:
    lines = wrap_items(f"{n} yellow reverse" for n in range(30))
    assert max(map(len, lines)) <= 80
    assert all(line.endswith("reverse") for line in lines)


def test_columns_have_equal_width_and_a_maximum_number_of_texts() -> None:
    lines = format_columns([f"move yellow island {island}" for island in range(MAX_LISTED + 7)])
    assert lines[0].split("move ")[1:] == [
        "yellow island 0    ",
        "yellow island 1    ",
        "yellow island 2",
    ]
    assert max(map(len, lines)) <= 80
    assert lines[-1] == "  and 7 more like these"
    assert format_columns([]) == []
