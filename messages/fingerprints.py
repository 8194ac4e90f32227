"""Fingerprints of servers, the same text on both ends: the hash of the public key of a certificate.

The key is hashed and not the certificate, so that a renewed certificate has the same fingerprint.
The hash covers the SubjectPublicKeyInfo of RFC 5280, as in RFC 7469 and ``curl --pinnedpubkey``.
"""

import re
from base64 import b64encode
from collections.abc import Iterable
from datetime import UTC, datetime

PREFIX = "SHA256:"
_FORM = re.compile(r"SHA256:[A-Za-z0-9+/]{43}=?")

_INTEGER, _SEQUENCE, _VERSION = 0x02, 0x30, 0xA0
_UTC_TIME, _GENERALIZED_TIME = 0x17, 0x18
_FIELDS_BEFORE_VALIDITY = (_INTEGER, _SEQUENCE, _SEQUENCE)
"""Tags of serial number, signature algorithm and issuer."""
_FIELDS_BEFORE_KEY = (_INTEGER, _SEQUENCE, _SEQUENCE, _SEQUENCE, _SEQUENCE)
"""Tags of serial number, signature algorithm, issuer, validity and subject."""


def fingerprint_of(certificate: bytes) -> str:
    """Return the fingerprint of a certificate in DER. Raises ValueError if it is not one."""
    from hashlib import sha256  # loads OpenSSL, which is slow and not needed without TLS

    digest = sha256(_public_key_info(certificate)).digest()
    return PREFIX + b64encode(digest).decode().removesuffix("=")


def validity_of(certificate: bytes) -> tuple[datetime, datetime]:
    """Return the first and the last time at which a certificate in DER is valid.

    Raises ValueError if it is not one.
    """
    start = _field_start(certificate, _FIELDS_BEFORE_VALIDITY)
    start, _ = _content(certificate, start, _SEQUENCE)
    first, start = _time(certificate, start)
    return first, _time(certificate, start)[0]


def _time(data: bytes, start: int) -> tuple[datetime, int]:
    """Return the time at ``start`` and the end of its element. Raises ValueError.

    RFC 5280: UTCTime has two digits of the year, from 50 on of the 20th century.
    """
    tag = data[start] if start < len(data) else 0
    content, end = _content(data, start, tag)
    text = data[content:end].decode("ascii")
    if tag == _UTC_TIME:
        text = ("19" if text >= "50" else "20") + text
    elif tag != _GENERALIZED_TIME:
        raise ValueError(f"no time at {start}")
    return datetime.strptime(text, "%Y%m%d%H%M%SZ").replace(tzinfo=UTC), end


def parse_fingerprint(text: str) -> str:
    """Return a typed fingerprint in the form of ``fingerprint_of``. Raises ValueError."""
    text = text.strip()
    if not _FORM.fullmatch(text):
        raise ValueError(text)
    return text.removesuffix("=")


def _public_key_info(certificate: bytes) -> bytes:
    """Return the bytes of the field SubjectPublicKeyInfo. Raises ValueError."""
    start = _field_start(certificate, _FIELDS_BEFORE_KEY)
    _, end = _content(certificate, start, _SEQUENCE)
    return certificate[start:end]


def _field_start(certificate: bytes, tags_before: Iterable[int]) -> int:
    """Return where a field of a certificate begins, after fields with these tags.

    Raises ValueError.
    """
    start, _ = _content(certificate, 0, _SEQUENCE)
    start, _ = _content(certificate, start, _SEQUENCE)
    if certificate[start : start + 1] == bytes([_VERSION]):  # absent in version 1
        _, start = _content(certificate, start, _VERSION)
    for tag in tags_before:
        _, start = _content(certificate, start, tag)
    return start


def _content(data: bytes, start: int, tag: int) -> tuple[int, int]:
    """Return start and end of the content of the DER element at ``start``.

    Raises ValueError unless the element has this tag, a definite length, and fits into the data.
    """
    header = data[start : start + 2]
    if len(header) < 2 or header[0] != tag or header[1] == 0x80:
        raise ValueError(f"no element {tag:#x} at {start}")
    length, content = header[1], start + 2
    if length > 0x80:
        content += length - 0x80
        length = int.from_bytes(data[start + 2 : content], "big")
    if content + length > len(data):
        raise ValueError(f"the element at {start} is cut")
    return content, content + length
