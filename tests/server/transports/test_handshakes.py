"""Failed TLS handshakes are reported with their reason, successful ones are not."""

import ssl

import pytest

from server.transports.handshakes import report_failures
from tests.harness.processes import CERTIFICATE


def _handshake(client: ssl.SSLContext, reports: list[str]) -> None:
    """Do a handshake in memory with a server that reports failures."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    server.load_cert_chain(CERTIFICATE, CERTIFICATE.with_suffix(".key"))
    report_failures(server, reports.append)
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [
        client.wrap_bio(to_client, to_server, server_hostname="localhost"),
        server.wrap_bio(to_server, to_client, server_side=True),
    ]
    while ends:
        for end in list(ends):
            try:
                end.do_handshake()
                ends.remove(end)
            except ssl.SSLWantReadError:
                continue


def test_successful_handshake_is_not_reported() -> None:
    client = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    client.check_hostname, client.verify_mode = False, ssl.CERT_NONE
    reports: list[str] = []
    _handshake(client, reports)
    assert reports == []


def test_bytes_that_are_no_handshake_are_reported() -> None:
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    reports: list[str] = []
    report_failures(server, reports.append)
    to_server = ssl.MemoryBIO()
    connection = server.wrap_bio(to_server, ssl.MemoryBIO(), server_side=True)
    to_server.write(b"GET / HTTP/1.0\r\n\r\n")
    with pytest.raises(ssl.SSLError):
        connection.do_handshake()
    assert reports == ["http request"]
