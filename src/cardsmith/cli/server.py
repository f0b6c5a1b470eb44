"""A few files served to this machine alone, with a way for pages to wait until they change."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Condition
from typing import NamedTuple

HOST = "127.0.0.1"
CHANGES = "changes"  # `GET /changes?<version>` is answered when there is another version

_SKIPPED = frozenset({"node_modules"})
# Files of a collection show themselves and nothing else: a picture may be a page with scripts.
_MEDIA_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
_PAGE_POLICY = "frame-ancestors 'none'"  # the page has the rest of its policy in itself


class File(NamedTuple):
    """What is served under a name: the page itself, or a file as it lies on the disk."""

    kind: str  # a MIME type
    content: bytes | Path


class Site(NamedTuple):
    """All that is served, by name; `version` changes with it."""

    version: str
    files: Mapping[str, File]


class Shown:
    """The site that is shown now; others may wait for the next one."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.condition = Condition()

    def put(self, site: Site) -> None:
        """Show another site."""
        with self.condition:
            self.site = site
            self.condition.notify_all()

    def changes(self, version: str, seconds: float) -> bool:
        """Wait until another version than this one is shown; whether it is."""
        with self.condition:
            return self.condition.wait_for(lambda: self.site.version != version, seconds)


class Server(ThreadingHTTPServer):
    """Serves what is shown, on loopback.

    Args:
        shown: what to serve.
        port: 0 takes any that is free.
        patience: seconds for which a request for changes is kept waiting.

    Raises:
        OSError: the port cannot be had.
    """

    daemon_threads = True
    allow_reuse_address = os.name != "nt"  # there it would share the port with another program

    def __init__(self, shown: Shown, port: int, patience: float = 20) -> None:
        self.shown, self.patience = shown, patience
        super().__init__((HOST, port), _Handler)

    @property
    def address(self) -> str:
        """The address of the page."""
        return f"http://{HOST}:{self.server_port}/"

    def handle_error(self, request: object, client_address: object) -> None:
        """Say nothing: a browser that leaves in the middle of an answer is no fault."""


class _Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: Server
    server_version = "cardsmith"
    sys_version = ""

    def do_GET(self) -> None:
        """Send a file, or news of a change."""
        # Another site could have a name of its own point here, and read what it gets.
        if self.headers.get("Host") not in self.own_names():
            self.send(HTTPStatus.FORBIDDEN)
            return
        name, _, version = self.path.removeprefix("/").partition("?")
        site = self.server.shown.site
        if name == CHANGES:
            has_changed = self.server.shown.changes(version, self.server.patience)
            self.send(HTTPStatus.OK if has_changed else HTTPStatus.NO_CONTENT)
        elif name == "favicon.ico":
            self.send(HTTPStatus.NO_CONTENT)
        elif name in site.files:
            self.send_file(site.files[name])
        else:
            self.send(HTTPStatus.NOT_FOUND)

    def own_names(self) -> set[str]:
        """By which names a browser may call this server."""
        return {f"{name}:{self.server.server_port}" for name in (HOST, "localhost")}

    def send_file(self, file: File) -> None:
        """Send a file, if it is still there."""
        if isinstance(file.content, bytes):
            self.send(HTTPStatus.OK, file.kind, file.content, _PAGE_POLICY)
            return
        try:
            content = file.content.read_bytes()
        except OSError:
            self.send(HTTPStatus.NOT_FOUND)
        else:
            self.send(HTTPStatus.OK, file.kind, content, _MEDIA_POLICY)

    def send(
        self, status: HTTPStatus, kind: str = "", content: bytes = b"", policy: str = ""
    ) -> None:
        """Send an answer."""
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
        if policy:
            self.send_header("Content-Security-Policy", policy)
        if status is not HTTPStatus.NO_CONTENT:
            self.send_header("Content-Length", str(len(content)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("X-Content-Type-Options", "nosniff")
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        """Say nothing: the terminal tells of changes, not of requests."""


def stamps(folders: Iterable[Path]) -> frozenset[tuple[str, int, int]]:
    """What tells that a file below some folders has changed: their paths, times and sizes."""
    return frozenset(
        (str(path), status.st_mtime_ns, status.st_size)
        for folder in folders
        for path, status in _statuses(folder)
    )


def _statuses(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    for parent, inner, names in os.walk(folder):
        inner[:] = [name for name in inner if not name.startswith(".") and name not in _SKIPPED]
        for name in names:
            path = Path(parent, name)
            with suppress(OSError):  # it has gone meanwhile
                yield path, path.stat()


def watch(
    look: Callable[[], object],
    before: object,
    pause: Callable[[], object],
    tell: Callable[[], None],
) -> None:
    """Tell of each change, until something is raised.

    Args:
        look: gives what may change.
        before: what it gave when last acted upon.
        pause: waits a little.
        tell: acts upon a change.
    """
    while True:
        pause()
        now = look()
        if now != before:
            before = now
            tell()
