"""The commands serve, export and verify.

Invalid options end the command with one line on standard error, a status and no traceback.
"""

import json
import re
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from client.__main__ import run
from client.errors import ExitWithMessage
from server.cli import progress_bar
from server.journal.sqlite import FILE, SqliteJournal
from server.maintenance import open_journal
from tests.harness.privileges import unprivileged_user

ROOT = Path(__file__).parents[2]
CERTIFICATES = Path(__file__).parents[1] / "certificates"
JOURNAL = Path(__file__).parents[1] / "recordings" / "data" / "journal-format-1.sqlite"
OURS, FOREIGN_KEY = CERTIFICATES / "ours.pem", CERTIFICATES / "foreign.key"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "file").write_text("")
    (tmp_path / "text").write_text("not a certificate\n")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "journal.sqlite").write_text("this is no journal " * 100)
    (tmp_path / "banned").mkdir()
    (tmp_path / "banned" / "bans.txt").write_text("everybody\n")
    (tmp_path / "occupied").mkdir()
    (tmp_path / "occupied" / "bans.txt").mkdir()
    (tmp_path / "secret").mkdir(mode=0)
    (tmp_path / "bad.toml").write_text("[limits]\nmatches = 0\n")
    return tmp_path


@pytest.fixture
def locked(folder: Path) -> Iterator[None]:
    """Lock a data folder, as a running server does."""
    (folder / "locked").mkdir()
    journal = SqliteJournal(folder / "locked", "process", lambda work: work())
    yield
    journal.close()


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.mark.usefixtures("locked")
@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("--port x", "--port"),
        ("--port 65536", "--port"),
        ("--port {taken}", "{taken}): address already in use"),
        ("--pyro-port {taken}", "{taken}): address already in use"),
        ("--web-port {taken}", "port {taken} for the page of browsers: Address already in use; "),
        ("--web-port {taken}", "choose another one with --web-port, or use --no-web"),
        ("--web-port 65536", "--web-port"),
        ("--web-origin games.example", "is not an origin, like https://games.example"),
        ("--web-origin https://games.example/", "is not an origin"),
        ("--metrics-port {taken}", "{taken}): address already in use"),
        ("--dialect uno={taken}", "{taken}): address already in use"),
        ("--host nowhere.invalid", "cannot listen on nowhere.invalid"),
        ("--durability paper", "--durability"),
        ("--dialect chess=1", "NAME=PORT"),
        ("--nothing", "nothing"),
        ("--limit matches", "NAME=VALUE"),
        ("--limit matches=x", "must be a whole number above 0"),
        ("--limit table=1", "no limit table"),
        ("--limit trusted_networks=x", "not a network"),
        ("--config {folder}/nothing.toml", "No such file"),
        ("--config {folder}/text", "not TOML"),
        ("--config {folder}/bad.toml", "above 0"),
        ("--data {folder}/file", "for data"),
        ("--data {folder}/file/below", "for data"),
        ("--data {folder}/locked", "in use by another"),
        ("--data {folder}/banned", "everybody"),
        ("--data {folder}/occupied", "cannot read"),
        ("--data {folder}/damaged", "journal"),
        ("--password-file {folder}/nothing", "password"),
        ("--password-file {folder}/file", "first line"),
        ("--password-file {folder}/bytes", "UTF-8"),
        ("--password-file {folder}/text --dialect uno=0", "legacy clients"),
        ("--tls-cert {folder}/nothing", "No such file"),
        ("--tls-cert {folder}/text", "not a PEM certificate"),
        ("--tls-cert {ours} --tls-key {foreign}", "foreign.key is not that of"),
        ("--tls-cert {ours} --tls-key {folder}/nothing", "No such file"),
        ("--tls-key {foreign}", "needs --tls-cert"),
    ],
)
def test_serve_with_invalid_option_fails_with_one_line_that_says_why(
    capsys: pytest.CaptureFixture[str], folder: Path, taken_port: int, options: str, expected: str
) -> None:
    values = {"folder": folder, "taken": taken_port, "ours": OURS, "foreign": FOREIGN_KEY}
    arguments = [part.format(**values) for part in options.split()]
    assert expected.format(**values) in serve_error(capsys, folder, arguments)


