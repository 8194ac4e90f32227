"""The corpus as names, table names and chat in a real server, shown by every command in a real
pseudo-terminal and in the logs: nothing of it is obeyed, nothing breaks, nothing is written
elsewhere.
"""

import os
import pty
import re
import select
import socket
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import accumulate, count, islice
from pathlib import Path

import pytest
from msgspec import structs
from msgspec.msgpack import decode

from messages import ChooseNickname, Quit, SelectMatch, SelectModeAndPlayers, SendChat
from messages.codec import encode
from messages.framing import MAX_SERVER_FRAME, Frames, frame
from messages.registry import AnyClientMessage
from messages.text import maybe_name
from server.journal.records import (
    FORMAT,
    NO_HASH,
    Began,
    Entry,
    Player,
    Talked,
    chain_hash,
    encode_record,
)
from server.journal.sqlite import SqliteJournal
from tests.harness.corpus import CONTROLS, CORPUS, ESCAPES, FORMATS, control_characters
from tests.harness.timeouts import GIVE_UP_SECONDS

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
ROOT = Path(__file__).parents[2]
LAST_WORDS = "my last words"
OURS = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>78]")
"""What the libraries of the screen say to a terminal."""


class ServerProcess:
    """A server with its folder, and a home in which nothing else may appear."""

    def __init__(self, home: Path) -> None:
        self.home, self.data = home, home / "data"
        self.environment = {
            **os.environ,
            **{"HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), "TERM": "xterm"},
            **{"PROMPT_TOOLKIT_NO_CPR": "1", "PYTHONPATH": str(ROOT)},
        }
        self.log = (home / "log").open("wb")
        options = ["--port", "0", "--pyro-port", "0", "--data", str(self.data)]
        options += ["--limit", f"chat_lines={len(CORPUS)}"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "server", *options],
            cwd=home,
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=self.log,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().decode().split("//")[1].strip()
        self.pyro = self.process.stdout.readline().decode().split()[1]

    def stop(self) -> None:
        """As an operator does."""
        self.process.terminate()
        self.process.wait(GIVE_UP_SECONDS)
        self.log.close()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def show(self, *words: str, typed: bytes = b"", until: str = "") -> str:
        """All that a command shows on a terminal; with ``until`` it is ended at that text."""
        with self.terminal(*words) as terminal:
            os.write(terminal, typed)
            return _read(terminal, until)

    @contextmanager
    def terminal(self, *words: str) -> Iterator[int]:
        """A terminal in which a command runs; it ends with the block, if not by itself."""
        ours, theirs = pty.openpty()
        termios.tcsetwinsize(ours, (40, 120))
        with subprocess.Popen(
            [sys.executable, "-m", "client", *words],
            cwd=self.home,
            env=self.environment,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
        ) as process:
            os.close(theirs)
            try:
                yield ours
            finally:
                process.terminate()
        os.close(ours)


def _read(terminal: int, until: str) -> str:
    data, end = b"", time.monotonic() + GIVE_UP_SECONDS
    while time.monotonic() < end:
        ready, _, _ = select.select([terminal], [], [], 0.2)
        try:
            part = os.read(terminal, 65536) if ready else None
        except OSError:  # the program has ended
            break
        data += part or b""
        if part is None and until and until.encode() in data:
            break
    shown = data.decode(errors="replace")
    assert until in shown, ascii(shown[-2000:])
    return shown


class BlockingClient:
    """Says what it likes, and waits for each answer."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self.socket = socket.create_connection((host, int(port)), GIVE_UP_SECONDS)
        self._frames = Frames(MAX_SERVER_FRAME)
        self._ids = count(1)

    def send(self, message: AnyClientMessage) -> None:
        number = next(self._ids)
        self.socket.sendall(frame(encode(structs.replace(message, id=number))))
        while not self._is_answered(number):
            pass

    def _is_answered(self, number: int) -> bool:
        payloads = self._frames.feed(self.socket.recv(1 << 20))
        return any(decode(payload).get("replyTo") == number for payload in payloads)


def _send_hostile_text(address: str) -> list[BlockingClient]:
    """Every nasty text as a name, as the name of a table, and as chat in a match."""
    player, host = BlockingClient(address), BlockingClient(address)
    for nasty in CORPUS:
        if maybe_name(_text(nasty)) is None:
            player.send(ChooseNickname(_text(nasty)))
    player.send(ChooseNickname("__class__"))
    for nasty in CORPUS:
        player.send(SendChat(_text(nasty)))
    player.send(SelectMatch(0))
    player.send(SelectModeAndPlayers(2, game="uno", bots=1, name=_text(ESCAPES[0] + "Q@Q")))
    for nasty in CORPUS:
        player.send(SendChat(_text(nasty)))
    for unreadable in ({"type": _text(ESCAPES[2])}, {"type": "SendChat", _text(ESCAPES[3]): 1}):
        player.socket.sendall(frame(encode(unreadable)))
    host.send(ChooseNickname("--help"))
    host.send(SelectMatch(0))
    name = _text("Q@\x1b]0;title\x07[bold]open")
    host.send(SelectModeAndPlayers(3, game="uno", name=name))
    return [player, host]


def _chat(address: str, match: int) -> None:
    """Every nasty text as chat, in the lobby or at a table; a guest may say a few at once."""
    for number, nasty in enumerate([*CORPUS, LAST_WORDS]):
        if number % 10 == 0:
            client = BlockingClient(address)
            client.send(ChooseNickname(f"chatter{number}"))
            if match:
                client.send(SelectMatch(match))
        client.send(SendChat(_text(nasty)))
        if number % 10 == 9:
            client.send(Quit())
            client.socket.close()
    client.socket.close()


def _text(nasty: str) -> str:
    return nasty.encode("utf-8", "ignore").decode()[:64]


@pytest.fixture(scope="module")
def server_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    server_process, clients = (
        ServerProcess(tmp_path_factory.mktemp("house")),
        list[BlockingClient](),
    )
    try:
        clients = _send_hostile_text(server_process.address)
        yield server_process
    finally:
        for client in clients:
            client.socket.close()
        server_process.stop()


def _check(shown: str, *, screen: bool = False, ours: str = "\r") -> None:
    """Nothing a player wrote commands the terminal; a full screen may command it itself.

    ``ours`` are control characters that a terminal, or the prompt, adds.
    """
    assert "Traceback" not in shown
    for nasty in [*CONTROLS, *FORMATS]:
        assert nasty in "\r\n" or f"Q@{nasty}" not in shown, ascii(nasty)
    for escape in ("title\x07", "\x1b]8;;http", "\x1b[6n", "\x1b]0;title"):
        assert escape not in shown
    if not screen:
        assert set(control_characters(OURS.sub("", shown))) <= set(ours)


@pytest.mark.parametrize(
    "words",
    [
        ("help",),
        ("matches",),
        ("match", "1"),
        ("connections",),
        *(("announce", nasty) for nasty in ("\x1b[2J", "Q@\x9b31m", "[bold]x")),
        ("kick", "\x1b]0;title\x07"),
        ("ban", "name", "Q@\u202eevil"),
        ("bans",),
        ("ban", "address", "\x1b[6n"),
        ("end", "\x1b[2J"),
        ("\x1b[2J",),
    ],
)
def test_the_operators_commands(server_process: ServerProcess, words: tuple[str, ...]) -> None:
    shown = server_process.show("admin", "--data", str(server_process.data), "--", *words)
    assert shown.strip()
    _check(shown)


def test_line_by_line(server_process: ServerProcess) -> None:
    typed = b"refresh\nplayers\nchat Q@hello\njoin 2\nshow\nquit\n"
    for address in (server_process.address, server_process.pyro):
        words = ("play", "--plain", "--server", address, "--nickname", "plainly")
        _check(server_process.show(*words, typed=typed, until="plainly"), ours="\r\b")


def test_full_screen(server_process: ServerProcess) -> None:
    words = ("play", "--server", server_process.address, "--nickname", "fully")
    shown = server_process.show(*words, until="open")
    _check(shown, screen=True)


@pytest.mark.parametrize("how", [("--plain",), ()], ids=["line by line", "full screen"])
def test_chat_while_somebody_plays(server_process: ServerProcess, how: tuple[str, ...]) -> None:
    words = ("play", *how, "--server", server_process.address, "--nickname", f"hearing{len(how)}")
    with server_process.terminal(*words) as terminal:
        shown = _read(terminal, "--help")
        _chat(server_process.address, 0)
        shown += _read(terminal, LAST_WORDS)
    _check(shown, screen=not how, ours="\r\b")


def test_hosting(server_process: ServerProcess) -> None:
    """Names, tables and chat of those who come to somebody who hosts for friends."""
    words = ("host", "--game", "uno", "--players", "3", "--nickname", "hosting")
    ports = ("--address", "127.0.0.1", "--port", "0", "--pyro-port", "0", "--old-port", "0")
    with server_process.terminal(*words, *ports) as terminal:
        shown = _read(terminal, "1 of 3 seats")
        found = re.search(r"--server (127\.0\.0\.1:\d+)", shown)
        assert found is not None
        clients = _send_hostile_text(found[1])
        _chat(found[1], 1)
        shown += _read(terminal, LAST_WORDS)
    for client in clients:
        client.socket.close()
    _check(shown, ours="\r\b")
    assert "[bold red]x[/]" in shown


def test_bots(server_process: ServerProcess) -> None:
    shown = server_process.show(
        "bot", "--server", server_process.address, "--game", "uno", "--join", "77"
    )
    assert "No open match" in shown
    _check(shown)
    _check(server_process.show("bot", "--server", "\x1b[2J:1", "--game", "uno"))
    _check(
        server_process.show(
            "bot", "--server", server_process.address, "--game", "Q@\x1b]0;title\x07"
        )
    )
    _check(server_process.show("play", "--server", "Q@\x9b31m:7", "--plain"))


def test_the_journal_and_the_log_and_nothing_else(server_process: ServerProcess) -> None:
    """Last, because the journal is read when no server uses it."""
    server_process.stop()
    data = ("--data", str(server_process.data))
    told = server_process.show("replay", "1", *data, typed=b"\n" * 400 + b"q\n")
    exported, verified = (
        server_process.show("export", "1", *data),
        server_process.show("verify", *data),
    )
    for shown in (told, exported, verified, server_process.show("export", "77", *data)):
        assert shown.strip()
        _check(shown)
    assert exported.count("Talked") > len(CORPUS) / 2, "not all of them are empty when cleaned"
    assert "1 matches, 0 damaged" in verified
    _check((server_process.home / "log").read_text(encoding="utf-8"))
    files = {
        str(p.relative_to(server_process.home))
        for p in server_process.home.rglob("*")
        if p.is_file()
    }
    allowed = {"log", "config/tavolata/recent.json"}
    assert {name for name in files - allowed if not name.startswith("data/")} == set()
    assert {Path(name).name for name in files if name.startswith("data/")} <= {
        *("journal.sqlite", "journal.sqlite-wal", "journal.sqlite-shm", "journal.lock"),
        "bans.txt",
    }


def test_a_journal_somebody_else_wrote(server_process: ServerProcess) -> None:
    """Its names and its chat went through no door."""
    nasty = [_text(text) for text in CORPUS]
    folder = server_process.home / "data" / "foreign"
    folder.mkdir()
    asked = SelectModeAndPlayers(2, game="uno", name=nasty[40])
    players = tuple(Player(name, "", bytes(32)) for name in ("Q@\x1b[2J", "Q@\u202e"))
    began = Began(FORMAT, asked, players, players[0].name, "", bytes(32), 0)
    bodies = [encode_record(one) for one in (began, *(Talked("Q@\x9b1m", t) for t in nasty))]
    chains = islice(accumulate(bodies, chain_hash, initial=NO_HASH), 1, None)
    journal = SqliteJournal(folder, "process", lambda work: work())
    entries = [Entry(1, body, chain) for body, chain in zip(bodies, chains, strict=True)]
    journal.append(entries, lambda kept: None)
    journal.close()
    for words in (("replay", "1"), ("export", "1"), ("verify",)):
        shown = server_process.show(*words, "--data", str(folder), typed=b"\n" * 400)
        assert shown.strip()
        _check(shown)
