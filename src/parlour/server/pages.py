"""The built web client, from memory: read once at the start, so that no path of a request ever reaches the disk."""

import gzip
import hashlib
from collections.abc import Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from litestar import Response

INDEX = "/index.html"
EMBED = "/embed/"  # addresses of the page that other sites may frame
EMBED_PAGE = "/embed.html"
HEAD_END = b"</head>"
LASTING = "/assets/"  # files with the hash of their content in their names
KINDS = {
    ".css": "text/css",
    ".html": "text/html",
    ".ico": "image/x-icon",
    ".js": "text/javascript",
    ".json": "application/json",
    ".map": "application/json",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
PACKED = {".ico", ".png", ".webp", ".woff2"}  # compressed already


class File(NamedTuple):
    """One file of the client."""

    content: bytes
    zipped: bytes | None  # where that is smaller
    kind: str
    tag: str  # changes with the content
    is_irrevocable: bool


class Pages:
    """All files of the client, by the paths at which a browser asks for them."""

    def __init__(self, folder: Path) -> None:
        names = [name for name in folder.rglob("*") if name.is_file()] if folder.is_dir() else []
        paths = {f"/{name.relative_to(folder).as_posix()}": name for name in names}
        self._files = {path: _read(path, name) for path, name in paths.items() if "/." not in path}

    @property
    def are_there(self) -> bool:
        """The client was built."""
        return INDEX in self._files

    def find(self, path: str) -> File | None:
        """Return what is shown at a path: a file, or the page of the client, which knows its own addresses."""
        if path.startswith(EMBED):
            return self._files.get(EMBED_PAGE)
        is_file = bool(PurePosixPath(path).suffix)
        return self._files.get(path if is_file else INDEX)


def with_tags(page: File, tags: str) -> File:
    """Return a page with more in its head; one without a head stays as it is."""
    before, end, after = page.content.partition(HEAD_END)
    return _file(INDEX, before + tags.encode() + end + after) if end else page


def _read(path: str, name: Path) -> File:
    return _file(path, name.read_bytes())


def _file(path: str, content: bytes) -> File:
    suffix = PurePosixPath(path).suffix
    zipped = None if suffix in PACKED else gzip.compress(content, 9, mtime=0)
    return File(
        content=content,
        zipped=zipped if zipped is not None and len(zipped) < len(content) else None,
        kind=KINDS.get(suffix, "application/octet-stream"),
        tag=f'W/"{hashlib.sha256(content).hexdigest()[:20]}"',
        is_irrevocable=path.startswith(LASTING),
    )


def show(file: File, asked: Mapping[str, str]) -> Response[bytes]:
    """Answer with a file, compressed if the browser accepts that; without a body if it has the file already."""
    headers = {
        "cache-control": "public, max-age=31536000, immutable" if file.is_irrevocable else "no-cache",
        "etag": file.tag,
        "vary": "Accept-Encoding",
    }
    if _has(asked.get("if-none-match", ""), file.tag):
        return Response(b"", status_code=304, headers=headers, media_type=file.kind)
    if file.zipped is not None and _takes_gzip(asked.get("accept-encoding", "")):
        return Response(file.zipped, headers={**headers, "content-encoding": "gzip"}, media_type=file.kind)
    return Response(file.content, headers=headers, media_type=file.kind)


def _has(tags: str, tag: str) -> bool:
    known = {each.strip().removeprefix("W/") for each in tags.split(",")}
    return "*" in known or tag.removeprefix("W/") in known


def _takes_gzip(accepted: str) -> bool:
    for each in accepted.split(","):
        name, _, weight = each.partition(";")
        if name.strip().lower() in ("gzip", "*"):
            return weight.replace(" ", "") not in ("q=0", "q=0.0", "q=0.00", "q=0.000")
    return False
