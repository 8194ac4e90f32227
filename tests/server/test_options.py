"""Options of `tavolata serve`: their sources, and errors for wrong ones."""

from pathlib import Path

import pytest

from tests.harness.operated_server import FREE_PORTS, operated, run_command


def test_command_line_precedes_the_environment_which_precedes_the_file(tmp_path: Path) -> None:
    config = tmp_path / "tavolata.toml"
    config.write_text("host = '127.0.0.3'\n")
    ports = ("--config", str(config), *FREE_PORTS)
    data = tmp_path / "data"
    with operated(data, ports=ports) as server:
        assert server.addresses["socket"].startswith("127.0.0.3:")
    environment = {"TAVOLATA_HOST": "127.0.0.2"}
    with operated(data, ports=ports, environment=environment) as server:
        assert server.addresses["socket"].startswith("127.0.0.2:")
    with operated(data, "--host", "127.0.0.1", ports=ports, environment=environment) as server:
        assert server.addresses["socket"].startswith("127.0.0.1:")


def test_check_accepts_valid_options_and_creates_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    done = run_command("serve", "--check", "--tls", "auto", "--data", str(data))
    assert (done.returncode, done.stdout) == (0, "the configuration is valid\n")
    assert not data.exists()


@pytest.mark.parametrize(
    ("options", "config", "reason"),
    [
        (("--limit", "matches=0"), "", "limit matches"),
        (("--dialect", "uno=5050", "--dialect", "uno=5051"), "", "given twice"),
        ((), "port = true", "port needs a value"),
        ((), "no_web = 1", "no_web needs true or false"),
        ((), "retain = '90x'", "not a duration"),
        ((), "check = true", "no option check"),
        ((), "[limits]\nmatches = 'x'", "limit matches"),
        (("--password-file", "/nonexistent"), "", "password"),
        (("--tls-key", "/nonexistent"), "", "needs --tls-cert"),
        (("--nothing",), "", "nothing"),
        (("--host", ""), "", "--host is empty"),
    ],
)
def test_wrong_options_give_status_2_with_and_without_check(
    tmp_path: Path, options: tuple[str, ...], config: str, reason: str
) -> None:
    file = tmp_path / "tavolata.toml"
    file.write_text(config)
    done = run_command(
        "serve", "--check", "--config", str(file), "--data", str(tmp_path / "data"), *options
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert reason in done.stderr
    assert done.stderr.count("\n") == 1


def test_check_reads_the_bans(tmp_path: Path) -> None:
    (tmp_path / "bans.txt").write_text("everybody\n")
    done = run_command("serve", "--check", "--data", str(tmp_path))
    assert done.returncode != 0
    assert "bans.txt, line 1" in done.stderr


def test_ipv6_addresses_are_printed_in_brackets_and_can_be_used(tmp_path: Path) -> None:
    with operated(tmp_path, "--host", "::1") as server:
        assert server.addresses["socket"].startswith("[::1]:")
        assert "@[::1]:" in server.addresses["pyro"]
