"""Certificates of a server: created once, renewed with the same key, and refused if damaged."""

import os
import ssl
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography import x509
from structlog.testing import capture_logs

from server.operations.certificates import (
    CERTIFICATE_FILE,
    KEY_FILE,
    RENEW_BEFORE,
    VALID_FOR,
    load_certificate,
    load_own_certificate,
)
from server.operations.config import BadSetting

OURS = Path(__file__).parents[2] / "certificates" / "ours.pem"
NOW = datetime(2026, 5, 1, tzinfo=UTC).timestamp()
NAMES = ["localhost", "127.0.0.1"]


def _read(folder: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate((folder / CERTIFICATE_FILE).read_bytes())


def _names(folder: Path) -> list[str]:
    extensions = _read(folder).extensions
    names = extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return [str(name.value) for name in names]


def test_first_start_creates_private_files_and_later_starts_keep_them(tmp_path: Path) -> None:
    first = load_own_certificate(tmp_path, NAMES, NOW)
    content = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert set(content) == {KEY_FILE, CERTIFICATE_FILE}
    assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}
    again = load_own_certificate(tmp_path, NAMES, NOW + 1000)
    assert again.fingerprint == first.fingerprint
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == content


def test_files_are_private_while_they_are_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check the permissions at each rename, with a mask that allows everything."""
    modes = []
    rename = Path.replace

    def spy(self: Path, target: Path) -> Path:
        modes.append(self.stat().st_mode & 0o777)
        return rename(self, target)

    monkeypatch.setattr(Path, "replace", spy)
    mask = os.umask(0)
    try:
        load_own_certificate(tmp_path, NAMES, NOW)
    finally:
        os.umask(mask)
    assert modes == [0o600, 0o600]


def test_certificate_is_valid_for_ten_years_and_for_clients_with_a_slow_clock(
    tmp_path: Path,
) -> None:
    load_own_certificate(tmp_path, NAMES, NOW)
    certificate = _read(tmp_path)
    assert certificate.not_valid_before_utc.timestamp() == NOW - 86400
    assert certificate.not_valid_after_utc.timestamp() == NOW + VALID_FOR.total_seconds()


def test_certificate_lists_addresses_and_host_names_each_once(tmp_path: Path) -> None:
    names = [
        "localhost",
        "127.0.0.1",
        "::1",
        "fe80::1%eth0",
        "Bücher.example",
        "localhost",
        "a" * 70,
    ]
    load_own_certificate(tmp_path, names, NOW)
    expected = ["localhost", "127.0.0.1", "::1", "fe80::1", "xn--bcher-kva.example"]
    assert _names(tmp_path) == expected


@pytest.mark.parametrize(("rest_seconds", "renewed"), [(-1, True), (0, True), (1, False)])
def test_certificate_is_renewed_with_the_same_key_before_it_expires(
    tmp_path: Path, rest_seconds: int, renewed: bool
) -> None:
    first = load_own_certificate(tmp_path, NAMES, NOW)
    key, serial = (tmp_path / KEY_FILE).read_bytes(), _read(tmp_path).serial_number
    later = NOW + (VALID_FOR - RENEW_BEFORE).total_seconds() - rest_seconds
    again = load_own_certificate(tmp_path, NAMES, later)
    assert (_read(tmp_path).serial_number != serial) == renewed
    assert again.fingerprint == first.fingerprint
    assert (tmp_path / KEY_FILE).read_bytes() == key


def test_certificate_from_the_future_is_renewed(tmp_path: Path) -> None:
    load_own_certificate(tmp_path, NAMES, NOW)
    load_own_certificate(tmp_path, NAMES, NOW - 2 * 86400)
    assert _read(tmp_path).not_valid_before_utc.timestamp() == NOW - 3 * 86400


def test_other_names_renew_the_certificate_with_the_same_key(tmp_path: Path) -> None:
    first = load_own_certificate(tmp_path, NAMES, NOW)
    again = load_own_certificate(tmp_path, [*NAMES, "192.0.2.7"], NOW)
    assert _names(tmp_path) == [*NAMES, "192.0.2.7"]
    assert again.fingerprint == first.fingerprint


def test_key_without_certificate_is_kept(tmp_path: Path) -> None:
    """Such a key is left by a crash between the two files."""
    first = load_own_certificate(tmp_path, NAMES, NOW)
    (tmp_path / CERTIFICATE_FILE).unlink()
    assert load_own_certificate(tmp_path, NAMES, NOW).fingerprint == first.fingerprint


@pytest.mark.parametrize("content", [b"", b"damaged", b"\xff\xfe"])
def test_damaged_certificate_is_replaced_because_the_key_decides(
    tmp_path: Path, content: bytes
) -> None:
    first = load_own_certificate(tmp_path, NAMES, NOW)
    (tmp_path / CERTIFICATE_FILE).write_bytes(content)
    assert load_own_certificate(tmp_path, NAMES, NOW).fingerprint == first.fingerprint


def test_certificate_of_another_key_is_replaced(tmp_path: Path) -> None:
    first = load_own_certificate(tmp_path, NAMES, NOW)
    (tmp_path / "other").mkdir()
    load_own_certificate(tmp_path / "other", NAMES, NOW)
    (tmp_path / "other" / CERTIFICATE_FILE).replace(tmp_path / CERTIFICATE_FILE)
    assert load_own_certificate(tmp_path, NAMES, NOW).fingerprint == first.fingerprint


def _truncate(key: Path) -> None:
    key.write_bytes(key.read_bytes()[:100])


def _make_folder(key: Path) -> None:
    key.unlink()
    key.mkdir()


@pytest.mark.parametrize(
    ("damage", "expected"),
    [
        (_truncate, "is not a private key of this server: restore it, or remove it"),
        (lambda key: key.write_bytes(b""), "is not a private key"),
        (lambda key: key.write_bytes(OURS.with_suffix(".key").read_bytes()[::-1]), "is not a priv"),
        (lambda key: key.unlink(), "is missing: restore it, or remove"),
        (_make_folder, "Is a directory"),
    ],
)
def test_damaged_or_missing_key_is_refused_with_one_sentence_and_not_replaced(
    tmp_path: Path, damage: Callable[[Path], object], expected: str
) -> None:
    load_own_certificate(tmp_path, NAMES, NOW)
    key, certificate = tmp_path / KEY_FILE, (tmp_path / CERTIFICATE_FILE).read_bytes()
    damage(key)
    before = key.read_bytes() if key.is_file() else None
    with pytest.raises(BadSetting, match=expected):
        load_own_certificate(tmp_path, NAMES, NOW)
    assert (key.read_bytes() if key.is_file() else None) == before
    assert (tmp_path / CERTIFICATE_FILE).read_bytes() == certificate


def test_without_a_folder_each_certificate_has_a_new_key() -> None:
    first, second = (load_own_certificate(None, NAMES, NOW) for _ in range(2))
    assert first.fingerprint != second.fingerprint


def test_missing_package_is_named_with_the_command_that_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "cryptography.x509", None)
    with pytest.raises(BadSetting, match=r"pip install 'tavolata\[tls\]'"):
        load_own_certificate(tmp_path, NAMES, NOW)
    assert list(tmp_path.iterdir()) == []


def test_strict_client_that_trusts_the_certificate_file_accepts_the_server(tmp_path: Path) -> None:
    """Python 3.13 checks strictly by default; older versions need the flag."""
    server = load_own_certificate(tmp_path, NAMES, datetime.now(UTC).timestamp()).context
    client = ssl.create_default_context(cafile=tmp_path / CERTIFICATE_FILE)
    client.verify_flags |= ssl.VerifyFlags.VERIFY_X509_STRICT
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [
        client.wrap_bio(to_client, to_server, server_hostname="127.0.0.1"),
        server.wrap_bio(to_server, to_client, server_side=True),
    ]
    for end in [*ends, *ends]:
        try:
            end.do_handshake()
        except ssl.SSLWantReadError:
            continue
    assert ends[0].getpeercert()


def test_loaded_file_of_the_operator_has_a_fingerprint() -> None:
    assert load_certificate(OURS, OURS.with_suffix(".key")).fingerprint.startswith("SHA256:")


@pytest.mark.parametrize(
    ("seconds", "reason"),
    [
        (0.0, ""),
        (-2 * 86400.0, "not valid before 2026-04-30T00:00:00+00:00"),
        (VALID_FOR.total_seconds() + 60.0, "expired at 2036-04-28T00:00:00+00:00"),
    ],
)
def test_certificate_that_clients_refuse_is_logged_with_its_date(
    tmp_path: Path, seconds: float, reason: str
) -> None:
    load_own_certificate(tmp_path, NAMES, NOW)
    loaded = load_certificate(tmp_path / CERTIFICATE_FILE, tmp_path / KEY_FILE)
    with capture_logs() as log:
        loaded.warn_if_not_valid(NOW + seconds)
    assert [entry["reason"] for entry in log] == ([reason] if reason else [])
