"""The files of the page: what is served, compressed, cached and not modified."""

import gzip
from pathlib import Path

import pytest

from server.transports.web.http import Request
from server.transports.web.pages import FOREVER, REVALIDATE, Pages, make_resource, page_response
from tests.harness.web_server import Response, parse_response

SCRIPT = b"export const answer = 42;\n" * 100


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return the folder of a small page, with files that must not be served."""
    page = tmp_path / "dist"
    (page / "assets").mkdir(parents=True)
    (page / "index.html").write_bytes(b"<!doctype html>")
    (page / "assets" / "index-abc123.js").write_bytes(SCRIPT)
    (page / ".hidden").write_bytes(b"hidden")
    (tmp_path / "secret.txt").write_bytes(b"secret")
    (page / "link.txt").symlink_to(tmp_path / "secret.txt")
    return page


def _respond(pages: Pages, path: str, method: str = "GET", **headers: str) -> Response:
    resource = pages.find(path)
    assert resource is not None
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return parse_response(page_response(Request(method, path, named), resource, {"X-Common": "1"}))


def test_files_are_served_with_their_type_and_their_rule_for_caches(folder: Path) -> None:
    pages = Pages(folder, {"/games.json": b"[]"})
    index = _respond(pages, "/index.html")
    assert (index.status, index.body) == (200, b"<!doctype html>")
    assert index.headers["content-type"] == "text/html; charset=utf-8"
    assert index.headers["cache-control"] == REVALIDATE
    assert index.headers["x-common"] == "1"
    script = _respond(pages, "/assets/index-abc123.js")
    assert script.headers["content-type"] == "text/javascript; charset=utf-8"
    assert script.headers["cache-control"] == FOREVER
    games = _respond(pages, "/games.json")
    assert (games.headers["content-type"], games.body) == ("application/json", b"[]")


@pytest.mark.parametrize("path", ["/", "/n", "/r", "/t", "/j/CODE", "/w/3", "/r/12", "/j/../x"])
def test_paths_of_the_page_get_its_index(folder: Path, path: str) -> None:
    assert _respond(Pages(folder, {}), path).body == b"<!doctype html>"


@pytest.mark.parametrize(
    "path",
    [
        *("/nothing", "/j", "/assets/", "/assets", "/.hidden", "/link.txt", "/secret.txt", ""),
        *("/../secret.txt", "/assets/../../secret.txt", "/%2e%2e/secret.txt", "//index.html"),
        *("/assets\\index-abc123.js", "/index.html/", "/INDEX.HTML", "/assets/./index-abc123.js"),
    ],
)
def test_other_paths_hidden_files_and_links_are_not_served(folder: Path, path: str) -> None:
    assert Pages(folder, {}).find(path) is None


def test_without_a_built_page_a_text_says_how_to_build_it(tmp_path: Path) -> None:
    for folder in (None, tmp_path, tmp_path / "missing"):
        assert b"make web" in _respond(Pages(folder, {}), "/").body


@pytest.mark.parametrize("path", ["/favicon.ico", "/favicon.svg"])
def test_icon_is_served_unless_the_page_has_its_own(folder: Path, path: str) -> None:
    assert _respond(Pages(folder, {}), path).headers["content-type"] == "image/svg+xml"
    (folder / path[1:]).write_bytes(b"own")
    assert _respond(Pages(folder, {}), path).body == b"own"


@pytest.mark.parametrize(
    ("accepted", "is_compressed"),
    [
        ("gzip", True),
        ("br, gzip, deflate", True),
        ("gzip;q=0.5", True),
        ("gzip; q=0", False),
        ("gzip;q=0.0", False),
        ("br", False),
        ("", False),
    ],
)
def test_file_is_compressed_if_the_client_accepts_it(
    folder: Path, accepted: str, is_compressed: bool
) -> None:
    response = _respond(Pages(folder, {}), "/assets/index-abc123.js", accept_encoding=accepted)
    assert response.headers["vary"] == "Accept-Encoding"
    assert ("content-encoding" in response.headers) is is_compressed
    assert len(response.body) == int(response.headers["content-length"])
    assert (gzip.decompress(response.body) if is_compressed else response.body) == SCRIPT
    assert (len(response.body) < len(SCRIPT)) is is_compressed


def test_short_and_incompressible_files_are_not_compressed() -> None:
    assert make_resource(b"x" * 100, "text/plain").compressed == b""
    assert make_resource(gzip.compress(bytes(range(256)) * 9), "image/png").compressed == b""


def test_head_has_the_headers_of_get_without_the_body(folder: Path) -> None:
    pages = Pages(folder, {})
    got, head = (_respond(pages, "/assets/index-abc123.js", method) for method in ("GET", "HEAD"))
    assert (head.status, head.headers, head.body) == (200, got.headers, b"")
    assert head.headers["content-length"] == str(len(SCRIPT))


@pytest.mark.parametrize("method", ["GET", "HEAD"])
@pytest.mark.parametrize("form", ["{}", "W/{}", '"other", {}', "*"])
def test_client_that_has_the_file_gets_304_without_a_body(
    folder: Path, method: str, form: str
) -> None:
    pages = Pages(folder, {})
    for encoding in ("gzip", "identity"):
        path = "/assets/index-abc123.js"
        tag = _respond(pages, path, accept_encoding=encoding).headers["etag"]
        known = form.format(tag)
        again = _respond(pages, path, method, accept_encoding=encoding, if_none_match=known)
        assert (again.status, again.body) == (304, b"")
        assert again.headers["etag"] == tag
        assert again.headers["cache-control"] == FOREVER
        assert "content-length" not in again.headers


def test_changed_file_or_other_coding_has_another_tag(folder: Path) -> None:
    path = "/assets/index-abc123.js"
    plain = _respond(Pages(folder, {}), path).headers["etag"]
    compressed = _respond(Pages(folder, {}), path, accept_encoding="gzip").headers["etag"]
    (folder / path[1:]).write_bytes(SCRIPT + b"\n")
    changed = _respond(Pages(folder, {}), path, if_none_match=plain)
    assert changed.status == 200
    assert len({plain, compressed, changed.headers["etag"]}) == 3
