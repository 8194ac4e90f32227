"""Test the file of the last addresses and the last nickname."""

from pathlib import Path

from client.tui.recent_servers import (
    MAX_ADDRESSES,
    Recent,
    RecentFile,
    default_path,
    load,
    save,
)


def test_recent_servers_saved_in_a_new_directory_are_loaded(tmp_path: Path) -> None:
    path = tmp_path / "new" / "recent.json"
    recent = Recent(("a:1",), "ada")
    assert save(path, recent)
    assert load(path) == recent


def test_missing_or_invalid_file_loads_no_addresses_and_no_nickname(tmp_path: Path) -> None:
    assert load(tmp_path / "none.json") == Recent()
    (tmp_path / "odd.json").write_text('{"addresses": 7}')
    assert load(tmp_path / "odd.json") == Recent()
    (tmp_path / "odd.json").write_bytes(b"\xff\x00")
    assert load(tmp_path / "odd.json") == Recent()
    (tmp_path / "odd.json").write_bytes(b'{"nickname": "\xff"}')
    assert load(tmp_path / "odd.json") == Recent()


def test_save_returns_false_if_the_file_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not save(tmp_path / "file" / "recent.json", Recent())


def test_latest_address_is_moved_or_added_first_and_the_last_is_dropped() -> None:
    recent = Recent(tuple(f"host:{n}" for n in range(1, MAX_ADDRESSES + 1)))
    assert recent.with_address("host:3").addresses[:2] == ("host:3", "host:1")
    assert recent.with_address("new:1").addresses == ("new:1", *recent.addresses[:-1])


def test_time_of_use_is_kept_with_its_address_and_counted_in_days() -> None:
    recent = Recent(("old:1",), "ada").with_address("new:1", 86_400.0)
    assert recent.days_since("new:1", 3 * 86_400.0) == 2.0
    assert recent.days_since("old:1", 3 * 86_400.0) == -1.0
    for number in range(MAX_ADDRESSES):
        recent = recent.with_address(f"host:{number}", 1.0)
    assert set(recent.used_at) == set(recent.addresses)


def test_first_start_has_neither_name_nor_address() -> None:
    assert Recent().is_first_start
    assert not Recent(nickname="ada").is_first_start
    assert not Recent(("a:1",)).is_first_start


def test_default_path_is_in_the_tavolata_directory() -> None:
    assert default_path().parent.name.strip(".").lower() == "tavolata"


def test_file_is_written_after_each_change(tmp_path: Path) -> None:
    file = RecentFile(tmp_path / "recent.json")
    file.add_address("host:1", 7.0)
    file.update(nickname="ada")
    file.update(theme="light")
    expected = Recent(("host:1",), "ada", "light", {"host:1": 7.0})
    assert file.recent == load(tmp_path / "recent.json") == expected
