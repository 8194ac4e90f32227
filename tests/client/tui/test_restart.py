"""The line-by-line client while its server is killed and started again: real processes only."""

from pathlib import Path

import pytest

from tests.harness.server_process import killable, ports_of
from tests.harness.terminal_session import piped_session


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_a_server_killed_in_mid_turn_is_only_a_notice(tmp_path: Path, route: str) -> None:
    with killable(tmp_path / "data") as (server, ports):
        command = ("play", "--plain", "--server", ports[route], "--nickname", "ada")
        with piped_session(*command) as session:
            session.wait_for("Type new to make one")
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
