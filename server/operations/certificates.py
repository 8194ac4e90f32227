"""Certificates for TLS: the files of the operator, or a self-signed one that the server keeps.

``tavolata serve --tls auto`` keeps a private key and a certificate in the data folder. Clients
remember the key by its fingerprint. So the key is created once and never replaced; the certificate
is issued again, with the same key, before it expires and for other names. All functions raise
BadSetting with a text for the operator.

The package cryptography is imported on first use: it is an optional dependency and slow to import.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import IPv4Address, IPv6Address, ip_address
from pathlib import Path
from ssl import PROTOCOL_TLS_SERVER, PEM_cert_to_DER_cert, SSLContext, SSLError
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

import structlog

from messages.fingerprints import fingerprint_of, validity_of
from server.files import write_durably
from server.operations.config import BadSetting

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.x509 import Certificate, GeneralName

KEY_FILE = "tls-key.pem"
CERTIFICATE_FILE = "tls-certificate.pem"
VALID_FOR = timedelta(days=3650)
RENEW_BEFORE = timedelta(days=365)
"""Rest of its validity with which a certificate is issued again; it is checked at each start."""
CLOCK_DIFFERENCE = timedelta(days=1)
"""A certificate is valid from this time before its creation: clocks of clients may be slow."""
NEEDS_CRYPTOGRAPHY = "--tls auto needs the package cryptography: pip install 'tavolata[tls]'"

_PEM = re.compile(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----", re.DOTALL)


RENEW = "renew the certificate, or correct the clock; then tavolata admin reload"


class ServerTls(NamedTuple):
    """The TLS context of a server and what its certificate says; empty if it cannot be read."""

    context: SSLContext
    fingerprint: str
    """The fingerprint of the key."""
    valid_from: str = ""
    """The first time at which the certificate is valid, like 2026-01-31T12:00:00+00:00."""
    valid_until: str = ""

    def warn_if_not_valid(self, now: float) -> None:
        """Log a warning if clients refuse the certificate at this Unix time."""
        time = datetime.fromtimestamp(now, UTC).isoformat()
        reason = f"not valid before {self.valid_from}" if time < self.valid_from else ""
        if self.valid_until and time > self.valid_until:
            reason = f"expired at {self.valid_until}"
        if reason:
            log = structlog.get_logger()
            log.warning("certificate_not_valid", reason=reason, remedy=RENEW)


def load_certificate(cert: Path, key: Path | None) -> ServerTls:
    """Load a certificate chain; without ``key`` the file ``cert`` also holds the private key.

    Raises BadSetting if a file cannot be used.
    """
    context = SSLContext(PROTOCOL_TLS_SERVER)
    try:
        context.load_cert_chain(cert, key, password="")
        pem = _PEM.search(cert.read_text(encoding="utf-8", errors="replace"))
    except SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise BadSetting(f"the key in {key or cert} is not that of {cert}") from None
        raise BadSetting(f"{cert} is not a PEM certificate with its key") from None
    except OSError as error:
        raise BadSetting(f"cannot read {cert} or its key: {error.strerror}") from None
    if pem is None:
        return ServerTls(context, "")
    der = PEM_cert_to_DER_cert(pem[0])
    first, last = (time.isoformat() for time in validity_of(der))
    return ServerTls(context, fingerprint_of(der), first, last)


def load_own_certificate(folder: Path | None, names: Sequence[str], now: float) -> ServerTls:
    """Load the certificate of the data folder, which is created or renewed first if necessary.

    ``names`` are the host names and addresses of the server, ``now`` is Unix time. Without a folder
    the certificate is new and not kept. Raises BadSetting if a file cannot be used or written, or
    without the package cryptography.
    """
    if folder is None:
        with TemporaryDirectory() as temporary:
            return load_own_certificate(Path(temporary), names, now)
    try:
        import cryptography.x509  # noqa: F401
    except ImportError:
        raise BadSetting(NEEDS_CRYPTOGRAPHY) from None
    key_file, certificate_file = folder / KEY_FILE, folder / CERTIFICATE_FILE
    try:
        _ensure_certificate(key_file, certificate_file, names, datetime.fromtimestamp(now, UTC))
    except OSError as error:
        raise BadSetting(f"cannot use {error.filename} for TLS: {error.strerror}") from None
    return load_certificate(certificate_file, key_file)


def _ensure_certificate(
    key_file: Path, certificate_file: Path, names: Sequence[str], now: datetime
) -> None:
    """Create the key and the certificate unless they exist; renew the certificate if it is due.

    The key is written first: a key without a certificate is complete, because the next start issues
    one. Raises OSError, and BadSetting for a key that is missing or damaged.
    """
    if key_file.exists():
        key = _read_key(key_file)
    elif certificate_file.exists():
        text = f"restore it, or remove {certificate_file} to create a new key"
        raise BadSetting(f"{key_file}, which clients remember, is missing: {text}")
    else:
        key = _create_key(key_file)
    general_names = _general_names(names)
    if not _is_current(certificate_file, key, general_names, now):
        write_durably(certificate_file, _issue(key, general_names, now))


def _create_key(file: Path) -> "EllipticCurvePrivateKey":
    """Write a new private key, on the curve that every TLS library has, and return it.

    Raises OSError.
    """
    from cryptography.hazmat.primitives import serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    content = key.private_bytes(
        serialization.Encoding.PEM,
        serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption(),
    )
    write_durably(file, content)
    return key


def _read_key(file: Path) -> "EllipticCurvePrivateKey":
    """Read the private key. Raises OSError, and BadSetting for another kind of key or no key."""
    from cryptography.hazmat.primitives.asymmetric.ec import EllipticCurvePrivateKey
    from cryptography.hazmat.primitives.serialization import load_pem_private_key

    with suppress(ValueError, TypeError):
        key = load_pem_private_key(file.read_bytes(), password=None)
        if isinstance(key, EllipticCurvePrivateKey):
            return key
    text = "restore it, or remove it with the certificate to create a new key"
    raise BadSetting(f"{file} is not a private key of this server: {text}")


def _is_current(
    file: Path, key: "EllipticCurvePrivateKey", names: "list[GeneralName]", now: datetime
) -> bool:
    """Return whether the file is a certificate for this key and these names, not due for renewal.

    It may have other names as well. Raises OSError if it exists and cannot be read.
    """
    from cryptography import x509

    try:
        certificate = x509.load_pem_x509_certificate(file.read_bytes())
        listed = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName)
    except (FileNotFoundError, ValueError, x509.ExtensionNotFound):
        return False
    return (
        certificate.public_key() == key.public_key()
        and set(names) <= set(listed.value)
        and certificate.not_valid_before_utc <= now
        and now + RENEW_BEFORE < certificate.not_valid_after_utc
    )


def _issue(key: "EllipticCurvePrivateKey", names: "list[GeneralName]", now: datetime) -> bytes:
    """Return a new self-signed server certificate for these names, in PEM.

    It is valid for VALID_FOR, and from CLOCK_DIFFERENCE before now.
    """
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.x509.oid import ExtendedKeyUsageOID

    subject = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "Tavolata")])
    public_key = key.public_key()
    builder = (
        x509.CertificateBuilder(subject, subject, public_key, x509.random_serial_number())
        .not_valid_before(now - CLOCK_DIFFERENCE)
        .not_valid_after(now + VALID_FOR)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public_key), critical=False)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
    )
    certificate: Certificate = builder.sign(key, hashes.SHA256())
    return certificate.public_bytes(serialization.Encoding.PEM)


def _general_names(names: Sequence[str]) -> "list[GeneralName]":
    """Return names and addresses as x509 general names, each once, without invalid host names."""
    from cryptography import x509

    general_names: list[GeneralName] = []
    for name in dict.fromkeys(names):
        address = _parse_address(name)
        if address is not None:
            general_names.append(x509.IPAddress(address))
        else:
            with suppress(UnicodeError):
                general_names.append(x509.DNSName(name.encode("idna").decode()))
    return general_names


def _parse_address(name: str) -> IPv4Address | IPv6Address | None:
    """Return the IP address, without its scope; None for a host name."""
    with suppress(ValueError):
        return ip_address(name.partition("%")[0])
    return None