def test_serve_with_unreadable_data_folder_fails_with_one_line(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    serve_error(capsys, folder, ["--data", str(folder / "file")])  # imports all modules while root
    folder.chmod(0o711)
    (folder / "secret").chmod(0)
    with unprivileged_user():
        assert "for data" in serve_error(capsys, folder, ["--data", str(folder / "secret")])


def serve_error(capsys: pytest.CaptureFixture[str], folder: Path, options: list[str]) -> str:
    """Return the one line that `serve` prints with these invalid options."""
    ports = ["--port", "0", "--pyro-port", "0", "--web-port", "0", "--data", str(folder / "data")]
    assert run(["serve", *ports, *options]) != 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("tavolata: ")
    assert "Traceback" not in err
    return err


@pytest.fixture
def data(tmp_path: Path) -> Path:
    shutil.copy(JOURNAL, tmp_path / FILE)
    return tmp_path


def test_verify_accepts_an_exported_match_and_fails_after_a_record_is_removed(
    capsys: pytest.CaptureFixture[str], data: Path
) -> None:
    assert run(["export", "1", "--data", str(data)]) == 0
    file = data / "match-1.jsonl"
    file.write_text(capsys.readouterr().out, encoding="utf-8")
    assert run(["verify", str(file)]) == 0
    records = len(file.read_text(encoding="utf-8").splitlines())
    first, last = capsys.readouterr().out.splitlines()
    assert first == f"match 1: eriantys, {records} records, over"
    assert last == "1 matches, 0 damaged"
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join(lines[:3] + lines[4:]), encoding="utf-8")
    assert run(["verify", str(file)]) == 1
    assert capsys.readouterr().out.endswith("1 matches, 1 damaged\n")


