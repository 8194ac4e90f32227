"""Messages to the service manager."""

import socket
import sys
from pathlib import Path

import pytest

from server.transports.manager import VARIABLE, notify_manager

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs socket files")


@pytest.fixture
def manager() -> socket.socket:
    manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    manager.settimeout(120)
    return manager


@pytest.mark.parametrize("is_abstract", [False, True])
def test_state_is_one_datagram_to_the_named_socket(
    manager: socket.socket, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, is_abstract: bool
) -> None:
    if is_abstract and sys.platform != "linux":
        return
    address = f"@{tmp_path}/notify" if is_abstract else f"{tmp_path}/notify"
    with manager:
        manager.bind(address.replace("@", "\0", 1))
        monkeypatch.setenv(VARIABLE, address)
        notify_manager("READY=1")
        assert manager.recv(100) == b"READY=1"


@pytest.mark.parametrize("address", ["", "/nothing/there"])
def test_missing_manager_is_ignored(monkeypatch: pytest.MonkeyPatch, address: str) -> None:
    monkeypatch.setenv(VARIABLE, address)
    notify_manager("READY=1")
    monkeypatch.delenv(VARIABLE)
    notify_manager("READY=1")
