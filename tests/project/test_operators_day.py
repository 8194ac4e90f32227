"""The day of an operator: install, configure, start, ban, back up, upgrade, restore, drain."""

import shutil
import sys
import venv
import zipfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.harness.logged_server import LoggedServer, logged_server
from tests.harness.outside import ROOT, run
from tests.harness.plain_clients import SocketClient

CONFIG = """
log_level = "info"
data = "{data}"

[limits]
open_rooms_per_address = 64
"""
RULES = "games/eriantys/__init__.py"


class Installation:
    """A fresh environment with the command, a configuration file and a data folder."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.data = folder, folder / "data"
        self.config = folder / "tavolata.toml"
        self.config.write_text(CONFIG.format(data=self.data))
        venv.create(folder / "fresh", with_pip=True)
        self.command = folder / "fresh" / "bin" / "tavolata"

    def install(self, wheel: Path) -> None:
        """Install a wheel in place of the one before."""
        pip, constraints = self.command.with_name("pip"), ROOT / ".ci" / "pins.txt"
        run(pip, "install", "-c", constraints, wheel, folder=self.folder)
        run(pip, "install", "--force-reinstall", "--no-deps", wheel, folder=self.folder)

    def run(self, *arguments: str | Path) -> str:
        """Run a command on the data folder and return its output; it must succeed."""
        return run(self.command, *arguments, "--data", self.data, folder=self.folder)

    @contextmanager
    def server(self) -> Iterator[LoggedServer]:
        """Run the configured server."""
        command = [str(self.command), "serve", "--config", str(self.config)]
        with logged_server(command=command, cwd=self.folder) as server:
            yield server


def _with_changed_rules(wheel: Path, folder: Path) -> Path:
    """Return a wheel whose rules of Eriantys have version 2."""
    changed = folder / wheel.name
    with zipfile.ZipFile(wheel) as old, zipfile.ZipFile(changed, "w") as new:
        for item in old.infolist():
            content = old.read(item)
            if item.filename == RULES:
                before = b'name="eriantys",'
                assert before in content
                content = content.replace(before, before + b" rules_version=2,")
            new.writestr(item, content)
    return changed


def _next(client: SocketClient, *kinds: str) -> dict[str, Any]:
    """Return the next message of one of these types."""
    while (message := client.receive())["type"] not in kinds:
        continue
    return message


def _ask(client: SocketClient, kind: str, **fields: Any) -> dict[str, Any]:
    client.send(kind, **fields)
    return _next(client, "Error", "ActionValid")


def _log_in(client: SocketClient, name: str) -> str:
    """Choose a nickname and return the token."""
    client.send("ChooseNickname", nickname=name)
    return str(_next(client, "SessionOpened")["token"])


def _begin_match(address: str) -> str:
    """Begin a match between ada and a computer player, leave the connection, return her token."""
    with closing(SocketClient(address)) as ada:
        token = _log_in(ada, "ada")
        assert _ask(ada, "SelectMatch", match=0)["type"] == "ActionValid"
        setup = {"number_of_players": 2, "mode": False, "game": "eriantys", "bots": 1}
        assert _ask(ada, "SelectModeAndPlayers", **setup)["type"] == "ActionValid"
        wizards = _next(ada, "SelectWizard")["availableWizards"]
        assert _ask(ada, "ChooseWizard", wizard=wizards[0])["type"] == "ActionValid"
        _next(ada, "GameView")
    return token


def _return(address: str, token: str, *kinds: str) -> list[dict[str, Any]]:
    """Resume the session of ada; return the first message of each of these types, in order."""
    with closing(SocketClient(address)) as ada:
        ada.send("Reconnect", nickname="ada", token=token, last_seq=0)
        return [_next(ada, kind) for kind in kinds]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel of this project."""
    folder = tmp_path_factory.mktemp("wheel")
    pip = (sys.executable, "-m", "pip")
    run(*pip, "wheel", "--no-deps", "--wheel-dir", folder, ROOT, folder=folder)
    (wheel,) = folder.glob("tavolata-*.whl")
    return wheel


@pytest.mark.soak
@pytest.mark.skipif(sys.platform == "win32", reason="the commands are in another folder")
def test_operator_installs_bans_backs_up_upgrades_restores_and_drains(
    wheel: Path, tmp_path: Path
) -> None:
    site = Installation(tmp_path)
    site.install(wheel)
    backup = tmp_path / "backup.sqlite"

    with site.server() as server:
        token = _begin_match(server.socket)
        server.wait_for("match_began")
        assert "banned=name mallory" in site.run("admin", "ban", "name", "mallory")
        with closing(SocketClient(server.socket)) as mallory:
            assert _ask(mallory, "ChooseNickname", nickname="mallory")["error"] == "NOTALLOWED"
        assert "records" in site.run("backup", backup)
        assert server.stop() == 0

    (tmp_path / "upgrade").mkdir()
    site.install(_with_changed_rules(wheel, tmp_path / "upgrade"))
    report = site.run("verify")
    assert "0 damaged, 1 with other rules" in report
    with site.server() as server:
        (ended,) = [e for e in server.events if e["event"] == "match_of_older_rules_ended"]
        assert ended["game"] == "eriantys"
        notice, _ = _return(server.socket, token, "GenericMessage", "ChooseMatch")
        assert "the rules of Eriantys have changed" in notice["msg"]
        assert "name mallory" in site.run("admin", "bans")
        _begin_match_as_bob(server)
        assert server.stop() == 0

    site.install(wheel)
    before = site.data / "before-restore"
    before.mkdir(mode=0o700)
    for file in site.data.glob("journal.*"):
        file.rename(before / file.name)
    shutil.copy(backup, site.data / "journal.sqlite")
    assert "1 matches, 0 damaged\n" in site.run("verify")
    with site.server() as server:
        _return(server.socket, token, "SessionOpened", "GameView")
        assert "ended=1" in site.run("admin", "end", "1")
        assert server.wait_for("match_ended")["match"] == 1
        site.run("admin", "drain")
        assert server.wait_for("server_stopping")["reason"] == "drained"
        assert server.wait_for_end() == 0


def _begin_match_as_bob(server: LoggedServer) -> None:
    """Begin a match as bob after the upgrade."""
    with closing(SocketClient(server.socket)) as bob:
        _log_in(bob, "bob")
        _ask(bob, "SelectMatch", match=0)
        setup = {"number_of_players": 2, "mode": False, "game": "uno", "bots": 1}
        assert _ask(bob, "SelectModeAndPlayers", **setup)["type"] == "ActionValid"
        server.wait_for("match_began")
