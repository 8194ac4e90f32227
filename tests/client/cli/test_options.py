"""What the options of the command line mean."""

from pathlib import Path

import pytest

from client.bots import Create, Join, JoinAny
from client.cli.options import Route, address_of, options_of, target_of, way_to_join
from client.connections import Target
from client.errors import ExitWithMessage, UserError


def test_options_are_taken_apart() -> None:
    assert options_of([]) == {}
    assert options_of(["mode=jump_in", "hand_size=5"]) == {"mode": "jump_in", "hand_size": 5}
    with pytest.raises(UserError, match="KEY=VALUE"):
        options_of(["fast"])


def test_an_address_and_its_route() -> None:
    assert address_of("host:1", Route.pyro) == "PYRO:tavolata@host:1"
    assert address_of("host:1", None) == "host:1"
    assert address_of("", Route.pyro) == ""
    with pytest.raises(ExitWithMessage, match="pyro route"):
        address_of("PYRO:tavolata@host:1", Route.socket)


def test_ways_to_join() -> None:
    assert way_to_join("7", Create()) == Join(7)
    assert way_to_join("abc", Create()) == Join(code="ABC")
    assert way_to_join("any", Create()) == JoinAny(Create())


def test_what_it_takes_to_be_let_in(tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("sesame\nmore\n")
    assert target_of("host:1", secret, False, None) == Target("host:1", "sesame")
    assert target_of("", None, False, secret).tls
    with pytest.raises(ExitWithMessage, match="Cannot read"):
        target_of("", tmp_path / "nothing", False, None)
