"""Hostile texts as nicknames, room names and chat, shown by every command and in the logs.

The server and the commands are real processes; the commands run in a pseudo-terminal. No text
controls the terminal, no command crashes, and no unexpected file is written.
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
from messages.framing import MAX_SERVER_FRAME, FrameDecoder, frame
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
END_MARKER = "end of hostile chat"
LIBRARY_SEQUENCES = re.compile(r"\x1b\[[0-9;?]*[ -/]*[@-~]|\x1b[()][A-Z0-9]|\x1b[=>78]")
"""Escape sequences that the terminal libraries write themselves."""


class ServerProcess:
    """A server process with a data folder, in a home folder of its own."""

    def __init__(self, home: Path) -> None:
        self.home, self.data = home, home / "data"
        self.environment = {
            **os.environ,
            **{"HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"), "TERM": "xterm"},
            **{"PROMPT_TOOLKIT_NO_CPR": "1", "PYTHONPATH": str(ROOT)},
        }
        self.log = (home / "log").open("wb")
        options = ["--port", "0", "--pyro-port", "0", "--no-web", "--data", str(self.data)]
        options += ["--limit", f"chat_lines={len(CORPUS)}", "--bot-delay", "0"]
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
        """Terminate the server and wait for its end."""
        self.process.terminate()
        self.process.wait(GIVE_UP_SECONDS)
        self.log.close()
        assert self.process.stdout is not None
        self.process.stdout.close()

    def show(self, *arguments: str, typed: bytes = b"", until: str = "") -> str:
        """Run a command in a terminal and return its output; with ``until`` stop at that text."""
        with self.terminal(*arguments) as terminal:
            os.write(terminal, typed)
            return _read(terminal, until)

    @contextmanager
    def terminal(self, *arguments: str) -> Iterator[int]:
        """Run a command in a pseudo-terminal until the block ends; yield the terminal."""
        parent_end, child_end = pty.openpty()
        termios.tcsetwinsize(parent_end, (40, 120))
        with subprocess.Popen(
            [sys.executable, "-m", "client", *arguments],
            cwd=self.home,
            env=self.environment,
            stdin=child_end,
            stdout=child_end,
            stderr=child_end,
        ) as process:
            os.close(child_end)
            try:
                yield parent_end
            finally:
                process.terminate()
        os.close(parent_end)


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
    output = data.decode(errors="replace")
    assert until in output, ascii(output[-2000:])
    return output


class BlockingClient:
    """A client that sends messages and waits for each answer."""

    def __init__(self, address: str) -> None:
        host, _, port = address.rpartition(":")
        self.socket = socket.create_connection((host, int(port)), GIVE_UP_SECONDS)
        self._frames = FrameDecoder(MAX_SERVER_FRAME)
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
    """Send all hostile texts as nicknames and chat, and some as room names and fields."""
    player, host = BlockingClient(address), BlockingClient(address)
    for hostile in CORPUS:
        if maybe_name(_text(hostile)) is None:
            player.send(ChooseNickname(_text(hostile)))
    player.send(ChooseNickname("__class__"))
    for hostile in CORPUS:
        player.send(SendChat(_text(hostile)))
    player.send(SelectMatch(0))
    player.send(SelectModeAndPlayers(2, game="uno", bots=1, name=_text(ESCAPES[0] + "Q@Q")))
    for hostile in CORPUS:
        player.send(SendChat(_text(hostile)))
    for unreadable in ({"type": _text(ESCAPES[2])}, {"type": "SendChat", _text(ESCAPES[3]): 1}):
        player.socket.sendall(frame(encode(unreadable)))
    host.send(ChooseNickname("--help"))
    host.send(SelectMatch(0))
    name = _text("Q@\x1b]0;title\x07[bold]open")
    host.send(SelectModeAndPlayers(3, game="uno", name=name))
    return [player, host]


def _send_hostile_chat(address: str, match: int) -> None:
    """Send all hostile texts as chat in the lobby or a match, ten per client."""
    for number, hostile in enumerate([*CORPUS, END_MARKER]):
        if number % 10 == 0:
            client = BlockingClient(address)
            client.send(ChooseNickname(f"chatter{number}"))
            if match:
                client.send(SelectMatch(match))
        client.send(SendChat(_text(hostile)))
        if number % 10 == 9:
            client.send(Quit())
            client.socket.close()
    client.socket.close()


def _text(hostile: str) -> str:
    return hostile.encode("utf-8", "ignore").decode()[:64]


@pytest.fixture(scope="module")
def server_process(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """Run a server with hostile names, chat and bans that the tests of this module share."""
    with _server_with_hostile_text(tmp_path_factory.mktemp("server")) as server_process:
        yield server_process


@contextmanager
def _server_with_hostile_text(home: Path) -> Iterator[ServerProcess]:
    server_process, clients = ServerProcess(home), list[BlockingClient]()
    try:
        clients = _send_hostile_text(server_process.address)
        server_process.show(
            "admin", "--data", str(server_process.data), "--", "ban", "name", "Q@\u202eevil"
        )
        yield server_process
    finally:
        for client in clients:
            client.socket.close()
        server_process.stop()


def _check(output: str, *, screen: bool = False, terminal_controls: str = "\r") -> None:
    """Check that no text of a player controls the terminal; a full screen may do so itself.

    ``terminal_controls`` are control characters that the terminal or the prompt adds.
    """
    assert "Traceback" not in output
    for hostile in [*CONTROLS, *FORMATS]:
        assert hostile in "\r\n" or f"Q@{hostile}" not in output, ascii(hostile)
    for escape in ("title\x07", "\x1b]8;;http", "\x1b[6n", "\x1b]0;title"):
        assert escape not in output
    if not screen:
        assert set(control_characters(LIBRARY_SEQUENCES.sub("", output))) <= set(terminal_controls)


@pytest.mark.parametrize(
    "arguments",
    [
        ("help",),
        ("matches",),
        ("match", "1"),
        ("connections",),
        *(("announce", hostile) for hostile in ("\x1b[2J", "Q@\x9b31m", "[bold]x")),
        ("kick", "\x1b]0;title\x07"),
        ("ban", "name", "Q@\u202eevil"),
        ("bans",),
        ("ban", "address", "\x1b[6n"),
        ("end", "\x1b[2J"),
        ("\x1b[2J",),
    ],
)
def test_admin_commands_print_no_control_characters(
    server_process: ServerProcess, arguments: tuple[str, ...]
) -> None:
    output = server_process.show("admin", "--data", str(server_process.data), "--", *arguments)
    assert output.strip()
    _check(output)


def test_line_client_prints_no_control_characters_over_both_transports(
    server_process: ServerProcess,
) -> None:
    typed = b"refresh\nplayers\nchat Q@hello\njoin 2\nshow\nquit\n"
    for address in (server_process.address, server_process.pyro):
        arguments = ("play", "--plain", "--server", address, "--nickname", "plainly")
        _check(
            server_process.show(*arguments, typed=typed, until="plainly"), terminal_controls="\r\b"
        )


def test_full_screen_shows_no_escape_sequences_of_players(server_process: ServerProcess) -> None:
    arguments = ("play", "--server", server_process.address, "--nickname", "fully")
    output = server_process.show(*arguments, until="open")
    _check(output, screen=True)


@pytest.mark.parametrize("options", [("--plain",), ()], ids=["line by line", "full screen"])
def test_arriving_hostile_chat_does_not_control_the_terminal_of_a_player(
    server_process: ServerProcess, options: tuple[str, ...]
) -> None:
    arguments = (
        "play",
        *options,
        "--server",
        server_process.address,
        "--nickname",
        f"receiver{len(options)}",
    )
    with server_process.terminal(*arguments) as terminal:
        output = _read(terminal, "--help")
        _send_hostile_chat(server_process.address, 0)
        output += _read(terminal, END_MARKER)
    _check(output, screen=not options, terminal_controls="\r\b")


def test_hostile_clients_that_join_do_not_control_the_terminal_of_the_host_command(
    server_process: ServerProcess,
) -> None:
    """Check the output of `tavolata host` while hostile clients join."""
    arguments = ("host", "--plain", "--game", "uno", "--players", "3", "--nickname", "hosting")
    ports = ("--address", "127.0.0.1", "--port", "0", "--pyro-port", "0", "--old-port", "0")
    with server_process.terminal(*arguments, *ports) as terminal:
        output = _read(terminal, "1 of 3 seats")
        invitation = re.search(r"(?:--server |@)(127\.0\.0\.1:\d+)", output)
        assert invitation is not None
        clients = _send_hostile_text(invitation[1])
        _send_hostile_chat(invitation[1], 1)
        output += _read(terminal, END_MARKER)
    for client in clients:
        client.socket.close()
    _check(output, terminal_controls="\r\b")
    assert "[bold red]x[/]" in output


def test_bot_and_play_commands_print_no_control_characters_of_their_arguments(
    server_process: ServerProcess,
) -> None:
    output = server_process.show(
        "bot", "--server", server_process.address, "--game", "uno", "--join", "77"
    )
    assert "No open match" in output
    _check(output)
    _check(server_process.show("bot", "--server", "\x1b[2J:1", "--game", "uno"))
    _check(
        server_process.show(
            "bot", "--server", server_process.address, "--game", "Q@\x1b]0;title\x07"
        )
    )
    _check(server_process.show("play", "--server", "Q@\x9b31m:7", "--plain"))


def test_journal_commands_and_log_are_free_of_control_characters_and_no_file_is_unexpected(
    tmp_path: Path,
) -> None:
    with _server_with_hostile_text(tmp_path) as server_process:
        pass  # the journal commands need a stopped server
    data = ("--data", str(server_process.data))
    replayed = server_process.show("replay", "1", "--plain", *data, typed=b"\n" * 400 + b"q\n")
    exported, verified = (
        server_process.show("export", "1", *data),
        server_process.show("verify", *data),
    )
    for output in (replayed, exported, verified, server_process.show("export", "77", *data)):
        assert output.strip()
        _check(output)
    assert exported.count("Talked") > len(CORPUS) / 2, "most texts are not empty after sanitizing"
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
        "journal.heads",
        "bans.txt",
    }


def test_journal_commands_print_no_control_characters_of_an_unsanitized_journal(
    server_process: ServerProcess,
) -> None:
    """Check a journal whose names and chat no server has sanitized."""
    hostile = [_text(text) for text in CORPUS]
    folder = server_process.home / "data" / "foreign"
    folder.mkdir()
    setup = SelectModeAndPlayers(2, game="uno", name=hostile[40])
    players = tuple(Player(name, "", bytes(32)) for name in ("Q@\x1b[2J", "Q@\u202e"))
    began = Began(FORMAT, setup, players, players[0].name, "", bytes(32), 0)
    bodies = [
        encode_record(record) for record in (began, *(Talked("Q@\x9b1m", t) for t in hostile))
    ]
    chains = islice(accumulate(bodies, chain_hash, initial=NO_HASH), 1, None)
    journal = SqliteJournal(folder, "process", lambda work: work())
    entries = [Entry(1, body, chain) for body, chain in zip(bodies, chains, strict=True)]
    journal.append(entries, lambda is_written: None)
    journal.close()
    for arguments in (("replay", "1", "--plain"), ("export", "1"), ("verify",)):
        output = server_process.show(*arguments, "--data", str(folder), typed=b"\n" * 400)
        assert output.strip()
        _check(output)
