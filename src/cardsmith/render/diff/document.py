"""The changes of a collection as one JSON document."""

import json
from collections.abc import Iterable

from cardsmith.changes import Changed, Changes, Effect, kind
from cardsmith.deck import Collection, Note, answer, cards_of, question
from cardsmith.render.diff.parts import cited
from cardsmith.render.diff.said import Context, backticked, counts, sentence


def as_json(found: Changes, context: Context) -> str:
    """The report as one JSON object in one line of ASCII; docs/json.md has its shape."""
    everywhere, in_anki = found.lost()
    before, after = context.before, context.after
    document = {
        "version": 1,
        "collection": after.name,
        "id": after.id,
        "since": {"name": context.since, "commit": context.commits[0] or None},
        "until": {"name": context.until, "commit": context.commits[1] or None},
        "counts": {name.replace(" ", "_"): number for name, number in counts(found).items()}
        | {"same": len(found.same), "not_compared": len(found.unread)},
        "learners": {
            "new_cards": found.new_cards(),
            "updates": found.updates(),
            "lost_histories": sorted(everywhere),
            "lost_in_anki": sorted(in_anki),
        },
        "effects": [_effect(effect) for effect in found.effects],
        "added": [_note(e.note, after, e.effects) for e in found.added],
        "removed": [_note(e.note, before, e.effects) for e in found.removed],
        "changed": [_change(each) for each in found.changed],
        "not_compared": [note.id for note in found.unread],
        "broken": {"since": context.broken[0], "until": context.broken[1]},
        "limits": list(context.limits),
    }
    return json.dumps(document)


def _note(note: Note, collection: Collection, effects: Iterable[Effect]) -> dict[str, object]:
    return {
        **_place(note),
        "kind": kind(note),
        "deck": note.deck,
        "cards": [
            {"id": card.id, "question": question(card), "answer": answer(card)}
            for card in cards_of(note)
        ],
        "source": note.source,
        "cites": cited(note, collection) if note.source else "",
        "tags": list(note.tags),
        "effects": [_effect(effect) for effect in effects],
    }


def _change(each: Changed) -> dict[str, object]:
    return {
        **_place(each.after),
        "before": {**_place(each.before), "deck": each.before.deck},
        "deck": each.after.deck,
        "fields": [field._asdict() for field in each.fields],
        "updates": each.is_updated,
        "new_cards": each.new_cards,
        "effects": [_effect(effect) for effect in each.effects],
    }


def _place(note: Note) -> dict[str, object]:
    return {"id": note.id, "path": note.path, "line": note.place.line}


def _effect(effect: Effect) -> dict[str, object]:
    return {
        "what": effect.what.value,
        "is_loss": effect.is_loss,
        "only_in_anki": effect.is_only_in_anki,
        "cards": list(effect.cards),
        "old": effect.old,
        "new": effect.new,
        "message": sentence(effect, backticked),
    }
