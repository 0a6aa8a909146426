"""What the first rows of a file show beyond the names of its columns: several labels per item, pairs, conversations.

Each finding is proposed with its evidence; `mapping_with` is the mapping under those that a person agrees with.
"""

import re
from collections import Counter
from dataclasses import dataclass, field, replace

from datasets.cases import is_conversation
from datasets.mapping import Labels, guess
from evalhub.lib import strict_json

LABELS, PAIRS, TURNS = "labels", "pairs", "turns"
KINDS = (LABELS, PAIRS, TURNS)
ENOUGH = 0.9  # of the rows that must show a finding
MOST_OPTIONS = 20
ANNOTATOR_KINDS = ("human", "llm", "program")

_RATERS = re.compile(
    r"(rater|annotator|labell?er|worker|judge|reviewer|user|coder|assessor|evaluator|author)s?_?(id|name|e?mail)?"
)
_SCORES = re.compile(r"label|rating|score|grade|answer|judge?ment|verdict|value|stars|points")
_ITEMS = re.compile(r"(.*_)?(id|uid|uuid|item|case|example|question|document|sample|task|key)")
_SIDES = re.compile(r"(?P<stem>.*?)[ _-]?(?P<side>a|b|1|2|left|right|chosen|rejected)")
_PAIRS = (("a", "b"), ("1", "2"), ("left", "right"), ("chosen", "rejected"))


@dataclass(frozen=True)
class Proposal:
    """`found` of `total` rows show it. `columns` are those it is about, by their part in it.

    `cases` and `shortest`, `longest` are figures of the first rows: items of a label file, turns of a conversation.
    """

    kind: str
    found: int
    total: int
    columns: dict = field(default_factory=dict)
    cases: int = 0
    shortest: int = 0
    longest: int = 0


def proposals(columns, rows):
    """[Proposal] in the order of KINDS for these [Column] and first [Row]."""
    values = [row.values for row in rows]
    found = [_turns(columns, values), _pairs(columns, values)]
    taken = {name for each in found if each for name in each.columns.values()}
    return [each for each in (_labels(columns, values, taken), found[1], found[0]) if each]


def mapping_with(columns, rows, kinds=KINDS, *, judges=False):
    """The FieldMapping that names and the proposals of these kinds suggest; `judges` as in `guess`."""
    every = proposals(columns, rows)
    found = {each.kind: each for each in every if each.kind in kinds}
    refused = {name for each in every if each.kind == PAIRS and PAIRS not in found for name in each.columns.values()}
    known = {}
    if TURNS in found:
        known["turns"] = found[TURNS].columns["turns"]
    if PAIRS in found:
        known["outputs"] = dict(found[PAIRS].columns)
    if LABELS in found:
        parts = found[LABELS].columns
        known |= {
            "labels": Labels(parts["annotator"], tuple(parts["questions"]), parts["kind"]),
            "external_id": parts["item"],
            "unused": tuple(parts["unused"]),
        }
    mapping = guess(columns, **known, judges=judges)
    return replace(mapping, outputs={name: each for name, each in mapping.outputs.items() if each not in refused})


def accepted(mapping, found):
    """The kinds of proposals that a FieldMapping agrees with."""
    outputs = set(mapping.outputs.values())
    agrees = {
        LABELS: lambda columns: mapping.labels is not None,
        PAIRS: lambda columns: set(columns.values()) <= outputs,
        TURNS: lambda columns: mapping.turns == columns["turns"],
    }
    return {each.kind for each in found if agrees[each.kind](each.columns)}


def _turns(columns, values):
    """The column with most lists of turns, as lists or as the JSON of them."""
    best = None
    for column in columns:
        if column.type not in ("string", "array", "mixed"):
            continue
        lists = [found for row in values if is_conversation(found := list_of(row.get(column.name)))]
        if lists and len(lists) >= ENOUGH * len(values) and (best is None or len(lists) > best.found):
            lengths = [len(each) for each in lists]
            best = Proposal(
                TURNS, len(lists), len(values), {"turns": column.name}, shortest=min(lengths), longest=max(lengths)
            )
    return best


def list_of(value):
    """The list that a text is the JSON of; any other value as it is."""
    if type(value) is not str or not value.lstrip().startswith("["):
        return value
    try:
        return strict_json.loads(value)
    except strict_json.BadJson:
        return None


def _pairs(columns, values):
    """Two columns of texts whose names differ in their side alone; {side: column}."""
    sides = {}
    for column in columns:
        named = _SIDES.fullmatch(_plain(column.name))
        if named and column.type in ("string", "mixed"):
            sides[named["stem"], named["side"]] = column.name
    for (stem, side), first in sides.items():
        other = next((after for before, after in _PAIRS if before == side), None)
        second = sides.get((stem, other)) if other else None
        if second is None:
            continue
        filled = [row for row in values if row.get(first) and row.get(second)]
        differ = sum(row[first] != row[second] for row in filled)
        # A column of texts that were written, not of names or ranks.
        if (
            differ
            and len(filled) >= ENOUGH * len(values)
            and sum(len(str(row[first])) for row in filled) >= 12 * len(filled)
        ):
            return Proposal(PAIRS, differ, len(values), {side: first, other: second})
    return None


def _labels(columns, values, taken):
    """Items that occur in several rows, each time with another rater, and columns that differ between these rows."""
    names = [column.name for column in columns if column.name not in taken]
    raters = [name for name in names if _RATERS.fullmatch(_plain(name))]
    items = [name for name in names if _ITEMS.fullmatch(_plain(name)) and name not in raters]
    for rater in raters:
        for item in items:
            found = _label_file(columns, values, item, rater, taken)
            if found:
                return found
    return None


def _label_file(columns, values, item, rater, taken):
    rows = [row for row in values if row.get(item) not in (None, "") and row.get(rater) not in (None, "")]
    ids = {str(row[item]) for row in rows}
    pairs = {(str(row[item]), str(row[rater])) for row in rows}
    if len(rows) < ENOUGH * len(values) or not 1 < len(ids) < len(rows) or len(pairs) < ENOUGH * len(rows):
        return None
    others = [column for column in columns if column.name not in {item, rater, *taken}]
    kind = next(
        (column.name for column in others if all(row.get(column.name) in ANNOTATOR_KINDS for row in rows)), None
    )
    varying = [column for column in others if column.name != kind and _varies(rows, item, column.name)]
    questions = [column.name for column in varying if _has_options(rows, column.name) or _is_score(column)]
    if not questions:
        return None
    unused = [column.name for column in varying if column.name not in questions]
    parts = {"item": item, "annotator": rater, "questions": questions, "unused": unused, "kind": kind}
    return Proposal(LABELS, len(pairs), len(values), parts, cases=len(ids))


def _varies(rows, item, name):
    first = {}
    return any(first.setdefault(str(row[item]), row.get(name)) != row.get(name) for row in rows)


def _is_score(column):
    return column.type in ("integer", "number") and bool(_SCORES.search(_plain(column.name)))


def _has_options(rows, name):
    """Whether a column holds few different values, as answers to a closed question do."""
    found = Counter(
        value if type(value) is str else strict_json.dumps(value) for row in rows if (value := row.get(name))
    )
    return bool(found) and len(found) <= MOST_OPTIONS and (len(found) <= 2 or len(found) * 2 <= found.total())


def _plain(name):
    return re.sub(r"[ .-]+", "_", name.strip().lower())
