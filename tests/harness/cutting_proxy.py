"""A TCP proxy in a thread that loses connections when the test says so, for tests in a browser."""

import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from tests.harness.timeouts import GIVE_UP_SECONDS

RESET = struct.pack("ii", 1, 0)


class CuttingProxy:
    """Forwards bytes to a server.

    ``cut`` resets all connections, ``mute`` drops its answers, ``forget`` loses the open
    connections without telling either end.
    """

    def __init__(self, port: int) -> None:
        self._target = ("127.0.0.1", port)
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        self._open: set[socket.socket] = set()
        self._forgotten: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._is_muted = threading.Event()
        self._asked = threading.Event()
        threading.Thread(target=self._accept, daemon=True).start()

    def mute(self) -> None:
        """From now on drop what the server sends; ``cut`` ends it."""
        self._asked.clear()
        self._is_muted.set()

    def wait_for_request(self) -> None:
        """Wait until a client sent something after ``mute``."""
        assert self._asked.wait(GIVE_UP_SECONDS), "nothing was sent"

    def forget(self) -> None:
        """Forward nothing more on the open connections; new ones work."""
        with self._lock:
            self._forgotten |= self._open

    def cut(self) -> None:
        """Reset every connection; new ones work."""
        with self._lock:
            connections, self._open = self._open, set()
        for connection in connections:
            with suppress(OSError):
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()
        self._is_muted.clear()

    def close(self) -> None:
        with suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self.cut()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                threading.Thread(target=self._connect, args=(client,), daemon=True).start()

    def _connect(self, client: socket.socket) -> None:
        """Connect a client with the server; a server that is down resets the client."""
        try:
            server = socket.create_connection(self._target)
        except OSError:
            client.close()
            return
        with self._lock:
            self._open |= {client, server}
        threading.Thread(target=self._pump, args=(server, client, True), daemon=True).start()
        self._pump(client, server, False)

    def _pump(self, source: socket.socket, target: socket.socket, is_server: bool) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if target in self._forgotten:
                    continue
                if not (is_server and self._is_muted.is_set()):
                    target.sendall(data)
                if not is_server and self._is_muted.is_set():
                    self._asked.set()
        for end in (source, target):
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()
            with self._lock:
                self._open.discard(end)


@contextmanager
def cutting_proxy(port: int) -> Iterator[CuttingProxy]:
    """Run a proxy in front of a port of this machine."""
    proxy = CuttingProxy(port)
    try:
        yield proxy
    finally:
        proxy.close()
