#!/usr/bin/env bash
# Say what a change touches: cards (all of it lies in decks/), code (none of it), or both.
#
#   touches.sh FOLDER    a clone, at the commit that merges the change; its first parent is the base
set -euo pipefail

cards='' code=''
while IFS= read -r -d '' path; do
  case $path in
    decks/*) cards=yes ;;
    *) code=yes ;;
  esac
done < <(git -C "$1" diff --name-only --no-renames -z 'HEAD^1' HEAD --)

case $cards-$code in
  yes-) echo touches=cards ;;
  yes-yes) echo touches=both ;;
  *) echo touches=code ;; # also where git could not say: then everything is tested
esac
