"""Print the notes for learners of the release that is checked out: `release_notes.py v1.2.0`.

They are those that `make release` drafted, made again of what the tag holds.
"""

import sys
from pathlib import Path

from cardsmith.anki import ledger
from cardsmith.cli import changelog
from cardsmith.cli.app import App
from cardsmith.cli.export import packaged
from cardsmith.cli.git import Git, GitError
from cardsmith.render.release import notes_for_learners
from cardsmith.workspace import find, load


def main(tag: str) -> None:
    """Print the notes of the release that a tag names."""
    loaded = load(find("decks"))
    root, collection = loaded.found.root, loaded.collection
    before = _ledger_before(tag, root)
    found = ledger.compared(packaged(collection, root, before, App()), before)
    version = tag.removeprefix("v")
    said = changelog.section(Path(changelog.FILE).read_text("utf-8"), version)
    notes = notes_for_learners(collection.name, version, said, found, before=before.release)
    sys.stdout.write(notes)


def _ledger_before(tag: str, root: Path) -> ledger.Ledger:
    """The ledger of the release before; an empty one if this is the first."""
    git = Git(Path())
    try:
        former = git("describe", "--tags", "--abbrev=0", "--match=v*", f"refs/tags/{tag}^")
        return ledger.read(git("show", f"{former}:{root.as_posix()}/{ledger.FILE}"))
    except GitError:
        return ledger.Ledger()


if __name__ == "__main__":
    main(sys.argv[1])
