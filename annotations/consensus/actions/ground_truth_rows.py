"""The rows of ground truth that consensus writes: compared with what is stored and replaced, many in a statement."""

import json
from dataclasses import dataclass, fields

import numpy as np
from django.db import IntegrityError, connection, transaction

from annotations.consensus.actions.adjudication_queue import DECIDED_BY_PEOPLE
from annotations.consensus.models import GroundTruth
from evalhub.lib import strict_json
from evalhub.lib.database import statements

sql = statements.of_feature(__file__)
BATCH = 2_000
_NO_ITEM = np.iinfo(np.int64).max


@dataclass(frozen=True)
class Decision:
    """The value of one question of one item, as the question's type writes it.

    share: of the votes that were counted, None where nobody voted. people, machines: those whose labels or decision it
    rests on; simulated: one of these machines was. confidence: its posterior probability, by methods that have one.
    """

    value: object
    number: float | None
    share: float | None
    source: str
    people: int
    machines: int
    n_votes: int
    details: dict
    simulated: bool = False
    confidence: float | None = None

    def content(self):
        """What makes it another version when it changes, as a key of a dict."""
        return _content(self.value, self.source, self.share, self.people, self.machines, self.simulated, self.details)


@dataclass(frozen=True)
class Decisions:
    """A Decision for each of k items. item_ids: int[k], ascending. index: int[k], positions in `distinct`."""

    item_ids: np.ndarray
    index: np.ndarray
    distinct: tuple

    def __len__(self):
        return self.item_ids.size


NOTHING = Decisions(item_ids=np.zeros(0, dtype=np.int64), index=np.zeros(0, dtype=np.int64), distinct=())


@dataclass(frozen=True)
class _Stored:
    """Current rows by item, then one that stands for "no row". index: the equal Decision, -1 when there is none."""

    pk: np.ndarray
    item_ids: np.ndarray
    version: np.ndarray
    index: np.ndarray
    is_fixed: np.ndarray


_NO_ROWS = _Stored(*map(np.array, ([0], [_NO_ITEM], [0], [-1], [True])))


def replace(*, question, ids, found, is_first=False):
    """Make the consensus rows of the items with ids in a range what `found` says; people's decisions stay.

    A row whose content changed is superseded by a new version, a row without a Decision is retired; the same again
    writes nothing. is_first: the question had no row before. Belongs into a transaction. Returns how many items have
    other ground truth now.
    """
    stored = _NO_ROWS if is_first else _stored(question, ids, found)
    at = np.searchsorted(stored.item_ids, found.item_ids)
    has_row = stored.item_ids[at] == found.item_ids
    stands = has_row & (stored.is_fixed[at] | (stored.index[at] == found.index))
    stays = stored.is_fixed.copy()
    stays[at[stands]] = True
    gone = stored.pk[~stays].tolist()
    for start in range(0, len(gone), BATCH):
        GroundTruth.objects.filter(pk__in=gone[start : start + BATCH]).update(is_current=False)
    version, supersedes = (np.where(has_row, column[at], 0) for column in (stored.version, stored.pk))
    fresh = np.flatnonzero(~has_row)
    if fresh.size and not is_first:
        item_ids = found.item_ids[fresh].tolist()
        rows = GroundTruth.objects.filter(question=question, item__in=item_ids, is_current=False).order_by("version")
        newest = dict(rows.values_list("item_id", "version").iterator(BATCH))
        # 0, or the version of a consensus that had gone and comes back.
        version[fresh] = [newest.get(item_id, 0) for item_id in item_ids]
    _insert(question, found, np.flatnonzero(~stands), version=version + 1, supersedes=supersedes)
    retired = np.count_nonzero(~stays) - np.count_nonzero(has_row & ~stands)
    return int(np.count_nonzero(~stands) + retired)


def _stored(question, ids, found):
    indexes = {decision.content(): index for index, decision in enumerate(found.distinct) if decision is not None}
    parts = [_NO_ROWS]
    with connection.cursor() as cursor:
        cursor.execute(sql("current_truth"), {"question": question.pk, "first": ids.start, "end": ids.stop})
        for value, source, *columns, details, pks, item_ids, versions in cursor.fetchall():
            content = _content(json.loads(value), source, *columns, json.loads(details))
            index, is_fixed = (
                np.full(len(pks), indexes.get(content, -1)),
                np.full(len(pks), source in DECIDED_BY_PEOPLE),
            )
            parts.append(_Stored(np.array(pks), np.array(item_ids), np.array(versions), index, is_fixed))
    columns = [np.concatenate([getattr(part, each.name) for part in parts]) for each in fields(_Stored)]
    order = np.argsort(columns[1])
    return _Stored(*(column[order] for column in columns))


def _insert(question, found, chosen, *, version, supersedes):
    """Where an adjudicator publishes at this moment their row goes first, and this one is not written.

    That is looked for only after the plain statement has failed: looking for it in advance makes every row dearer.
    """
    if not chosen.size:
        return
    used = np.unique(found.index[chosen]).tolist()
    distinct = [found.distinct[each] for each in used]
    columns = {"items": found.item_ids, "versions": version, "supersedes": supersedes, "places": found.index}
    values = {
        **{name: statements.array(column[chosen].tolist()) for name, column in columns.items()},
        "question": question.pk,
        "distinct": used,
        "values": [strict_json.dumps(decision.value) for decision in distinct],
        "numbers": [decision.number for decision in distinct],
        "sources": [decision.source for decision in distinct],
        "shares": [decision.share for decision in distinct],
        "people": [decision.people for decision in distinct],
        "machines": [decision.machines for decision in distinct],
        "simulated": [decision.simulated for decision in distinct],
        "details": [strict_json.dumps(decision.details) for decision in distinct],
    }
    statement = sql("insert_truth")
    with connection.cursor() as cursor:
        try:
            with transaction.atomic():
                cursor.execute(statement, values)
        except IntegrityError:
            cursor.execute(statement + "ON CONFLICT DO NOTHING", values)


def _content(*columns):
    """value, source, share, people, machines, simulated and details as a key."""
    return _frozen(columns)


def _frozen(value):
    """A hashable stand-in: equal where plain JSON values are equal."""
    if isinstance(value, dict):
        return frozenset((key, _frozen(part)) for key, part in value.items())
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value
