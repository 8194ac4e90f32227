"""The line-by-line client while its server is killed and started again: real processes only."""

from pathlib import Path

import pytest

from tests.harness.server_process import killable, ports_of
from tests.harness.typist import on_a_pipe


@pytest.mark.parametrize("route", ["socket", "pyro"])
def test_a_server_killed_in_mid_turn_is_only_a_notice(tmp_path: Path, route: str) -> None:
    with killable(tmp_path / "data") as (server, ports):
        command = ("play", "--plain", "--server", ports[route], "--nickname", "ada")
        with on_a_pipe(*command) as typist:
            typist.wait_for("Type new to make one")
            typist.type("new eriantys 2 base bots 1")
            typist.wait_for("Choose your wizard")
            typist.type("king")
            typist.wait_for("Play an assistant")
            server.kill()
            server.wait()
            typist.wait_for("The connection was lost; trying to come back")
            with killable(tmp_path / "data", *ports_of(ports)):
                typist.wait_for("Connected again")
                typist.type("assistant 10")
                typist.wait_for("You played assistant 10")
                typist.type("quit")
                assert typist.ends() == 0
