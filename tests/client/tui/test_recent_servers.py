"""What is remembered between two evenings."""

from pathlib import Path

from client.tui.recent_servers import MAX_ADDRESSES, Recent, default_path, load, save


def test_what_is_saved_comes_back(tmp_path: Path) -> None:
    place = tmp_path / "new" / "recent.json"
    recent = Recent(("a:1",), "ada")
    assert save(place, recent)
    assert load(place) == recent


def test_a_missing_or_strange_file_is_nothing_remembered(tmp_path: Path) -> None:
    assert load(tmp_path / "none.json") == Recent()
    (tmp_path / "odd.json").write_text('{"addresses": 7}')
    assert load(tmp_path / "odd.json") == Recent()
    (tmp_path / "odd.json").write_bytes(b"\xff\x00")
    assert load(tmp_path / "odd.json") == Recent()


def test_where_nothing_can_be_written_nothing_breaks(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert not save(tmp_path / "file" / "recent.json", Recent())


def test_the_newest_address_is_first_and_only_some_are_kept() -> None:
    recent = Recent(tuple(f"host:{n}" for n in range(1, MAX_ADDRESSES + 1)))
    assert recent.with_address("host:3").addresses[:2] == ("host:3", "host:1")
    assert recent.with_address("new:1").addresses == ("new:1", *recent.addresses[:-1])


def test_the_place_has_our_name() -> None:
    assert default_path().parent.name.strip(".").lower() == "tavolata"
