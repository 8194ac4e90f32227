"""Log lines for people and as JSON, without control characters."""

import json

import pytest
import structlog

from server.operations.logs import Style, configure
from tests.harness.corpus import CORPUS, control_characters


@pytest.mark.parametrize("style", ["json", "console"])
def test_hostile_texts_are_logged_on_stderr_in_one_line_without_control_characters(
    capsys: pytest.CaptureFixture[str], style: Style
) -> None:
    configure(style)
    log = structlog.get_logger()
    for nasty in CORPUS:
        log.warning(f"from {nasty}", name=nasty, other=[nasty])
    out, err = capsys.readouterr()
    assert out == ""
    assert control_characters(err) == []
    assert len(err.splitlines()) == len(CORPUS)


def test_json_log_line_has_event_level_values_and_utc_timestamp(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure("json")
    structlog.get_logger().info("something", number=7, nothing=None)
    entry = json.loads(capsys.readouterr().err)
    assert (entry["event"], entry["level"], entry["number"]) == ("something", "info", 7)
    assert entry["timestamp"].endswith("Z")


def test_json_traceback_keeps_line_breaks_but_no_control_characters(
    capsys: pytest.CaptureFixture[str],
) -> None:
    configure("json")
    try:
        raise ValueError("planted \x1b[2J")
    except ValueError:
        structlog.get_logger().exception("it failed")
    entry = json.loads(capsys.readouterr().err)
    assert entry["exception"].count("\n") > 2
    assert control_characters(entry["exception"]) == []
