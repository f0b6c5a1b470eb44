"""`cardsmith preview`: written to a folder, and served."""

import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

import pytest

from cardsmith import workspace
from cardsmith.cli import run
from program import cardsmith
from shelf import ABOUT, ONE_OF_EACH, basics, shelf

PICTURES = """\
deck: {name: "Test::Pictures"}
cards:
  - {id: seen, front: "![](a.png)", back: "[sound:b.mp3]"}
"""
MARKER = ".cardsmith-preview"
BROKEN = basics("a") + '  - {id: b, front: "", back: x}\n'


class Outcome(NamedTuple):
    """What a command line came to."""

    status: int
    output: str
    errors: str


Preview = Callable[..., Outcome]


@pytest.fixture
def preview(capsys: pytest.CaptureFixture[str]) -> Preview:
    """Run the command in this process, which is faster."""

    def outcome(*arguments: str | Path) -> Outcome:
        status = run(["preview", *map(str, arguments)])
        return Outcome(status, *capsys.readouterr())

    return outcome


@pytest.fixture
def decks(tmp_path: Path) -> Path:
    return shelf(tmp_path / "decks", deck=ONE_OF_EACH)


def with_pictures(folder: Path) -> Path:
    shelf(folder, pictures=PICTURES)
    (folder / "media").mkdir(exist_ok=True)
    for name in ("a.png", "b.mp3", "unused.png"):
        (folder / "media" / name).write_bytes(name.encode())
    return folder


def files(folder: Path) -> list[str]:
    """The files of a preview, without the digests in their names."""
    return sorted(re.sub("-[0-9a-f]{16}", "", file.name) for file in folder.iterdir())


# --- written


def test_a_page_is_written(decks: Path, tmp_path: Path) -> None:
    done = cardsmith("preview", "--out", "new/page", cwd=decks)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == (
        f"Test: 5 notes, 7 cards in 1 deck; from {decks} (found here)\nWrote new/page/index.html\n"
    )
    assert files(decks / "new" / "page") == [MARKER, "index.html"]
    assert tmp_path.as_posix() not in (decks / "new/page/index.html").read_text("utf-8")


def test_the_files_of_cards_lie_beside_the_page(
    preview: Preview, decks: Path, tmp_path: Path
) -> None:
    with_pictures(decks)
    done = preview("--decks", decks, "--out", tmp_path / "page")
    assert done.output.endswith("index.html and 2 pictures and sounds\n")
    assert files(tmp_path / "page") == [MARKER, "a.png", "b.mp3", "index.html"]
    html = (tmp_path / "page" / "index.html").read_text("utf-8")
    for file in (tmp_path / "page").iterdir():
        assert file.suffix not in {".png", ".mp3"} or f'src="{file.name}"' in html


def test_a_former_preview_is_replaced_whole(preview: Preview, decks: Path, tmp_path: Path) -> None:
    with_pictures(decks)
    out = tmp_path / "page"
    preview("--decks", decks, "--out", out)
    (out / "mine.txt").write_text("mine", "utf-8")
    (decks / "pictures.yaml").unlink()
    assert preview("--decks", decks, "--out", out).status == 0
    assert files(out) == [MARKER, "index.html", "mine.txt"]


def test_a_folder_with_something_else_is_left_alone(
    preview: Preview, decks: Path, tmp_path: Path
) -> None:
    out = tmp_path / "thesis"
    out.mkdir()
    (out / "index.html").write_text("mine", "utf-8")
    done = preview("--decks", decks, "--out", out)
    assert done.status == 2
    assert done.errors == (
        f"cardsmith: {out} is not empty and holds no preview; name a new folder\n"
    )
    assert (out / "index.html").read_text("utf-8") == "mine"
    assert preview("--decks", decks, "--out", out / "index.html").status == 2


def test_a_marker_leads_to_no_other_folder(preview: Preview, decks: Path, tmp_path: Path) -> None:
    out = tmp_path / "page"
    out.mkdir()
    (tmp_path / "mine.txt").write_text("mine", "utf-8")
    (out / MARKER).write_text(f"../mine.txt\n{tmp_path}/mine.txt\n..\n\nold.png\n", "utf-8")
    (out / "old.png").write_text("", "utf-8")
    assert preview("--decks", decks, "--out", out).status == 0
    assert (tmp_path / "mine.txt").exists()
    assert files(out) == [MARKER, "index.html"]


def test_equal_decks_give_equal_bytes_wherever_they_lie(decks: Path, tmp_path: Path) -> None:
    with_pictures(decks)
    shutil.copytree(decks, tmp_path / "else" / "where")
    cardsmith("preview", "--out", tmp_path / "one", cwd=decks, PYTHONHASHSEED="1")
    elsewhere = tmp_path / "else" / "where"
    cardsmith("preview", "--decks", elsewhere, "--out", tmp_path / "two", PYTHONHASHSEED="2")
    one, two = (
        {file.name: file.read_bytes() for file in (tmp_path / name).iterdir()}
        for name in ("one", "two")
    )
    assert one == two


def test_broken_decks_have_a_page_too(preview: Preview, decks: Path, tmp_path: Path) -> None:
    shelf(decks, broken=BROKEN)
    (decks / "collection.yaml").write_text("format: 1\n", "utf-8")
    done = preview("--decks", decks, "--out", tmp_path / "page")
    assert done.status == 0
    assert done.output.startswith("A collection without a name: 6 notes")
    html = (tmp_path / "page" / "index.html").read_text("utf-8")
    assert "This entry makes no cards." in html
    assert "E104" in html


