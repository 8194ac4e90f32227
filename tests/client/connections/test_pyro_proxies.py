"""Proxies of Pyro5: their threads, and TLS with servers that answer in a wrong way."""

import gc
import socket
import ssl
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from greenlet import greenlet
from Pyro5 import errors, protocol, serializers

from client.connections.base import UntrustedServer
from client.connections.pyro_proxies import ProxyWorker, ThreadProxy, TlsProxy
from client.connections.tls import verify_by_fingerprint
from tests.harness.pyro import FakeHub, running
from tests.harness.tls import Certificates

Answer = Callable[[ssl.SSLSocket], None]
SERIALIZER = serializers.serializers["msgpack"]


def test_proxy_does_not_refer_to_the_greenlet_of_its_thread() -> None:
    """If ``gc.freeze`` hides the reference, greenlet frees the object that the proxy refers to."""
    with running(FakeHub()) as server, ThreadPoolExecutor(1) as executor:
        worker = ProxyWorker(server.uri, 60.0, None)
        assert executor.submit(worker.call, "open").result()
        referents = gc.get_referents(worker._proxy)
        executor.submit(worker.release).result()
    assert not [value for value in referents if isinstance(value, greenlet)]


def test_proxy_refuses_calls_of_another_thread() -> None:
    proxy = ThreadProxy("PYRO:tavolata@127.0.0.1:9")
    with ThreadPoolExecutor(1) as executor:
        call = executor.submit(proxy._pyroBind)
        with pytest.raises(errors.PyroError, match="another thread"):
            call.result()


@contextmanager
def answering(certificates: Certificates, answer: Answer) -> Iterator[str]:
    """Run a TLS server that handles one connection with ``answer``; yield its Pyro5 address."""
    context = certificates.load().context

    def serve() -> None:
        plain, _ = listener.accept()
        with context.wrap_socket(plain, server_side=True) as connection:
            answer(connection)

    with socket.create_server(("127.0.0.1", 0)) as listener:
        thread = threading.Thread(target=serve)
        thread.start()
        yield f"PYRO:tavolata@127.0.0.1:{listener.getsockname()[1]}"
        thread.join()


def _send(kind: int, content: object) -> Answer:
    """Return a function that reads the first message and answers with this one."""

    def answer(connection: ssl.SSLSocket) -> None:
        connection.recv(4096)
        data = SERIALIZER.dumps(content)
        message = protocol.SendingMessage(kind, 0, 0, SERIALIZER.serializer_id, data)
        connection.sendall(message.data)

    return answer


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        (_send(protocol.MSG_CONNECTFAIL, "no more players"), "no more players"),
        (_send(protocol.MSG_CONNECTOK, {"handshake": "hello"}), "not a Tavolata server"),
        (_send(protocol.MSG_CONNECTOK, {"meta": {"methods": 1}}), "not a Tavolata server"),
        (_send(protocol.MSG_CONNECTOK, 7), "not a Tavolata server"),
        (lambda connection: None, "receiving"),
    ],
)
def test_wrong_answer_to_the_first_message_is_a_communication_error(
    tmp_path: Path, answer: Answer, expected: str
) -> None:
    certificates = Certificates(tmp_path)
    identity = verify_by_fingerprint(certificates.load().fingerprint)
    with answering(certificates, answer) as uri:
        worker = ProxyWorker(uri, 60.0, identity)
        with pytest.raises(errors.CommunicationError, match=expected):
            worker.call("open")


def test_server_with_another_key_receives_nothing(tmp_path: Path) -> None:
    certificates = Certificates(tmp_path)
    identity = verify_by_fingerprint(certificates.load("other").fingerprint)
    received: list[bytes] = []

    def record(connection: ssl.SSLSocket) -> None:
        try:
            received.append(connection.recv(4096))
        except OSError:
            received.append(b"")

    with answering(certificates, record) as uri:
        worker = ProxyWorker(uri, 60.0, identity)
        with pytest.raises(errors.CommunicationError) as raised:
            worker.call("open")
    assert isinstance(raised.value.__cause__, UntrustedServer)
    assert received == [b""]


def test_every_way_to_connect_a_proxy_uses_tls(tmp_path: Path) -> None:
    """A method of the stock proxy that is not replaced would connect without TLS."""
    identity = verify_by_fingerprint(Certificates(tmp_path).load().fingerprint)
    ways: list[Callable[[Any], object]] = [
        lambda proxy: proxy._pyroBind(),
        lambda proxy: proxy._pyroInvoke("open", (), {}),
        lambda proxy: proxy._pyroReconnect(tries=1),
        lambda proxy: proxy.open(),
    ]
    for connect in ways:
        with socket.create_server(("127.0.0.1", 0)) as listener:
            proxy = TlsProxy(f"PYRO:tavolata@127.0.0.1:{listener.getsockname()[1]}", identity)
            first = _record_first_byte(listener)
            with pytest.raises(errors.CommunicationError):
                connect(proxy)
            assert first() == b"\x16"  # the type of a TLS handshake record


def _record_first_byte(listener: socket.socket) -> Callable[[], bytes]:
    """Accept one connection in a thread and close it; return a function that returns its byte."""
    received: list[bytes] = []

    def accept() -> None:
        connection, _ = listener.accept()
        received.append(connection.recv(1))
        connection.close()

    thread = threading.Thread(target=accept)
    thread.start()

    def result() -> bytes:
        thread.join()
        return received[0]

    return result
