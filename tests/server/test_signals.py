"""Signals of the operator: SIGHUP reloads; SIGUSR1 and SIGUSR2 do nothing."""

import shutil
import signal
import socket
import ssl
from pathlib import Path

import pytest

from messages.fingerprints import fingerprint_of
from server.operations.certificates import CERTIFICATE_FILE, KEY_FILE, load_own_certificate
from tests.harness.operated_server import OperatedServer, operated

CERTIFICATES = Path(__file__).parents[1] / "certificates"

pytestmark = pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="needs POSIX signals")


def presented_fingerprint(server: OperatedServer) -> str:
    """Return the fingerprint of the certificate that a new connection gets."""
    host, _, port = server.addresses["socket"].rpartition(":")
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    with (
        socket.create_connection((host, int(port))) as plain,
        context.wrap_socket(plain) as connection,
    ):
        certificate = connection.getpeercert(binary_form=True)
    assert certificate is not None
    return fingerprint_of(certificate)


def test_hangup_reloads_bans_and_limits_and_logs_them_without_losing_clients(
    tmp_path: Path,
) -> None:
    config = tmp_path / "tavolata.toml"
    config.write_text("[limits]\nmatches = 100\n")
    with operated(tmp_path / "data", "--config", str(config)) as server:
        ada, _ = server.connect("ada")
        bob, _ = server.connect("bob")
        config.write_text("retain = '90d'\n[limits]\nmatches = 7\nframe_bytes = 1000\n")
        (tmp_path / "data" / "bans.txt").write_text("name bob # spam\n")
        server.process.send_signal(signal.SIGHUP)
        event = server.wait_for_event("configuration_reloaded")
        assert event["limits"] == "matches=7 (was 100)"
        assert (event["bans_added"], event["ended_sessions"]) == (1, 1)
        assert event["restart_needed"] == "retain, frame_bytes"
        while bob.receive()["type"] != "Error":
            pass
        assert server.connect("bob")[1] == "Error"
        ada.send("Heartbeat")
        while ada.receive()["type"] != "Heartbeat":
            pass


def test_failed_reload_keeps_the_old_values_and_says_why(tmp_path: Path) -> None:
    config = tmp_path / "tavolata.toml"
    config.write_text("[limits]\nmatches = 100\n")
    with operated(tmp_path / "data", "--config", str(config)) as server:
        (tmp_path / "data" / "bans.txt").write_text("name bob\n")
        config.write_text("[limits]\nmatches = 0\n")
        server.process.send_signal(signal.SIGHUP)
        event = server.wait_for_event("reload_failed")
        assert "limit matches must be" in event["reason"]
        assert server.connect("bob")[1] == "ActionValid"
        failed = server.admin("reload")
        assert (failed.returncode, failed.stdout) == (1, "")
        assert "nothing was changed: limit matches" in failed.stderr
        config.write_text("[limits]\nmatches = 100\n")
        assert "bans_added=1" in server.admin("reload").stdout


def test_hangup_uses_a_renewed_certificate_and_keeps_it_if_the_next_one_is_broken(
    tmp_path: Path,
) -> None:
    cert, key = tmp_path / "cert.pem", tmp_path / "key.pem"
    for name, file in (("ours.pem", cert), ("ours.key", key)):
        shutil.copy(CERTIFICATES / name, file)
    with operated(
        tmp_path / "data", "--tls-cert", str(cert), "--tls-key", str(key), last="fingerprint"
    ) as server:
        old = presented_fingerprint(server)
        assert old == server.addresses["fingerprint"]
        for name, file in (("foreign.pem", cert), ("foreign.key", key)):
            shutil.copy(CERTIFICATES / name, file)
        server.process.send_signal(signal.SIGHUP)
        new = server.wait_for_event("configuration_reloaded")["tls_fingerprint"]
        assert presented_fingerprint(server) == new != old
        shutil.copy(CERTIFICATES / "ours.key", key)
        server.process.send_signal(signal.SIGHUP)
        assert "is not that of" in server.wait_for_event("reload_failed")["reason"]
        assert presented_fingerprint(server) == new


@pytest.mark.parametrize("name", ["SIGUSR1", "SIGUSR2"])
def test_signals_without_a_meaning_are_logged_and_do_not_stop_the_server(
    tmp_path: Path, name: str
) -> None:
    with operated(tmp_path / "data") as server:
        server.process.send_signal(getattr(signal, name))
        assert server.wait_for_event("signal_ignored")["signal"] == name
        assert server.connect("ada")[1] == "ActionValid"
        server.process.terminate()
        assert server.process.wait() == 0


def test_expired_certificate_is_reported_at_start_and_at_a_reload(tmp_path: Path) -> None:
    load_own_certificate(tmp_path, ["localhost"], 0.0)  # valid from 1969 to 1980
    files = (str(tmp_path / CERTIFICATE_FILE), str(tmp_path / KEY_FILE))
    options = ("--tls-cert", files[0], "--tls-key", files[1])
    with operated(tmp_path / "data", *options, last="fingerprint") as server:
        assert "expired at 19" in server.wait_for_event("certificate_not_valid")["reason"]
        server.process.send_signal(signal.SIGHUP)
        assert "expired at 19" in server.wait_for_event("certificate_not_valid")["reason"]
