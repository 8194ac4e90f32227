"""Verify servers with TLS: by certificate authorities, or by the fingerprint of their key.

A server is identified in one of these ways:

    a file of certificates      only these certificates count
    a given fingerprint         the key must have it; then it is stored
    a stored fingerprint        the key must have it
    otherwise                   the authorities of the system decide; the key of a server with a
                                self-signed certificate is stored, and the user is told

A server that was verified by an authority once is never accepted with a self-signed certificate.
If a fingerprint decides, names and dates of the certificate are not checked. Without TLS on the
other side the connection fails; nothing is sent without it.
"""

import asyncio
import socket
import ssl
from pathlib import Path
from typing import NamedTuple

from client.connections import text
from client.connections.base import CannotConnect, UntrustedServer
from client.connections.known_servers import AUTHORITY, KnownServers
from messages.fingerprints import fingerprint_of

CONNECT_SECONDS = 10.0
SELF_SIGNED = 18
"""The error of OpenSSL for a self-signed certificate, X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT."""


class Identity(NamedTuple):
    """The verification of a server: by the context and, unless it is empty, the fingerprint."""

    context: ssl.SSLContext
    fingerprint: str = ""

    def check(self, address: str, certificate: bytes | None) -> None:
        """Compare the fingerprint of a certificate of the server, in DER, with the expected one.

        Do nothing if no fingerprint is expected. Raises UntrustedServer.
        """
        if self.fingerprint and (received := _fingerprint(certificate)) != self.fingerprint:
            values = {"expected": self.fingerprint, "received": received}
            raise UntrustedServer(text.OTHER_KEY.format(address=address, **values))


def verify_by_authority(ca: Path | None) -> Identity:
    """Return the identity of a server with a valid certificate.

    ``ca`` is a file of trusted certificates; None: those of the system. Raises CannotConnect if the
    file cannot be read.
    """
    try:
        return Identity(ssl.create_default_context(cafile=ca))
    except (OSError, ValueError):
        raise CannotConnect(text.BAD_CERTIFICATE_FILE.format(file=ca)) from None


def verify_by_fingerprint(fingerprint: str) -> Identity:
    """Return the identity of a server whose key has this fingerprint.

    Its context verifies neither certificate nor host name. If the fingerprint is empty, any server
    is accepted.
    """
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE  # the fingerprint is checked instead
    return Identity(context, fingerprint)


async def identify(host: str, port: int, fingerprint: str, known: KnownServers) -> Identity:
    """Return how to verify the server; connect to it first if its key is not stored yet.

    ``fingerprint`` is the expected one, or empty. If another entry or none is stored, the server
    must have it now, and it is stored. Raises CannotConnect, and UntrustedServer if the server must
    not be trusted.
    """
    address = format_address(host, port)
    entry = known.find(address)
    if fingerprint:
        identity = verify_by_fingerprint(fingerprint)
        if entry != fingerprint:
            identity.check(address, await _fetch_certificate(host, port, identity.context))
            known.add(address, fingerprint)
        return identity
    if entry and entry != AUTHORITY:
        return verify_by_fingerprint(entry)
    return await _identify_new(host, port, known, was_verified=bool(entry))


async def _identify_new(
    host: str, port: int, known: KnownServers, *, was_verified: bool
) -> Identity:
    """Return how to verify a server without a stored fingerprint.

    If an authority has vouched for it before (``was_verified``), that is required again, without
    connecting. Otherwise connect and store AUTHORITY, or the fingerprint of a self-signed
    certificate, which is also reported to the user. Raises CannotConnect or UntrustedServer.
    """
    address, identity = format_address(host, port), verify_by_authority(None)
    if was_verified:
        return identity
    try:
        await _fetch_certificate(host, port, identity.context)
    except ssl.SSLCertVerificationError as error:
        if error.verify_code != SELF_SIGNED:
            raise UntrustedServer(text.cannot_connect_text(address, error)) from None
    else:
        known.add(address, AUTHORITY)
        return identity
    unverified = verify_by_fingerprint("")
    fingerprint = _fingerprint(await _fetch_certificate(host, port, unverified.context))
    known.add(address, fingerprint)
    known.notify(text.FIRST_USE.format(address=address, fingerprint=fingerprint, file=known.path))
    return unverified._replace(fingerprint=fingerprint)


async def _fetch_certificate(host: str, port: int, context: ssl.SSLContext) -> bytes | None:
    """Connect, return the certificate of the server in DER, and abort the connection.

    Returns None if the server has sent none. Raises SSLCertVerificationError if the context
    verifies and refuses it, otherwise CannotConnect.
    """
    try:
        async with asyncio.timeout(CONNECT_SECONDS):
            _, writer = await asyncio.open_connection(host, port, ssl=context)
    except ssl.SSLCertVerificationError:
        raise
    except (OSError, UnicodeError) as error:
        address = format_address(host, port)
        raise CannotConnect(text.cannot_connect_text(address, error)) from None
    try:
        certificate: bytes | None = writer.get_extra_info("ssl_object").getpeercert(True)
        return certificate
    finally:
        writer.transport.abort()


def open_tls_socket(
    host: str, port: int, identity: Identity, seconds: float | None
) -> ssl.SSLSocket:
    """Connect with a blocking socket and verify the server; ``seconds`` is its time limit, if any.

    Raises OSError, also for an invalid certificate, UnicodeError for an invalid host name, and
    UntrustedServer for a wrong fingerprint.
    """
    plain = socket.create_connection((host, port), seconds)
    try:
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        encrypted = identity.context.wrap_socket(plain, server_hostname=host)
    except BaseException:
        plain.close()
        raise
    try:
        identity.check(format_address(host, port), encrypted.getpeercert(True))
    except UntrustedServer:
        encrypted.close()
        raise
    return encrypted


def format_address(host: str, port: int) -> str:
    """Return HOST:PORT in lower case, with brackets around an IPv6 address."""
    return f"[{host}]:{port}".lower() if ":" in host else f"{host}:{port}".lower()


def _fingerprint(certificate: bytes | None) -> str:
    """Return the fingerprint. Raises UntrustedServer for a missing or malformed certificate."""
    try:
        return fingerprint_of(certificate or b"")
    except ValueError:
        raise UntrustedServer(text.NO_KEY) from None
