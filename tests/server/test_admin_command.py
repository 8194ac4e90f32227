"""`tavolata admin` beside a running server, as an operator uses it."""

import json
import os
import sys
from pathlib import Path

import pytest

from client.errors import ExitWithMessage
from server.cli import admin_command
from tests.harness.operated_server import operated
from tests.harness.privileges import unprivileged_user

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs socket files")


def test_rows_as_json_name_the_transport_and_drain_within_seconds_stops_the_server(
    tmp_path: Path,
) -> None:
    with operated(tmp_path) as server:
        server.connect("ada")
        (line,) = server.admin("connections", "--json").stdout.splitlines()
        row = json.loads(line)
        assert (row["name"], row["transport"]) == ("ada", "socket")
        assert server.admin("drain", "--within", "x").returncode == 2
        assert json.loads(server.admin("drain", "--within", "600", "--json").stdout)["draining"]
        assert server.process.wait() == 0


def test_ban_that_cannot_be_saved_is_reported_at_start_and_disconnects_the_player(
    tmp_path: Path,
) -> None:
    (tmp_path / "bans.txt.new").mkdir()  # nobody can write the file now, not even root
    with operated(tmp_path) as server:
        assert server.wait_for_event("bans_not_writable")["path"].endswith("bans.txt")
        ada, _ = server.connect("ada")
        failed = server.admin("ban", "name", "ada")
        assert failed.returncode == 1
        assert "until the server stops, but not saved" in failed.stderr
        while ada.receive()["type"] != "Error":
            pass
        assert server.connect("ada")[1] == "Error"


def test_missing_permission_is_not_reported_as_a_missing_server(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with operated(data):
        tmp_path.chmod(0o755)
        if os.geteuid() != 0:
            data.chmod(0)
        with unprivileged_user(), pytest.raises(ExitWithMessage, match="permission denied"):
            admin_command(["matches"], data)
        data.chmod(0o700)
    with pytest.raises(ExitWithMessage, match="no server with the data folder"):
        admin_command(["matches"], data)
