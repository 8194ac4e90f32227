"""Interpretation of command-line arguments; --game-pack reaches the registries."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
import typer

from client.__main__ import run
from client.bots import Create, Join, JoinAny
from client.cli.arguments import (
    Transport,
    address_with_transport,
    check_packs_loaded,
    create_target,
    load_packs,
    parse_game_options,
    parse_join,
)
from client.connections import Target
from client.errors import ExitWithMessage, UserError
from messages.packs import ENVIRONMENT, PackError
from tests.client.conftest import ROOT

FINGERPRINT = "SHA256:" + 43 * "a"


@pytest.fixture(autouse=True)
def _restore_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ENVIRONMENT, "")
    monkeypatch.setattr(sys, "path", [*sys.path])


def test_game_options_are_parsed_to_words_and_numbers_or_refused_without_a_value() -> None:
    assert parse_game_options([]) == {}
    assert parse_game_options(["mode=jump_in", "hand_size=5"]) == {
        "mode": "jump_in",
        "hand_size": 5,
    }
    with pytest.raises(UserError, match="KEY=VALUE"):
        parse_game_options(["fast"])


def test_address_gets_the_form_of_its_transport_and_a_pyro_address_is_refused_for_socket() -> None:
    assert address_with_transport("host:1", Transport.pyro) == "PYRO:tavolata@host:1"
    assert address_with_transport("host:1", None) == "host:1"
    assert address_with_transport("", Transport.pyro) == ""
    with pytest.raises(ExitWithMessage, match="Pyro5 address"):
        address_with_transport("PYRO:tavolata@host:1", Transport.socket)


def test_join_option_is_a_number_a_code_or_any() -> None:
    assert parse_join("7", Create()) == Join(7)
    assert parse_join("abc", Create()) == Join(code="ABC")
    assert parse_join("any", Create()) == JoinAny(Create())


def test_join_option_with_a_digit_that_is_not_ascii_is_a_code() -> None:
    assert parse_join("\N{SUPERSCRIPT TWO}", Create()) == Join(code="\N{SUPERSCRIPT TWO}")


def test_target_has_the_first_line_of_the_password_file_and_tls_with_a_ca_file(
    tmp_path: Path,
) -> None:
    password_file = tmp_path / "password_file"
    password_file.write_text("sesame\nmore\n")
    target = create_target("host:1", password_file, False, None)
    assert target[:3] == Target("host:1", "sesame")[:3]
    assert create_target("", None, False, password_file).tls
    with pytest.raises(ExitWithMessage, match="Cannot read"):
        create_target("", tmp_path / "nothing", False, None)


def test_target_with_tls_stores_servers_in_the_configuration_directory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for tls, fingerprint in ((True, ""), (False, FINGERPRINT)):
        target = create_target("host:1", None, tls, None, fingerprint)
        assert target.tls
        assert target.fingerprint == fingerprint
        assert target.known_servers is not None
        assert target.known_servers.path == tmp_path / "tavolata" / "known-servers.txt"


@pytest.mark.parametrize(
    ("ca", "fingerprint", "expected"),
    [
        (None, "SHA256:short", "SHA256: and 43 characters"),
        (Path("file"), FINGERPRINT, "use --ca or --fingerprint, not both"),
    ],
)
def test_invalid_fingerprint_and_one_beside_a_ca_file_are_bad_parameters(
    ca: Path | None, fingerprint: str, expected: str
) -> None:
    with pytest.raises(typer.BadParameter, match=expected):
        create_target("host:1", None, False, ca, fingerprint)


@pytest.mark.parametrize(
    ("before", "arguments", "after"),
    [
        ("", ["serve"], ""),
        ("", ["serve", "--game-pack", "one"], "one"),
        ("", ["--game-pack=one", "--port", "0", "--game-pack", "two"], "one,two"),
        ("zero,one", ["play", "--game-pack", "one"], "zero,one"),
        ("zero", ["play"], "zero"),
        ("", ["play", "--game-pack"], ""),
        ("", ["play", "--game-packs", "one"], ""),
    ],
)
def test_game_pack_options_are_added_to_the_environment_once_and_set_the_import_path(
    monkeypatch: pytest.MonkeyPatch, before: str, arguments: list[str], after: str
) -> None:
    monkeypatch.setenv(ENVIRONMENT, before)
    monkeypatch.setattr(sys, "path", [path for path in sys.path if path])
    load_packs(arguments)
    assert os.environ[ENVIRONMENT] == after
    assert (sys.path[-1] == "") is bool(after)


def test_pack_that_was_not_loaded_is_refused() -> None:
    check_packs_loaded([])
    with pytest.raises(PackError, match="The game pack one is set in a file"):
        check_packs_loaded(["one"])


def test_serve_refuses_a_pack_in_the_configuration_file_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "server.toml"
    file.write_text('game_pack = ["one"]', encoding="utf-8")
    assert run(["serve", "--config", str(file)]) == 2
    assert capsys.readouterr().err == (
        "tavolata: The game pack one is set in a file: use the option --game-pack instead.\n"
    )


def test_importing_client_main_does_not_import_the_message_registry() -> None:
    code = "import sys, client.__main__; assert 'messages.registry' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
