"""The built page: sizes, what it may load, and what its sources must not contain."""

import gzip
import json
import re
from pathlib import Path

from tests.client.conftest import ROOT

WEB = ROOT / "client" / "web"
DIST = WEB / "dist"
FIRST_LOAD_BYTES = 60_000
PACK_BYTES = 25_000
SOURCES = sorted(
    path for path in (WEB / "src").rglob("*") if path.suffix in (".svelte", ".ts", ".css")
)
REFERENCE = re.compile(r"""(?:src|href)="/(assets/[^"]+)\"""")
COMMENTS = re.compile(r"/\*.*?\*/|(?<!:)//[^\n]*|<!--.*?-->", re.DOTALL)
STATIC_IMPORT = re.compile(r"""(?:from|import)\s*["']\./([^"']+\.js)["']""")


def compressed(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def with_imports(path: Path) -> set[Path]:
    """Return a script and all scripts that it imports before it runs."""
    found, waiting = set(), [path]
    while waiting:
        script = waiting.pop()
        if script not in found:
            found.add(script)
            names = STATIC_IMPORT.findall(script.read_text(encoding="utf-8"))
            waiting += [script.parent / name for name in names]
    return found


def first_load() -> set[Path]:
    """Return the files that the first page needs."""
    names = REFERENCE.findall((DIST / "index.html").read_text(encoding="utf-8"))
    files = {DIST / name for name in names}
    return files.union(*(with_imports(file) for file in files if file.suffix == ".js"))


def test_first_load_is_within_its_budget() -> None:
    files = first_load()
    assert {file.suffix for file in files} == {".js", ".css"}
    total = sum(map(compressed, files))
    assert 20_000 < total <= FIRST_LOAD_BYTES, total


def test_each_pack_is_loaded_later_and_within_its_budget() -> None:
    first = first_load()
    for game in ("eriantys", "uno", "codex", "shelfie", "rummy500"):
        (script,) = (DIST / "assets").glob(f"{game}-*.js")
        own = with_imports(script) - first
        assert script in own
        styles = (DIST / "assets").glob(f"{game}-*.css")
        assert sum(map(compressed, {*own, *styles})) <= PACK_BYTES, game


def test_page_has_no_inline_script_and_no_address_of_another_origin() -> None:
    html = (DIST / "index.html").read_text(encoding="utf-8")
    assert re.findall(r"<script(?![^>]*\bsrc=)", html) == []
    assert re.findall(r"\son\w+=", html) == []
    assert "//" not in html.replace("<!doctype html>", "")


def test_no_source_inserts_text_as_html() -> None:
    assert len(SOURCES) > 50
    forbidden = re.compile(r"\{@html|innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(")
    assert [str(path) for path in SOURCES if forbidden.search(path.read_text("utf-8"))] == []


def test_lock_file_has_exact_versions_and_no_address() -> None:
    text = (WEB / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in text
    wanted = json.loads((WEB / "package.json").read_text(encoding="utf-8"))
    assert "dependencies" not in wanted
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", v) for v in wanted["devDependencies"].values())
    assert json.loads(text)["packages"][""]["devDependencies"] == wanted["devDependencies"]


def test_no_source_has_the_type_any() -> None:
    forbidden = re.compile(r"(?::|<|\bas|,|\|)\s*any(?=\s*[;,)>\[\]|&={])|@ts-(?:ignore|nocheck)")
    found = [
        f"{path.name}: {match[0]}"
        for path in SOURCES
        if ".test." not in path.name
        for match in forbidden.finditer(COMMENTS.sub("", path.read_text(encoding="utf-8")))
    ]
    assert found == []


def test_shared_sources_name_no_game() -> None:
    """Only the folder of a game, the registry of packs and the generated types may name it."""
    shared = [
        path
        for path in SOURCES
        if ".test." not in path.name
        and not re.search(r"games/(eriantys|uno|codex|shelfie|rummy500)/", path.as_posix())
        and path.name not in ("packs.ts", "messages.ts")
    ]
    games = re.compile(r"eriantys|\buno\b|UNO|codex|shelfie|rummy", re.IGNORECASE)
    naming = [
        str(path)
        for path in shared
        if games.search(COMMENTS.sub("", path.read_text(encoding="utf-8")))
    ]
    assert naming == []
