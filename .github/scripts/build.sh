#!/usr/bin/env bash
# Build what a tag names, twice, in different places; stop if a byte differs.
#
#   build.sh TAG OUT    the wheel and the Anki package go to OUT/files, the notes to OUT/notes.md
set -euo pipefail
tag=$1 out=$(realpath -m "$2") here=$PWD
stated=$(git show "refs/tags/$tag:src/cardsmith/__init__.py" | sed -n 's/^__version__ = "\(.*\)"$/v\1/p')
if [ "$stated" != "$tag" ]; then
  echo "the tag is $tag, but the program says that it is $stated" >&2
  exit 1
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() { # FOLDER
  git clone --quiet --no-hardlinks "$here" "$1/clone"
  git -C "$1/clone" checkout --quiet --detach "refs/tags/$tag"
  python3 -m venv "$1/program"
  "$1/program/bin/pip" wheel --quiet --disable-pip-version-check --no-deps --wheel-dir "$1/files" "$1/clone"
  "$1/program/bin/pip" install --quiet --disable-pip-version-check "$1"/files/*.whl
  # The package has the default name, which is that of the collection.
  (cd "$1/clone" && "$1/program/bin/cardsmith" export --decks decks)
  cp "$1"/clone/dist/*.apkg "$1/files"
}

build "$work/one"
PYTHONHASHSEED=1 TZ=Pacific/Auckland build "$work/an other"
diff --recursive "$work/one/files" "$work/an other/files"

mkdir -p "$out"
cp -r "$work/one/files" "$out"
(cd "$work/one/clone" && "$work/one/program/bin/python" .github/scripts/release_notes.py "$tag") >"$out/notes.md"
