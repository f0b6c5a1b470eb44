#!/usr/bin/env bash
# Judge a change of cards. Of the change only files are read: nothing in it is run.
#
#   judge.sh PROGRAM CHANGE OUT
#
#   PROGRAM   cardsmith, installed
#   CHANGE    a clone, at the commit that merges the change; its first parent is the base
#   OUT       where to put comparison/, package/ and preview/
#   NUMBER, GITHUB_STEP_SUMMARY   the number of the pull request, and the page of the run
set -uo pipefail
program=$(realpath -s "$1") out=$(realpath -m "$3") verdict=0
longest=900000 # bytes of the page; GitHub refuses more than a MiB
mkdir -p "$out/comparison" "$out/package"
cd "$2" || exit 2
export PYTHONSAFEPATH=1 # a file of the change is never taken for a module

# What decks say may look like a command to the runner, so it is told to obey none meanwhile.
quietly() {
  local word status
  word=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
  echo "::stop-commands::$word"
  "$@" 2>&1
  status=$?
  echo "::$word::"
  return "$status"
}

"$program" lint decks --format github 2>"$out/lint.txt"
errors=$?
quietly cat "$out/lint.txt"

if ! git diff --quiet 'HEAD^1' HEAD -- decks/released.jsonl; then
  echo '::error file=decks/released.jsonl::Only a release writes this file: leave it as it was.'
  verdict=1
fi

comparison=$out/comparison/comparison.md
echo "$NUMBER" >"$out/comparison/number"
"$program" diff 'HEAD^1' --format markdown >"$comparison" 2>"$out/diff.txt" || verdict=1
quietly cat "$out/diff.txt"
if [ "$(wc -c <"$comparison")" -gt "$longest" ]; then
  head -c "$longest" "$comparison" | sed '$d'
  printf '\nThis is cut; the whole is in the artifact "comparison".\n'
else
  cat "$comparison"
fi >>"$GITHUB_STEP_SUMMARY"

quietly "$program" preview --out "$out/preview" || verdict=1
if [ "$errors" = 0 ]; then
  quietly "$program" export --output "$out/package/pull-request-$NUMBER.apkg" || verdict=1
else
  verdict=1
fi
exit "$verdict"
