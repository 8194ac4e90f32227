"""Proxies of Pyro5: with TLS, and for use in one thread."""

import contextlib
import socket
import threading
from typing import Any

from Pyro5 import errors, protocol, serializers, socketutil
from Pyro5.api import Proxy

from client.connections.base import UntrustedServer
from client.connections.text import CLOSED_HERE, OTHER_THREAD, WRONG_PROTOCOL
from client.connections.tls import Identity, open_tls_socket


class ThreadProxy(Proxy):  # type: ignore[misc]
    """A proxy that stores the number of the thread that created it as its owner.

    The stock proxy stores the current greenlet instead if greenlet is installed. When the thread
    ends, greenlet calls ``gc.get_referrers`` and releases a reference that it does not find. It
    does not find that of a proxy that existed at ``gc.freeze``, so the greenlet is freed while the
    proxy still refers to it, and the process crashes later (greenlet 3.2.4 to 3.5.6).
    """

    def __init__(self, uri: str) -> None:
        super().__init__(uri)
        self._Proxy__pyroOwnerThread = threading.get_ident()

    def _Proxy__check_owner(self) -> None:
        """Raise PyroError if another thread owns this proxy; replaces the stock method."""
        if threading.get_ident() != self._Proxy__pyroOwnerThread:
            raise errors.PyroError(OTHER_THREAD)


class TlsProxy(ThreadProxy):
    """A proxy that connects with TLS only, to a server that is verified first.

    Pyro5 has one TLS configuration for the whole process, which cannot check fingerprints.
    """

    _pyroConnection: Any
    _identity: Identity

    def __init__(self, uri: str, identity: Identity) -> None:
        super().__init__(uri)
        object.__setattr__(self, "_identity", identity)  # a proxy refuses other attributes

    def _Proxy__pyroCreateConnection(self, *_: Any) -> bool:
        """Connect and exchange the first messages; replaces the method of the stock proxy.

        Return False if connected already. Raises CommunicationError; its cause says why.
        """
        if self._pyroConnection is not None:
            return False
        uri = self._pyroUri
        try:
            opened = open_tls_socket(uri.host, uri.port, self._identity, self._pyroTimeout or None)
        except (OSError, UnicodeError, UntrustedServer) as error:
            raise errors.CommunicationError(str(error)) from error
        connection = socketutil.SocketConnection(opened, uri.object)
        try:
            self._Proxy__processMetadata(self._shake_hands(connection))
        except (KeyError, TypeError, ValueError):
            connection.close()
            raise errors.CommunicationError(WRONG_PROTOCOL) from None
        except errors.PyroError:
            connection.close()
            raise
        self._pyroConnection = connection
        return True

    def _shake_hands(self, connection: Any) -> Any:
        """Send the name of the object; return its metadata.

        Raises CommunicationError if the server refuses; KeyError, TypeError or ValueError if its
        answer is malformed.
        """
        serializer = serializers.serializers[self._pyroSerializer]
        data = serializer.dumps({"handshake": self._pyroHandshake, "object": connection.objectId})
        kind, number = protocol.MSG_CONNECT, serializer.serializer_id
        connection.send(protocol.SendingMessage(kind, 0, self._pyroSeq, number, data).data)
        answer = protocol.recv_stub(connection, [protocol.MSG_CONNECTOK, protocol.MSG_CONNECTFAIL])
        content = serializers.serializers_by_id[answer.serializer_id].loads(answer.data)
        if answer.type == protocol.MSG_CONNECTFAIL:
            raise errors.CommunicationError(str(content))
        return content["meta"]


class ProxyWorker:
    """A proxy, with TLS if there is an ``identity``, that connects on its first call.

    All methods but ``interrupt`` belong to the thread of the first call.
    """

    def __init__(self, uri: str, timeout_seconds: float, identity: Identity | None) -> None:
        self._uri = uri
        self._timeout_seconds = timeout_seconds
        self._identity = identity
        self._proxy: Any = None
        self._interrupted = False

    def call(self, method: str, *args: Any, retry: bool = False, **kwargs: Any) -> Any:
        """Call a remote method and return its answer as plain data; connect first if necessary.

        With ``retry`` the call is repeated once if the connection breaks or the time limit passes.
        Raises PyroError, or AttributeError for an unknown method.
        """
        try:
            return self._call(method, args, kwargs)
        except (errors.ConnectionClosedError, errors.TimeoutError):
            if not retry:
                raise
            return self._call(method, args, kwargs)

    def release(self) -> None:
        """Close the TCP connection, if there is one; a later call connects again."""
        if self._proxy is not None:
            self._proxy._pyroRelease()

    def interrupt(self) -> None:
        """End a call that is pending in another thread, and make all later calls fail.

        The calls raise ConnectionClosedError.
        """
        self._interrupted = True
        connection = self._proxy and self._proxy._pyroConnection
        if connection is not None:
            with contextlib.suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    def _call(self, method: str, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Any:
        """Create the proxy on the first call, connect if necessary, and call a method once.

        Raises ConnectionClosedError if interrupted.
        """
        if self._interrupted:
            raise errors.ConnectionClosedError(CLOSED_HERE)
        if self._proxy is None:
            identity = self._identity
            self._proxy = TlsProxy(self._uri, identity) if identity else ThreadProxy(self._uri)
            self._proxy._pyroSerializer = "msgpack"
            self._proxy._pyroTimeout = self._timeout_seconds
            self._proxy._pyroMaxRetries = 0
        if self._proxy._pyroConnection is None:
            self._proxy._pyroBind()
        if self._interrupted:  # interrupted before there was a connection to shut down
            raise errors.ConnectionClosedError(CLOSED_HERE)
        return getattr(self._proxy, method)(*args, **kwargs)