def test_the_deck_that_ships_has_a_page(tmp_path: Path) -> None:
    done = cardsmith("preview", "--out", "page", cwd=tmp_path)
    assert done.returncode == 0
    assert "(ships with cardsmith)" in done.stdout
    assert cardsmith("preview", "--decks", "nope", cwd=tmp_path).returncode == 2


@pytest.mark.parametrize(
    "arguments", [["--out", "x", "--port", "8000"], ["--port", "70000"], ["--port", "-1"]]
)
def test_what_cannot_be_is_refused(decks: Path, arguments: list[str]) -> None:
    assert cardsmith("preview", *arguments, cwd=decks).returncode == 2
    assert files(decks) == ["collection.yaml", "deck.yaml"]


def test_lines_lead_to_the_repository_that_has_them(
    preview: Preview, decks: Path, tmp_path: Path
) -> None:
    about = ABOUT + "repository: https://github.com/example/cards\n"
    (decks / "collection.yaml").write_text(about, "utf-8")
    link = 'href="https://github.com/example/cards/blob/HEAD/decks/deck.yaml#L3"'
    index = tmp_path / "page" / "index.html"
    preview("--decks", decks, "--out", index.parent)
    assert link not in index.read_text("utf-8")
    assert "<span>deck.yaml:3</span>" in index.read_text("utf-8")
    subprocess.run(["git", "init", "--quiet", tmp_path], check=True)
    subprocess.run(["git", "-C", tmp_path, "add", "decks"], check=True)
    preview("--decks", decks, "--out", index.parent)
    assert link in index.read_text("utf-8")


def test_a_folder_that_cannot_be_written_is_told(
    preview: Preview, decks: Path, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("mine", "utf-8")
    done = preview("--decks", decks, "--out", tmp_path / "file" / "page")
    assert done.status == 1
    assert "page cannot be written: not a directory" in done.errors


def test_half_a_preview_is_known_for_one(
    decks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from cardsmith.cli import preview  # noqa: PLC0415 - the module, not the fixture

    with_pictures(decks)
    out = tmp_path / "page"

    def failing(path: Path, data: bytes) -> None:
        if path.name == "index.html":
            raise OSError(28, "No space left on device")
        workspace.atomic_write(path, data)

    with monkeypatch.context() as patch:
        patch.setattr(preview, "atomic_write", failing)
        assert run(["preview", "--decks", str(decks), "--out", str(out)]) == 1
    assert files(out) == [MARKER, "a.png", "b.mp3"]
    assert run(["preview", "--decks", str(decks), "--out", str(out)]) == 0
    assert files(out) == [MARKER, "a.png", "b.mp3", "index.html"]


# --- served


@contextmanager
def serving(*arguments: str | Path) -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """The program while it serves, and the address that it prints."""
    command = [sys.executable, "-u", "-m", "cardsmith", "preview", *map(str, arguments)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout
            lines = [process.stdout.readline(), process.stdout.readline()]
            found = re.fullmatch(
                r"The preview is at (http://127\.0\.0\.1:\d+/) until .*\n", lines[1]
            )
            assert found, lines
            yield process, found[1]
        finally:
            process.kill()


def get(address: str) -> tuple[int, str]:
    with urlopen(address, timeout=30) as answer:  # noqa: S310 - our own
        return answer.status, answer.read().decode()


def version(html: str) -> str:
    found = re.search('data-version="(.*?)" data-live>', html)
    assert found
    return found[1]


@pytest.mark.parametrize(("sign", "status"), [(signal.SIGINT, 130), (signal.SIGTERM, -15)])
def test_a_signal_ends_it_quietly(decks: Path, sign: signal.Signals, status: int) -> None:
    with serving("--decks", decks) as (process, address):
        assert get(address)[0] == 200
        process.send_signal(sign)
        output, errors = process.communicate(timeout=30)
        assert (output, errors.strip()) == ("", "")  # a line break, behind the terminal's ^C
        assert process.returncode == status


def test_a_page_follows_changes_of_decks_and_media(decks: Path) -> None:
    with_pictures(decks)
    with serving("--decks", decks) as (_, address):
        old = version(get(address)[1])
        (decks / "deck.yaml").write_text(basics("fresh"), "utf-8")
        assert get(f"{address}changes?{old}")[0] == 200
        html = get(address)[1]
        assert "Name of fresh?" in html
        (decks / "media" / "a.png").write_bytes(b"another picture")
        assert get(f"{address}changes?{version(html)}")[0] == 200
        [picture] = set(re.findall('src="(a-.*?)"', get(address)[1]))
        assert get(f"{address}{picture}") == (200, "another picture")


def test_what_is_in_the_way_of_a_change_is_told(decks: Path, tmp_path: Path) -> None:
    with_pictures(decks)
    with serving("--decks", decks) as (process, address):
        (decks / "collection.yaml").rename(tmp_path / "collection.yaml")
        old = version(get(address)[1])
        assert get(f"{address}changes?{old}")[0] == 200
        assert "E001" in get(address)[1]
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == 130


def test_a_port_that_is_taken_is_told(preview: Preview, decks: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = preview("--decks", decks, "--port", str(port))
    assert done.status == 2
    assert f"cardsmith: port {port} cannot be had" in done.errors


def test_a_browser_is_opened_only_where_asked_for(
    decks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    arguments = ["preview", "--decks", str(decks), "--out", str(tmp_path / "page")]
    assert run(arguments) == 0
    assert opened == []
    assert run([*arguments, "--open"]) == 0
    assert opened == [(tmp_path / "page" / "index.html").as_uri()]
