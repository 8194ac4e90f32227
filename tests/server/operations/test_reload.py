"""The effects of a reload on a server. ``test_signals.py`` has the tests with processes."""

from dataclasses import replace
from typing import Any

import pytest
from structlog.testing import capture_logs

from server.limits import Limits
from server.operations.config import BadSetting
from server.operations.reload import Reload, ReloadFailed, Sources, changed_options
from tests.harness.handler import HandlerHarness


def _reload(server: HandlerHarness, limits: Limits, restart: list[str]) -> Reload:
    return Reload(Sources(lambda: limits, lambda: restart), server.handler, None, lambda bans: 0)


def test_limits_are_applied_except_those_that_need_a_restart() -> None:
    server = HandlerHarness()
    before = server.state.limits
    wanted = replace(before, matches=before.matches + 1, reports=before.reports + 1)
    with capture_logs():
        changes = _reload(server, wanted, ["port"]).run()
    assert server.state.limits == replace(before, matches=before.matches + 1)
    assert changes["limits"] == f"matches={before.matches + 1} (was {before.matches})"
    assert changes["restart_needed"] == "port, reports"


def test_source_that_cannot_be_read_changes_nothing_and_is_logged_after_a_signal() -> None:
    server = HandlerHarness()
    before = server.state.limits

    def fail() -> Any:
        raise BadSetting("line 3: no such limit")

    sources = Sources(lambda: replace(before, matches=1), fail)
    reload = Reload(sources, server.handler, None, lambda bans: 0)
    with pytest.raises(ReloadFailed, match="line 3"):
        reload.run()
    with capture_logs() as log:
        reload.on_signal()
    assert [event["event"] for event in log] == ["reload_failed"]
    assert server.state.limits == before


def test_changed_options_are_named_in_order_also_new_and_removed_ones() -> None:
    old, new = {"port": 1, "host": "a", "log": "json"}, {"port": 2, "data": "b", "log": "json"}
    assert changed_options(old, new) == ["data", "host", "port"]
