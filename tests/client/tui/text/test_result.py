"""Test the texts of the result page that are computed."""

import pytest

from client.tui.text import result


@pytest.mark.parametrize(
    ("seconds", "short", "long"),
    [(0.4, "0 s", "0 s"), (59, "59 s", "59 s"), (130, "2 min", "2 min 10 s")],
)
def test_times_are_told_in_seconds_or_minutes(seconds: float, short: str, long: str) -> None:
    assert result.duration(seconds) == short
    assert result.long_duration(seconds) == long


def test_extent_leaves_out_what_is_not_known() -> None:
    assert result.match_length(11, 2280.0) == "11 rounds · 38 min"
    assert result.match_length(1, 0.0) == "1 round"
    assert result.match_length(0, 0.0) == ""


@pytest.mark.parametrize(
    ("ready", "awaited", "free", "label"),
    [
        ([], [], 0, "rematch, same table"),
        (["ugo"], [], 0, "rematch, same table   ugo is ready"),
        (
            ["ugo", "lia"],
            ["pia"],
            0,
            "rematch, same table   ugo and lia are ready, waiting for pia",
        ),
        ([], [], 1, "rematch, same table   1 seat free"),
    ],
)
def test_label_of_the_rematch_names_who_is_ready(
    ready: list[str], awaited: list[str], free: int, label: str
) -> None:
    assert result.rematch_label(ready, result.waiting_text(awaited, free)) == label


def test_names_of_others_are_cleaned() -> None:
    assert "\x1b" not in result.rematch_label(["a\x1b[2J"], result.waiting_text(["b\x1b"], 0))
    assert "\x1b" not in result.longest_turn("a\x1b", 30.0, is_me=False)