def test_verify_of_missing_or_binary_file_fails_with_one_line(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    for name, reason in (("nothing", "No such file or directory"), ("bytes", "not UTF-8")):
        assert run(["verify", str(folder / name)]) == 1
        assert capsys.readouterr().err == f"tavolata: cannot read {folder / name}: {reason}\n"


def test_verify_lists_the_matches_of_an_undamaged_journal_and_their_count(
    capsys: pytest.CaptureFixture[str], data: Path
) -> None:
    assert run(["verify", "--data", str(data)]) == 0
    *matches, last = capsys.readouterr().out.splitlines()
    assert last == f"{len(matches)} matches, 0 damaged"
    assert len(matches) > 5


def test_export_of_missing_match_prints_one_line_and_missing_journal_is_not_opened(
    capsys: pytest.CaptureFixture[str], data: Path
) -> None:
    assert run(["export", "9999", "--data", str(data)]) == 1
    assert capsys.readouterr().err == f"tavolata: there is no match 9999 in {data}\n"
    missing = data / "missing"
    with pytest.raises(ExitWithMessage, match="there is no journal in"), open_journal(missing):
        raise AssertionError("a missing journal was opened")


def test_progress_bar_is_not_shown_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar("pages") as progress:
        progress(1, 2)
        progress(2, 2)
    assert capsys.readouterr() == ("", "")


def test_progress_bar_on_a_terminal_shows_pages_that_are_done(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    with progress_bar("pages") as progress:
        progress(3, 7)
    out, err = capsys.readouterr()
    assert out == ""
    assert "pages" in err
    assert "3/7" in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", err)


@pytest.mark.parametrize("retain", ["90", "d", "-1d", "1w", "1.5h"])
def test_serve_with_invalid_duration_fails_with_one_line(
    capsys: pytest.CaptureFixture[str], folder: Path, retain: str
) -> None:
    error = serve_error(capsys, folder, [f"--retain={retain}"])
    assert "is not a duration, like 90d" in error


@pytest.mark.parametrize("option", ["--tls-cert", "--tls-key"])
def test_tls_auto_with_a_certificate_of_the_operator_is_a_conflict_with_status_2(
    capsys: pytest.CaptureFixture[str], folder: Path, option: str
) -> None:
    arguments = ["serve", "--data", str(folder / "data"), "--tls", "auto", option, str(OURS)]
    assert run(arguments) == 2
    err = capsys.readouterr().err
    assert "do not use it with --tls-cert or --tls-key" in err
    assert err.count("\n") == 1
    assert not (folder / "data").exists()


def test_tls_auto_with_a_damaged_key_fails_with_one_line(
    capsys: pytest.CaptureFixture[str], folder: Path
) -> None:
    (folder / "data").mkdir()
    (folder / "data" / "tls-key.pem").write_text("damaged")
    error = serve_error(capsys, folder, ["--tls", "auto"])
    assert "tls-key.pem is not a private key of this server: restore it" in error


def test_tls_auto_without_a_data_folder_warns_that_the_certificate_is_not_kept(
    capsys: pytest.CaptureFixture[str], folder: Path, taken_port: int
) -> None:
    options = ["--durability", "none", "--log", "json", "--pyro-port", "0", "--no-web"]
    run(["serve", "--tls", "auto", "--port", str(taken_port), *options])
    warning, error = capsys.readouterr().err.splitlines()
    assert "tls_certificate_not_kept" in warning
    assert "name a folder with --data" in warning
    assert "address already in use" in error


def test_import_of_the_commands_leaves_out_metrics_and_progress_bars() -> None:
    """Only a server with a metrics port, and long commands on a terminal, need these libraries."""
    slow = ("prometheus_client", "rich.progress")
    assert all(map(find_spec, slow)), "a misspelt name would never be loaded"
    code = f"import sys, server.cli; print(*{{*{slow}}} & sys.modules.keys())"
    command = [sys.executable, "-c", code]
    loaded = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert loaded.stdout == "\n"


def _exported(capsys: pytest.CaptureFixture[str], *arguments: str) -> list[dict[str, Any]]:
    """Run an export that must succeed; return its lines as data."""
    capsys.readouterr()
    assert run(["export", *arguments]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_export_of_a_range_or_all_matches_has_an_object_per_match_without_token_hashes(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = ("--data", str(data), "--format", "matches")
    every = _exported(capsys, "--all", *folder)
    assert [match["match"] for match in every] == sorted({match["match"] for match in every})
    assert _exported(capsys, "2-4", *folder) == [m for m in every if 2 <= m["match"] <= 4]
    assert _exported(capsys, "3", *folder) == [m for m in every if m["match"] == 3]
    for match in every:
        assert match["format"] == "tavolata-match-1"
        assert set(match["players"][0]) == {"name", "wizard", "strategy"}
        assert match["error"] == ""
        assert bool(match["seed"]) >= bool(match["winners"])
    finished = next(match for match in every if match["winners"])
    assert finished["scores"].keys() == {player["name"] for player in finished["players"]}
    assert sha256(bytes.fromhex(finished["seed"])).hexdigest() == finished["seedHash"]
    assert finished["steps"][0]["action"]["type"]
    assert any(not match["seed"] for match in every), "an unfinished match keeps its seed secret"


@pytest.mark.parametrize("arguments", [(), ("1", "--all"), ("one",), ("1-x",), ("-5",)])
def test_export_without_a_valid_choice_of_matches_is_refused(
    data: Path, capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...]
) -> None:
    capsys.readouterr()
    assert run(["export", *arguments, "--data", str(data)]) != 0
    out, err = capsys.readouterr()
    assert (out, bool(err)) == ("", True)
