"""Test that the line client survives a restart of its server, with real processes."""

from pathlib import Path

import pytest

from tests.harness.server_process import killable, ports_of
from tests.harness.terminal_session import piped_session


@pytest.mark.parametrize("transport", ["socket", "pyro"])
def test_line_client_reports_a_killed_server_and_continues_its_match_after_the_restart(
    tmp_path: Path, transport: str
) -> None:
    with killable(tmp_path / "data") as (server, ports):
        command = ("play", "--plain", "--server", ports[transport], "--nickname", "ada")
        with piped_session(*command) as session:
            session.wait_for("Type new to open one")
            session.type_line("new eriantys 2 base bots 1")
            session.wait_for("Choose your wizard")
            session.type_line("king")
            session.wait_for("Play an assistant")
            server.kill()
            server.wait()
            session.wait_for("The connection was lost; reconnecting")
            with killable(tmp_path / "data", *ports_of(ports)):
                session.wait_for("Connected again")
                session.type_line("assistant 10")
                session.wait_for("You played assistant 10")
                session.type_line("quit")
                assert session.wait_for_exit() == 0
