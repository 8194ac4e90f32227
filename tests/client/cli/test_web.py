"""`tavolata play --web`: a server here, its page in the browser of the user."""

import os
import re
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from client.__main__ import run
from client.cli import web
from client.cli.setups import SetupOptions, make_setup
from client.cli.text import WEB_NOT_BUILT
from server.cli import WEB_PORT
from tests.client.conftest import ROOT
from tests.harness.timeouts import GIVE_UP_SECONDS


@contextmanager
def playing(browser: Path, *options: str) -> Iterator["subprocess.Popen[str]"]:
    """Run the command; the browser is a program that writes its address to the pipe ``opened``."""
    opened = browser.with_name("opened")
    os.mkfifo(opened)
    browser.write_text(f'#!/bin/sh\necho "$1" > {opened}\n')
    browser.chmod(0o755)
    command = [sys.executable, "-m", "client", "play", "--web", *options]
    environment = {**os.environ, "BROWSER": f"{browser} %s"}
    with subprocess.Popen(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def _printed_address(process: "subprocess.Popen[str]") -> str:
    assert process.stdout is not None
    found = re.search(r"http://127\.0\.0\.1:\d+/\S*", process.stdout.readline())
    assert found
    return found.group()


@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_page_is_served_and_opened_until_a_signal(tmp_path: Path, stop: signal.Signals) -> None:
    with playing(tmp_path / "browser") as process:
        address = _printed_address(process)
        with urlopen(address) as response:
            assert b"<title>Tavolata</title>" in response.read()
        process.send_signal(stop)
        assert process.wait(GIVE_UP_SECONDS) == 0


def test_browser_gets_the_form_of_the_described_table(tmp_path: Path) -> None:
    options = ("--game", "uno", "--players", "3", "--option", "target_score=200")
    with playing(tmp_path / "browser", *options) as process:
        address = _printed_address(process)
        assert address.endswith("/n?game=uno&players=3&bots=2&option.target_score=200")
        read = ["cat", str(tmp_path / "opened")]
        opened = subprocess.run(read, timeout=GIVE_UP_SECONDS, stdout=subprocess.PIPE, text=True)
        assert opened.stdout.strip() == address


def test_free_port_is_used_if_the_usual_one_is_taken(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            taken.bind(("127.0.0.1", WEB_PORT))
            taken.listen()
        except OSError:
            pass  # another program has it, which serves the test as well
        with playing(tmp_path / "browser") as process:
            address = _printed_address(process)
            assert f":{WEB_PORT}/" not in address
            with urlopen(address) as response:
                assert response.status == 200


def test_form_path_has_the_mode_and_boolean_options() -> None:
    setup = make_setup(SetupOptions("eriantys", 4, True, (), 1))
    assert web.form_path(setup) == "/n?game=eriantys&players=4&bots=1&expert=1"
    setup = make_setup(SetupOptions("rummy500", 2, None, ("forgiving=true",), None))
    assert web.form_path(setup).endswith("option.forgiving=true")


@pytest.mark.parametrize(
    "options",
    [
        ("--server", "127.0.0.1:7700"),
        ("--continue",),
        ("--plain",),
        ("--nickname", "ada"),
        ("--tls",),
        ("--fingerprint", "SHA256:x"),
    ],
)
def test_options_of_another_front_end_are_refused_with_status_2(
    options: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["play", "--web", *options]) == 2
    assert f"{options[0]} cannot be used with --web" in " ".join(capsys.readouterr().err.split())


def test_page_that_is_not_built_is_reported_with_status_1(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("server.cli.WEB_ROOT", tmp_path)
    assert run(["play", "--web"]) == 1
    assert capsys.readouterr().err.strip().endswith(WEB_NOT_BUILT)
