"""Whatever is wrong with the options of a server: one clear line, a status, no traceback."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from client.__main__ import run

CERTIFICATES = Path(__file__).parents[1] / "certificates"
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
    (tmp_path / "bad.toml").write_text("[limits]\nmatches = 0\n")
    return tmp_path


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ("--port x", "--port"),
        ("--port 65536", "--port"),
        ("--port {taken}", "cannot listen on 127.0.0.1"),
        ("--pyro-port {taken}", "cannot listen on 127.0.0.1"),
        ("--host nowhere.invalid", "cannot listen on nowhere.invalid"),
        ("--durability paper", "--durability"),
        ("--dialect chess=1", "NAME=PORT"),
        ("--nothing", "nothing"),
        ("--limit matches", "NAME=VALUE"),
        ("--limit matches=x", "not a number"),
        ("--limit table=1", "no limit table"),
        ("--config {folder}/nothing.toml", "No such file"),
        ("--config {folder}/text", "not TOML"),
        ("--config {folder}/bad.toml", "above 0"),
        ("--data {folder}/file", "for data"),
        ("--data {folder}/banned", "everybody"),
        ("--data {folder}/occupied", "cannot read"),
        ("--data {folder}/damaged", "journal"),
        ("--password-file {folder}/nothing", "password"),
        ("--password-file {folder}/file", "first line"),
        ("--password-file {folder}/bytes", "UTF-8"),
        ("--password-file {folder}/text --dialect uno=0", "old dialect"),
        ("--tls-cert {folder}/nothing", "No such file"),
        ("--tls-cert {folder}/text", "not a certificate"),
        ("--tls-cert {ours} --tls-key {foreign}", "not a certificate"),
        ("--tls-key {foreign}", "needs --tls-cert"),
    ],
)
def test_a_mistake_is_one_line(
    capsys: pytest.CaptureFixture[str], folder: Path, taken_port: int, options: str, words: str
) -> None:
    places = {"folder": folder, "taken": taken_port, "ours": OURS, "foreign": FOREIGN_KEY}
    given = [word.format(**places) for word in options.split()]
    ports = ["--port", "0", "--pyro-port", "0", "--data", str(folder / "data")]
    assert run(["serve", *ports, *given]) != 0
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert err.startswith("tavolata: ")
    assert words in err
    assert "Traceback" not in err
