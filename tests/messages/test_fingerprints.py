"""Fingerprints of certificates: they hash the public key, and malformed input is refused."""

from base64 import b64encode
from hashlib import sha256
from pathlib import Path
from ssl import PEM_cert_to_DER_cert

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given
from hypothesis import strategies as st

from messages.fingerprints import fingerprint_of, parse_fingerprint
from server.operations.certificates import CERTIFICATE_FILE, load_own_certificate

CERTIFICATES = Path(__file__).parents[1] / "certificates"
DER = PEM_cert_to_DER_cert((CERTIFICATES / "ours.pem").read_text())


def _independent_fingerprint(der: bytes) -> str:
    """Compute a fingerprint with the parser of the package cryptography."""
    key = x509.load_der_x509_certificate(der).public_key()
    digest = sha256(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).digest()
    return "SHA256:" + b64encode(digest).decode().rstrip("=")


@pytest.mark.parametrize("name", ["ours", "foreign"])
def test_fingerprint_is_the_hash_of_the_public_key_info(name: str) -> None:
    der = PEM_cert_to_DER_cert((CERTIFICATES / f"{name}.pem").read_text())
    assert fingerprint_of(der) == _independent_fingerprint(der)


def test_fingerprint_of_a_created_certificate_is_the_hash_of_its_public_key(tmp_path: Path) -> None:
    tls = load_own_certificate(tmp_path, ["localhost"], 1e9)
    der = PEM_cert_to_DER_cert((tmp_path / CERTIFICATE_FILE).read_text())
    assert tls.fingerprint == _independent_fingerprint(der)


def test_typed_fingerprint_may_have_spaces_around_and_the_padding_of_base64() -> None:
    fingerprint = fingerprint_of(DER)
    assert parse_fingerprint(f" {fingerprint}=\n") == fingerprint


@pytest.mark.parametrize("text", ["", "SHA256:", "SHA256:abc", "sha1:" + 43 * "a", 43 * "a"])
def test_other_text_is_not_a_fingerprint(text: str) -> None:
    with pytest.raises(ValueError, match=r"^.*$"):
        parse_fingerprint(text)


def test_certificate_that_is_cut_anywhere_before_the_end_of_its_key_is_refused() -> None:
    key_end = DER.index(b"\x55\x1d")  # the identifier of the first extension follows the key
    for size in range(key_end - 20):
        with pytest.raises(ValueError, match="element"):
            fingerprint_of(DER[:size])


def test_indefinite_length_is_refused() -> None:
    with pytest.raises(ValueError, match="element"):
        fingerprint_of(b"\x30\x80" + DER[4:])


@given(st.binary(max_size=200), st.integers(0, len(DER) - 1), st.integers(0, 255))
def test_arbitrary_bytes_and_changed_certificates_never_raise_another_error(
    data: bytes, position: int, value: int
) -> None:
    changed = DER[:position] + bytes([value]) + DER[position + 1 :]
    for candidate in (data, changed):
        try:
            assert parse_fingerprint(fingerprint_of(candidate))
        except ValueError:
            continue
