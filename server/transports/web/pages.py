"""The files of the page, read once at start and kept in memory with their compressed form.

Only names that were found at start are served, so no request can reach another file. Paths of the
page itself (History API) are answered with its index.
"""

import gzip
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from http import HTTPStatus
from pathlib import Path, PurePosixPath
from typing import Final

from server.transports.web.http import Request, response_head

INDEX: Final = "/index.html"
HASHED_FOLDER: Final = "/assets/"
"""Files in this folder have a hash of their content in their name, so they never change."""
PAGE_PATHS: Final = frozenset({"/", "/n", "/r", "/t"})
PAGE_PREFIXES: Final = ("/j/", "/w/", "/r/")
"""Paths that the page handles itself: invitations, matches to watch, replays."""
FOREVER: Final = "public, max-age=31536000, immutable"
REVALIDATE: Final = "no-cache"
MIN_COMPRESSED_BYTES: Final = 512

CONTENT_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
OTHER_TYPE: Final = "application/octet-stream"

MISSING_PAGE: Final = (
    b"<!doctype html><html lang=en><meta charset=utf-8><title>Tavolata</title>"
    b"<h1>Tavolata</h1><p>The server is running, but the page for browsers is not built. "
    b"Build it with <code>make web</code>, then start the server again. "
    b"The WebSocket <code>/play</code> works without it.\n"
)
ICON: Final = (
    b'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16">'
    b'<rect x="1" y="4" width="14" height="6" rx="3" fill="#b5651d"/>'
    b'<path d="M4 10v4M12 10v4" stroke="#b5651d" stroke-width="2"/></svg>'
)


@dataclass(frozen=True, slots=True)
class Resource:
    """A body with its headers; ``compressed`` is empty if compression would not make it smaller."""

    body: bytes
    compressed: bytes
    content_type: str
    cache_control: str
    tag: str
    """The entity tag without quotes: a hash of the body."""


def make_resource(body: bytes, content_type: str, cache_control: str = REVALIDATE) -> Resource:
    """Return a resource with this body, and compressed if that saves a tenth.

    A body below MIN_COMPRESSED_BYTES is not compressed.
    """
    compressed = gzip.compress(body, mtime=0) if len(body) >= MIN_COMPRESSED_BYTES else b""
    if len(compressed) > 0.9 * len(body):
        compressed = b""
    return Resource(body, compressed, content_type, cache_control, sha256(body).hexdigest()[:32])


class Pages:
    """The resources of a server by path: the files of a folder, and ``generated`` ones."""

    def __init__(self, folder: Path | None, generated: Mapping[str, bytes]) -> None:
        icon = make_resource(ICON, CONTENT_TYPES[".svg"])
        self._resources = {
            INDEX: make_resource(MISSING_PAGE, CONTENT_TYPES[".html"]),
            "/favicon.ico": icon,
            "/favicon.svg": icon,
        }
        if folder is not None and (folder / INDEX[1:]).is_file():
            self._resources |= _read_folder(folder)
        for path, body in generated.items():
            self._resources[path] = make_resource(body, _content_type(path))

    def find(self, path: str) -> Resource | None:
        """Return the resource of a path, the index for paths of the page; None if unknown."""
        if path in PAGE_PATHS or path.startswith(PAGE_PREFIXES):
            path = INDEX
        return self._resources.get(path)


def _read_folder(folder: Path) -> dict[str, Resource]:
    """Return all files of a folder and its subfolders by path, without hidden files and links.

    Those in HASHED_FOLDER may be cached for ever.
    """
    found = {}
    for file in sorted(folder.rglob("*")):
        name = file.relative_to(folder).as_posix()
        is_hidden = any(part.startswith(".") for part in PurePosixPath(name).parts)
        if file.is_file() and not file.is_symlink() and not is_hidden:
            path = f"/{name}"
            cache_control = FOREVER if path.startswith(HASHED_FOLDER) else REVALIDATE
            found[path] = make_resource(file.read_bytes(), _content_type(path), cache_control)
    return found


def _content_type(path: str) -> str:
    """Return the content type of a file by its suffix."""
    return CONTENT_TYPES.get(PurePosixPath(path).suffix, OTHER_TYPE)


def page_response(request: Request, resource: Resource, common: Mapping[str, str]) -> bytes:
    """Return the response to GET or HEAD: the resource, or 304 if the client has it already.

    ``common`` are the headers of every response.
    """
    is_compressed = bool(resource.compressed) and _accepts_gzip(request)
    tag = f'"{resource.tag}{"-gzip" if is_compressed else ""}"'
    headers = {**common, "ETag": tag, "Cache-Control": resource.cache_control}
    if resource.compressed:
        headers["Vary"] = "Accept-Encoding"
    if _has_tag(request, tag):
        return response_head(HTTPStatus.NOT_MODIFIED, headers, 0)
    headers["Content-Type"] = resource.content_type
    if is_compressed:
        headers["Content-Encoding"] = "gzip"
    body = resource.compressed if is_compressed else resource.body
    head = response_head(HTTPStatus.OK, headers, len(body))
    return head if request.method == "HEAD" else head + body


def _accepts_gzip(request: Request) -> bool:
    """Return whether Accept-Encoding names gzip; a quality of 0 refuses it."""
    for word in request.words("accept-encoding"):
        coding, _, quality = word.replace(" ", "").partition(";q=")
        if coding == "gzip":
            return quality.strip("0.") != "" or not quality
    return False


def _has_tag(request: Request, tag: str) -> bool:
    """Return whether If-None-Match names this entity tag, also as a weak one, or any (*)."""
    tags = request.words("if-none-match")
    return "*" in tags or any(known.removeprefix("w/") == tag for known in tags)
