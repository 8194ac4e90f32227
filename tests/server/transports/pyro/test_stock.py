"""Compares the Pyro5 transport with a stock Pyro5 daemon: a proxy gets the same answers."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from Pyro5 import errors, protocol
from Pyro5.api import Daemon, Proxy, expose

from messages.registry import ALIASES, CLIENT_MESSAGES
from server.transports.pyro.methods import snake_case
from tests.harness.pyro import LOOPS, PyroServer, running
from tests.harness.timeouts import GIVE_UP_SECONDS


@pytest.fixture(params=LOOPS)
def server(request: pytest.FixtureRequest) -> Iterator[PyroServer]:
    with running(loop=request.param) as server:
        yield server


@expose
class StockServer:
    """An equivalent object for a stock daemon: the same names, the same plain answers."""

    def open(self) -> str:
        return "key"

    def poll(self, key: str, cursor: int, wait: float) -> Any:
        if key != "key":
            return {"type": "Error", "error": "SESSIONUNKNOWN"}
        text = {"text": "Choose a nickname", "protocol": 1, "server": "tavolata"}
        messages = [{"type": "RequestNickname", **text}][cursor:]
        return {"messages": messages, "cursor": 1}

    def do(self, key: str, action: dict[str, Any]) -> Any:
        return {"type": "ActionValid", "msg": action["type"]}

    def close(self, key: str) -> Any:
        return {"type": "ActionValid", "msg": "The session is closed."}


def _stock_method(name: str) -> Any:
    def method(self: StockServer, key: str, *args: Any, **kwargs: Any) -> Any:
        if key != "key":
            return {"type": "Error", "error": "SESSIONUNKNOWN"}
        if name == "Heartbeat":
            return {"type": "Heartbeat"}
        return {"type": "ActionValid", "msg": name}

    method.__name__ = snake_case(name)
    return expose(method)


for _name in (*CLIENT_MESSAGES, *ALIASES):
    setattr(StockServer, snake_case(_name), _stock_method(_name))


@contextmanager
def stock_daemon() -> Iterator[str]:
    with Daemon(host="127.0.0.1") as daemon:
        uri = str(daemon.register(StockServer(), "tavolata"))
        thread = threading.Thread(target=daemon.requestLoop)
        thread.start()
        yield uri
        daemon.shutdown()
        thread.join(GIVE_UP_SECONDS)


def _result_or_error(call: Callable[[], Any]) -> Any:
    """Return the result of a call without its texts, or the type of the exception."""
    try:
        result = call()
    except Exception as error:
        return type(error)
    if isinstance(result, dict):
        result.pop("message", None)
    return result


def _conversation(uri: str) -> list[Any]:
    with Proxy(uri) as proxy, Proxy(uri.replace("tavolata", "other")) as wrong:
        proxy._pyroSerializer = wrong._pyroSerializer = "msgpack"
        results: list[Any] = [proxy._pyroBind(), proxy._pyroBind()]
        results += [proxy._pyroMethods, proxy._pyroAttrs, proxy._pyroOneway]
        key = proxy.open()
        calls: list[Callable[[], Any]] = [
            lambda: type(key),
            lambda: proxy.poll(key, 0, 0),
            lambda: proxy.poll(key, 0, 0),
            lambda: proxy.choose_nickname(key, "ada"),
            lambda: proxy.select_match(key, match=0),
            lambda: proxy.move_student(key, "ISLAND", "RED", 3),
            lambda: proxy.do(key, {"type": "MoveMotherNature", "steps": 2}),
            lambda: proxy.heartbeat(key),
            lambda: proxy.heartbeat("wrong"),
            lambda: proxy.poll("wrong", 0, 0),
            lambda: proxy.nothing,
            lambda: proxy._pyroInvoke("nothing", [key], {}),
            lambda: proxy._pyroInvoke("_private", [key], {}),
            lambda: proxy._pyroInvoke("__class__", [], {}),
            lambda: proxy._pyroInvoke("__getattr__", ["nothing"], {}),
            lambda: proxy._pyroInvoke("__setattr__", ["nothing", 3], {}),
            lambda: proxy._pyroInvoke("open", [], {}, objectId="other"),
            lambda: proxy._pyroInvoke("get_metadata", ["other"], {}, objectId="Pyro.Daemon"),
            lambda: proxy._pyroInvoke("nothing", [], {}, objectId="Pyro.Daemon"),
            lambda: wrong._pyroBind(),
            lambda: wrong.open(),
            lambda: protocol.SendingMessage.ping(proxy._pyroConnection),
            lambda: proxy._pyroGetMetadata(),
            lambda: proxy._pyroReconnect(1),
            lambda: proxy.heartbeat(key),
            lambda: proxy.close(key),
        ]
        return results + [_result_or_error(call) for call in calls]


def test_proxy_gets_the_same_answers_as_from_a_stock_daemon(server: PyroServer) -> None:
    with stock_daemon() as uri:
        assert _conversation(server.uri) == _conversation(uri)


def test_handshake_for_an_unknown_object_is_refused_with_the_text_of_a_stock_daemon(
    server: PyroServer,
) -> None:
    def text(uri: str) -> str:
        with Proxy(uri.replace("tavolata", "other")) as proxy:
            proxy._pyroSerializer = "msgpack"
            with pytest.raises(errors.CommunicationError) as error:
                proxy._pyroBind()
            return str(error.value).partition("rejected")[2]

    with stock_daemon() as uri:
        assert text(server.uri) == text(uri) == ": unknown object"
