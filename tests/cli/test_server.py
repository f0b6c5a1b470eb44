"""The server of the preview: what it gives to whom."""

from collections.abc import Iterator
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from threading import Thread

import pytest

from cardsmith.cli.server import File, Server, Shown, Site, stamps, watch

PAGE = File("text/html; charset=utf-8", b"<p>page</p>")


@pytest.fixture
def shown(tmp_path: Path) -> Shown:
    (tmp_path / "a.svg").write_bytes(b"<svg/>")
    files = {"": PAGE, "a.svg": File("image/svg+xml", tmp_path / "a.svg")}
    return Shown(Site("one", {**files, "gone.png": File("image/png", tmp_path / "gone.png")}))


@pytest.fixture
def server(shown: Shown) -> Iterator[Server]:
    with Server(shown, 0, patience=0.05) as made:
        thread = Thread(target=made.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield made
        made.shutdown()
        thread.join()


def get(server: Server, path: str, **headers: str) -> HTTPResponse:
    connection = HTTPConnection("127.0.0.1", server.server_port, timeout=30)
    connection.request("GET", path, headers=headers)
    answer = connection.getresponse()
    answer.body = answer.read()  # type: ignore[attr-defined]
    connection.close()
    return answer


def test_it_listens_on_loopback_alone(server: Server) -> None:
    assert server.server_address[0] == "127.0.0.1"
    assert server.address == f"http://127.0.0.1:{server.server_port}/"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/", 200),
        ("/a.svg", 200),
        ("/gone.png", 404),
        ("/favicon.ico", 204),
        ("/nope", 404),
        ("/../a.svg", 404),
        ("//etc/passwd", 404),
        ("/%2e%2e/a.svg", 404),
        ("/changes?one", 204),
        ("/changes?other", 200),
        ("/changes", 200),
    ],
)
def test_it_gives_what_is_shown_and_nothing_else(server: Server, path: str, status: int) -> None:
    answer = get(server, path)
    assert answer.status == status
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_a_file_shows_itself_and_may_do_nothing(server: Server) -> None:
    assert "sandbox" in get(server, "/a.svg").headers["Content-Security-Policy"]
    page = get(server, "/")
    assert page.headers["Content-Security-Policy"] == "frame-ancestors 'none'"
    assert page.headers["Content-Type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1", ""])
def test_a_name_that_points_here_gets_nothing(server: Server, host: str) -> None:
    assert get(server, "/", Host=host).status == 403


def test_its_own_names_get_all(server: Server) -> None:
    assert get(server, "/", Host=f"localhost:{server.server_port}").status == 200


def test_who_waits_is_told_of_a_change(shown: Shown) -> None:
    found: list[bool] = []
    waiting = Thread(target=lambda: found.append(shown.changes("one", 30)))
    waiting.start()
    shown.put(Site("two", {}))
    waiting.join()
    assert found == [True]
    assert not shown.changes("two", 0)


def test_stamps_tell_of_every_change(tmp_path: Path) -> None:
    deck = tmp_path / "sub" / "deck.yaml"
    deck.parent.mkdir()
    seen = [stamps([tmp_path])]
    deck.write_text("a", "utf-8")
    seen.append(stamps([tmp_path]))
    deck.write_text("ab", "utf-8")
    seen.append(stamps([tmp_path]))
    deck.rename(deck.with_name("other.yaml"))
    seen.append(stamps([tmp_path]))
    assert len(set(seen)) == 4
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git" / "index").write_text("x", "utf-8")
    assert stamps([tmp_path]) == seen[-1]


def test_a_watch_tells_once_of_each_change() -> None:
    class Over(Exception):  # noqa: N818
        pass

    looks = iter([1, 1, 2, 2, 3])
    told: list[str] = []

    def look() -> int:
        found = next(looks, None)
        if found is None:
            raise Over
        return found

    with pytest.raises(Over):
        watch(look, 1, lambda: None, lambda: told.append("changed"))
    assert told == ["changed", "changed"]
