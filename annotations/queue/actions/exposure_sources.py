"""What the apps above know of an answer; each registers its own ways to tell, since this app imports none of them."""

_seen_sql = []
_note_seen = []
_reviewed = []


def register(*, seen_sql, note_seen, is_reviewed):
    """Ways to tell and to note, one statement each.

    `seen_sql`: a query of the columns `item_id` and `was_machine`, true for each answer of a machine that %(annotator)s
    has seen and false for each of a person. `note_seen(annotations, annotator)`: they see these from now on.
    `is_reviewed(annotation)`: True or False.
    """
    _seen_sql.append(seen_sql)
    _note_seen.append(note_seen)
    _reviewed.append(is_reviewed)


def seen_sql():
    """A query of `item_id` and `was_machine`, a row for each answer of others that %(annotator)s has seen."""
    return " UNION ALL ".join(_seen_sql)


def note_seen(annotations, annotator):
    """Note that this annotator sees these answers from now on; the first time counts."""
    for notes in _note_seen:
        notes(annotations, annotator)


def is_reviewed(annotation):
    """Whether somebody has already judged this answer."""
    return any(tells(annotation) for tells in _reviewed)
