"""Clients with TLS trust a key on first use and refuse another one, over the socket and Pyro5."""

import asyncio
import ssl
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from client.connections import (
    CannotConnect,
    ConnectionEvent,
    ConnectionLost,
    Target,
    UntrustedServer,
    connect,
)
from client.connections.known_servers import AUTHORITY
from client.connections.reconnecting import ReconnectingConnection, connect_reconnecting
from client.connections.tls import format_address, open_tls_socket, verify_by_fingerprint
from messages import ChooseNickname, RequestNickname, SessionOpened
from server.limits import Limits
from tests.harness.timeouts import within
from tests.harness.tls import NOW, Certificates, TlsServer, TrustingClient, choose_server

NO_TLS = "does not use TLS|closed the connection"
"""The server closes the connection, or sends something else than TLS first."""
TEN_YEARS = 3650 * 86400


@pytest.fixture(params=["socket", "pyro"])
def transport(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def certificates(tmp_path: Path) -> Certificates:
    return Certificates(tmp_path)


@pytest.fixture
def server() -> TlsServer:
    return choose_server()


@pytest.fixture
def client(tmp_path: Path) -> TrustingClient:
    return TrustingClient(tmp_path)


def run(scenario: Callable[[], Awaitable[None]]) -> None:
    """Run a scenario; let asyncio close failed handshakes, which takes some loop iterations."""

    async def run_and_clean_up() -> None:
        await within(scenario())
        for _ in range(5):
            await asyncio.sleep(0)

    asyncio.run(run_and_clean_up())


async def _greet(target: Target) -> None:
    """Connect, wait for the greeting and close."""
    connection = await connect(target)
    assert isinstance(await connection.receive(), RequestNickname)
    await connection.close()


async def _receive_forever(connection: ReconnectingConnection) -> None:
    while True:
        await connection.receive()


def test_first_use_stores_the_key_and_later_connections_are_silent(
    transport: str, certificates: Certificates, server: TlsServer, client: TrustingClient
) -> None:
    tls = certificates.load()

    async def scenario() -> None:
        async with server.run(tls):
            await _greet(client.target(server.address(transport)))
            assert len(client.notices) == 1
            assert tls.fingerprint in client.notices[0]
            await _greet(client.target(server.address(transport)))

    run(scenario)
    assert client.entries == [tls.fingerprint]
    assert len(client.notices) == 1


def test_many_connections_at_the_same_time_store_the_key_once(
    certificates: Certificates, server: TlsServer, client: TrustingClient
) -> None:
    async def scenario() -> None:
        async with server.run(certificates.load()):
            targets = [client.target(server.address("socket"))] * 5
            await asyncio.gather(*map(_greet, targets))

    run(scenario)
    assert (len(client.entries), len(client.notices)) == (1, 1)


def test_another_key_is_refused_until_its_fingerprint_is_given(
    transport: str, certificates: Certificates, server: TlsServer, client: TrustingClient
) -> None:
    address = server.address(transport)
    first, second = certificates.load("first"), certificates.load("second")

    async def scenario() -> None:
        async with server.run(first):
            await _greet(client.target(address))
        async with server.run(second):
            for _ in range(2):
                with pytest.raises(UntrustedServer) as refused:
                    await _greet(client.target(address))
            text = str(refused.value)
            assert text.startswith("WARNING")
            assert first.fingerprint in text
            assert second.fingerprint in text
            assert "--fingerprint" in text
            assert client.entries == [first.fingerprint]
            await _greet(client.target(address, second.fingerprint))
            await _greet(client.target(address))

    run(scenario)
    assert client.entries == [first.fingerprint, second.fingerprint]
    assert len(client.notices) == 1


def test_renewed_certificate_with_the_same_key_is_accepted(
    transport: str, certificates: Certificates, server: TlsServer, client: TrustingClient
) -> None:
    old = certificates.load(now=NOW - TEN_YEARS)
    old_certificate = certificates.file().read_bytes()
    new = certificates.load()
    assert certificates.file().read_bytes() != old_certificate

    async def scenario() -> None:
        for tls in (old, new):
            async with server.run(tls):
                await _greet(client.target(server.address(transport)))

    run(scenario)
    assert client.entries == [new.fingerprint]


def test_given_fingerprint_is_verified_at_the_first_connection(
    transport: str, certificates: Certificates, server: TlsServer, client: TrustingClient
) -> None:
    tls, other = certificates.load(), certificates.load("other")
    address = server.address(transport)

    async def scenario() -> None:
        async with server.run(tls):
            with pytest.raises(UntrustedServer, match="WARNING"):
                await _greet(client.target(address, other.fingerprint))
            assert client.entries == []
            await _greet(client.target(address, tls.fingerprint))
            assert client.entries == [tls.fingerprint]
            with pytest.raises(UntrustedServer, match="WARNING"):
                await _greet(client.target(address, other.fingerprint))

    run(scenario)
    assert client.entries == [tls.fingerprint]
    assert client.notices == []


def test_fingerprint_without_a_file_of_servers_is_verified(
    transport: str, certificates: Certificates, server: TlsServer
) -> None:
    tls, other = certificates.load(), certificates.load("other")
    address = server.address(transport)

    async def scenario() -> None:
        async with server.run(tls):
            await _greet(Target(address, tls=True, fingerprint=tls.fingerprint))
            with pytest.raises(UntrustedServer, match="WARNING"):
                await _greet(Target(address, tls=True, fingerprint=other.fingerprint))

    run(scenario)


def test_file_of_certificates_decides_alone(
    transport: str, certificates: Certificates, server: TlsServer, client: TrustingClient
) -> None:
    certificates.load("other")

    async def scenario() -> None:
        async with server.run(certificates.load()):
            target = client.target(server.address(transport))
            await _greet(target._replace(ca=certificates.file()))
            with pytest.raises(UntrustedServer, match="self-signed"):
                await _greet(target._replace(ca=certificates.file("other")))

    run(scenario)
    assert client.entries == []


def test_server_with_an_authority_is_verified_by_it_and_not_trusted_with_a_self_signed_certificate(
    transport: str,
    certificates: Certificates,
    server: TlsServer,
    client: TrustingClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The file of OpenSSL's environment variable stands for the authorities of the system."""
    tls, hostile = certificates.load(), certificates.load("hostile")
    monkeypatch.setenv("SSL_CERT_FILE", str(certificates.file()))
    target = client.target(server.address(transport))

    async def scenario() -> None:
        async with server.run(tls):
            for _ in range(2):
                await _greet(target)
        async with server.run(hostile):
            with pytest.raises(UntrustedServer, match="certificate is not valid"):
                await _greet(target)
            await _greet(target._replace(fingerprint=hostile.fingerprint))

    run(scenario)
    assert client.entries == [AUTHORITY, hostile.fingerprint]
    assert client.notices == []


def test_expired_certificate_is_refused_by_authority_and_accepted_by_fingerprint(
    transport: str,
    certificates: Certificates,
    server: TlsServer,
    client: TrustingClient,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expired = certificates.load(now=NOW - TEN_YEARS - 86400)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificates.file()))
    target = client.target(server.address(transport))

    async def scenario() -> None:
        async with server.run(expired):
            with pytest.raises(UntrustedServer, match="expired"):
                await _greet(target)
            assert client.entries == []
            await _greet(target._replace(fingerprint=expired.fingerprint))

    run(scenario)


def test_client_with_tls_does_not_connect_to_a_server_without_it(
    transport: str, certificates: Certificates, server: TlsServer, client: TrustingClient
) -> None:
    tls, address = certificates.load(), server.address(transport)

    async def scenario() -> None:
        async with server.run(None):
            with pytest.raises(CannotConnect, match=NO_TLS):
                await _greet(client.target(address))
            assert client.entries == []
        async with server.run(tls):
            await _greet(client.target(address))
        async with server.run(None):
            for target in (client.target(address), client.target(address, tls.fingerprint)):
                with pytest.raises(CannotConnect, match=NO_TLS):
                    await _greet(target)

    run(scenario)


def test_client_without_tls_is_told_that_the_server_may_use_it(
    transport: str, certificates: Certificates, server: TlsServer
) -> None:
    async def scenario() -> None:
        async with server.run(certificates.load(), Limits(message_seconds=0.2)):
            with pytest.raises(ConnectionLost, match="connect with --tls"):
                await (await connect(server.address(transport))).receive()

    run(scenario)


def test_client_reconnects_to_a_restarted_server_and_refuses_another_one(
    transport: str, certificates: Certificates, server: TlsServer, client: TrustingClient
) -> None:
    """The refusal ends the connection at once: it is not an attempt to repeat."""
    tls, hostile = certificates.load(), certificates.load("hostile")

    async def scenario() -> None:
        async with server.run(tls):
            connection = await connect_reconnecting(client.target(server.address(transport)))
            await connection.send(ChooseNickname("ada"))
            while not isinstance(await connection.receive(), SessionOpened):
                pass
        async with server.run(tls):
            while (event := await connection.receive()) is not ConnectionEvent.REFUSED:
                assert event is not ConnectionEvent.RESTORED
            await connection.send(ChooseNickname("ada"))
            while not isinstance(await connection.receive(), SessionOpened):
                pass
        async with server.run(hostile):
            with pytest.raises(UntrustedServer, match="WARNING"):
                await _receive_forever(connection)
        await connection.close()

    run(scenario)


def test_blocking_socket_refuses_another_key_before_anything_is_sent(
    certificates: Certificates, server: TlsServer
) -> None:
    other = certificates.load("other")

    async def scenario() -> None:
        async with server.run(certificates.load()):
            identity = verify_by_fingerprint(other.fingerprint)
            address = ("127.0.0.1", int(server.port))
            with pytest.raises(UntrustedServer):
                await asyncio.to_thread(open_tls_socket, *address, identity, 60.0)

    run(scenario)


def test_identity_refuses_a_missing_or_malformed_certificate() -> None:
    identity = verify_by_fingerprint("SHA256:" + 43 * "a")
    assert identity.context.verify_mode == ssl.CERT_NONE
    for certificate in (None, b"", b"0"):
        with pytest.raises(UntrustedServer):
            identity.check("there:1", certificate)


def test_address_is_lower_case_and_has_brackets_for_ipv6() -> None:
    assert format_address("Example.ORG", 7700) == "example.org:7700"
    assert format_address("2001:DB8::1", 7700) == "[2001:db8::1]:7700"
