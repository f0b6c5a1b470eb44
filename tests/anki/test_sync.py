"""Two devices of a learner and Anki's own sync server between them, on loopback."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from cardsmith.anki import ledger
from cardsmith.anki.ledger import Ledger
from cardsmith.anki.package import Package
from cardsmith.deck import Basic
from notes import EVERY_KIND, note
from packages import LATER, built, package
from real_anki import OPEN_SERVER, STABLE_FIELDS, Anki, Outcome, learner

pytestmark = OPEN_SERVER.known
FILES = {"a.png": b"\x89PNG one"}
NOTES = (*EVERY_KIND, note("picture", Basic("![](a.png)", "x")))


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    environment = {
        **os.environ,
        "SYNC_USER1": "learner:secret",
        "SYNC_BASE": str(tmp_path / "server"),
        "SYNC_HOST": "127.0.0.1",
        "SYNC_PORT": "0",
        "RUST_LOG": "anki=info",
        "NO_COLOR": "1",
    }
    with subprocess.Popen(
        [sys.executable, "-m", "anki.syncserver"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as server:
        assert server.stdout
        plain = (re.sub(r"\x1b\[\d*m", "", line) for line in server.stdout)
        # The first free port was taken; which one it says when it is ready.
        yield next(f"http://{found[1]}/" for line in plain if (found := LISTENS.search(line)))
        server.terminate()


LISTENS = re.compile(r"addr=(127\.0\.0\.1:\d+)")


class Device:
    """A device that syncs with the server."""

    def __init__(self, anki: Anki, address: str) -> None:
        self.anki = anki
        self.auth = anki.col.sync_login("learner", "secret", address)
        self.answers: Any = import_module("anki.sync_pb2").SyncCollectionResponse

    def sync(self) -> bool:
        """Sync cards and media; whether a change needed all of it to be sent at once."""
        col = self.anki.col
        output = col.sync_collection(self.auth, sync_media=False)
        up = output.required in {self.answers.FULL_UPLOAD, self.answers.FULL_SYNC}
        whole = up or output.required == self.answers.FULL_DOWNLOAD
        if whole:
            col.close_for_full_sync()
            usn = output.server_media_usn
            col.full_upload_or_download(auth=self.auth, server_usn=usn, upload=up)
            col.reopen(after_full_sync=True)
        else:
            col.sync_media(self.auth)
        while col.media_sync_status().active:
            pass
        return whole

    def rows(self) -> object:
        """What both devices should have."""
        anki = self.anki
        media = {f.name: f.read_bytes() for f in Path(anki.col.media.dir()).iterdir()}
        return (
            anki.table("id, guid, mod, tags, flds", "notes"),
            anki.table("id, nid, ord, type, queue, due, ivl", "cards"),
            anki.table("ntid, ord, name", "fields"),
            anki.table("ntid, ord, name", "templates"),
            sorted((made["id"], made["css"]) for made in anki.col.models.all()),
            media,
        )


@pytest.fixture
def devices(tmp_path: Path, address: str) -> Iterator[tuple[Device, Device]]:
    """Two devices that have the first release."""
    with learner(tmp_path / "desktop") as desktop, learner(tmp_path / "phone") as phone:
        desktop.take(built(package(*NOTES, files=FILES), FILES))
        pair = (Device(desktop, address), Device(phone, address))
        assert [device.sync() for device in pair] == [True, True]
        yield pair


@pytest.fixture(scope="module")
def released() -> Ledger:
    return ledger.released(package(*NOTES, files=FILES), Ledger(), "1.0.0")


def take(devices: tuple[Device, Device], data: bytes) -> Outcome:
    """Import on the first device and sync both: never is all of it sent."""
    one, other = devices
    outcome = one.anki.take(data)
    assert [one.sync(), other.sync()] == [False, False]
    assert other.rows() == one.rows()
    return outcome


def test_the_other_device_has_all_that_was_imported(devices: tuple[Device, Device]) -> None:
    one, other = devices
    assert other.rows() == one.rows()
    assert other.anki.complaints() == []


def test_a_release_syncs_as_any_change(devices: tuple[Device, Device], released: Ledger) -> None:
    better = note("basic", Basic("basic?", "better"))
    files = {"a.png": b"\x89PNG two"}
    new = package(*NOTES[1:], better, note("new"), at=LATER, after=released, files=files)
    outcome = take(devices, built(new, files))
    assert (outcome.new, outcome.updated) == (1, 2)
    other = devices[1].anki
    assert other.words("basic")[1] == "better"
    [old] = package(*NOTES, files=FILES).media
    assert other.complaints() == [old.name]  # for its media check to remove


def changed(first: Package, name: str, css: str) -> bytes:
    """The package with another name for its first field, and another style."""
    basic = first.note_types["basic"]
    first_field, *others = basic.fields
    templates = tuple(
        template._replace(
            front=template.front.replace("{{Front}}", f"{{{{{name}}}}}"),
            back=template.back.replace("{{Front}}", f"{{{{{name}}}}}"),
        )
        for template in basic.templates
    )
    fields = (first_field._replace(name=name), *others)
    made = basic._replace(fields=fields, templates=templates, css=basic.css + css, mod=LATER)
    return built(first._replace(note_types={**first.note_types, "basic": made}), FILES)


@STABLE_FIELDS.known
def test_a_renamed_field_and_a_new_look_need_no_full_sync(
    devices: tuple[Device, Device],
) -> None:
    first = package(*NOTES, files=FILES)
    assert take(devices, changed(first, "Question", ".x{}")) == Outcome(same=len(first.notes))
    fields = devices[1].anki.col.models.get(first.note_types["basic"].id)["flds"]
    assert fields[0]["name"] == "Question"


def test_reviews_on_the_other_device_survive_a_release(
    devices: tuple[Device, Device], released: Ledger
) -> None:
    one, other = devices
    other.anki.review("basic")
    schedules = other.anki.schedules()
    assert [other.sync(), one.sync()] == [False, False]
    better = note("basic", Basic("basic?", "better"))
    new = package(*NOTES[1:], better, at=LATER, after=released, files=FILES)
    assert take(devices, built(new, FILES)).updated == 1
    assert one.anki.schedules() == other.anki.schedules() == schedules
