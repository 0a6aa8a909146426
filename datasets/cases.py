"""Rows of a file made into cases by a mapping."""

from array import array
from typing import NamedTuple

import numpy as np

from datasets.columns import BadColumns, ColumnTypes
from datasets.mapping import REST
from datasets.outputs import BadOutput, answers, is_described
from datasets.row_errors import shown
from evalhub.lib import strict_json
from evalhub.lib.translation import gettext as _

MAX_ID_CHARACTERS = 500
MAX_OUTPUT_NAME_CHARACTERS = 200
MAX_ACCEPTABLE_ANSWERS = 1_000
TURN_KEYS = (("role", "content"), ("from", "value"), ("speaker", "text"))
_SPREAD = "metadata"


class MappedCase(NamedTuple):
    """One case ready to store; a tuple, because a million of them are made in a run.

    `expected_output` and `external_id` are None where there is none; `outputs` is {name: text, or [Answer]}.
    """

    number: int
    external_id: str | None
    input: dict
    expected_output: str | None
    outputs: dict
    metadata: dict
    acceptable_answers: list


class _BadRow(Exception):
    def __init__(self, reason, column=None):
        super().__init__(reason)
        self.reason = reason
        self.column = column


class CaseMaker:
    """Makes a MappedCase of a Row, or None after writing into `errors` why it cannot.

    Values are kept exactly. Expected and model outputs and acceptable answers that are no text become their JSON text.
    With `blank_is_missing` (CSV, which cannot say null) an empty cell is no expected output, no output and no id.
    """

    def __init__(self, mapping, *, limits, errors, blank_is_missing=False):
        self._errors = errors
        self._missing = (None, "") if blank_is_missing else (None,)
        self._expected = mapping.expected_output
        self._acceptable = mapping.acceptable_answers
        self._external_id = mapping.external_id
        self._outputs = list(mapping.outputs.items())
        self._used = frozenset(mapping.used_columns())
        self._metadata = mapping.metadata
        self._spread_types = ColumnTypes(limits)
        self._input = _input_maker(mapping.input)
        self._turns = mapping.turns

    def make(self, row):
        number, values = row
        try:
            return MappedCase(
                number,
                self._id_of(values) if self._external_id is not None else None,
                self._input(values if self._turns is None else _with_turns(values, self._turns)),
                self._expected_of(values) if self._expected is not None else None,
                self._outputs_of(values) if self._outputs else {},
                self._metadata_of(values),
                self._acceptable_of(values) if self._acceptable is not None else [],
            )
        except _BadRow as problem:
            self._errors.add(number, problem.column, problem.reason, values.get(problem.column))
        return None

    def metadata_fields(self, columns):
        """{name: type} of the metadata of the rows so far, out of the file's [Column]: what filters may name."""
        if self._metadata == REST:
            kept = [column for column in columns if column.name not in self._used]
        else:
            kept = [column for column in columns if column.name in self._metadata]
        spread = self._spread_types.columns()
        fields = {column.name: column.type for column in kept if not (spread and column.name == _SPREAD)}
        return fields | {column.name: column.type for column in spread}

    def _id_of(self, values):
        value = values.get(self._external_id)
        if value in self._missing:
            return None
        if type(value) is not str and type(value) is not int:
            raise _BadRow(_("The ID is not a text or a whole number."), self._external_id)
        text = str(value)
        if len(text) > MAX_ID_CHARACTERS or not text.strip():
            reason = _("The ID is blank or longer than %(most)s characters.") % {"most": MAX_ID_CHARACTERS}
            raise _BadRow(reason, self._external_id)
        return text

    def _expected_of(self, values):
        value = values.get(self._expected)
        if type(value) is str and value:
            return value
        return None if value in self._missing else _as_text(value)

    def _acceptable_of(self, values):
        """A list as it is, or the JSON of one; any other value is the only answer."""
        value = values.get(self._acceptable)
        if value in self._missing:
            return []
        if type(value) is str:
            value = _list_in(value)
        found = value if type(value) is list else [value]
        if len(found) > MAX_ACCEPTABLE_ANSWERS:
            reason = _("%(n)s acceptable answers. Valid: at most %(most)s.")
            raise _BadRow(reason % {"n": len(found), "most": MAX_ACCEPTABLE_ANSWERS}, self._acceptable)
        if any(map(_is_blank, found)):
            raise _BadRow(_("An acceptable answer is empty."), self._acceptable)
        return [_as_text(each) for each in found]

    def _outputs_of(self, values):
        outputs = {}
        for name, column in self._outputs:
            value = values.get(column)
            if isinstance(value, dict) and not is_described(value):
                for output, text in value.items():
                    if not output.strip() or len(output) > MAX_OUTPUT_NAME_CHARACTERS:
                        reason = _("The output name %(name)s has no or more than %(most)s characters.")
                        raise _BadRow(reason % {"name": shown(output), "most": MAX_OUTPUT_NAME_CHARACTERS}, column)
                    if text is not None:
                        _put(outputs, output, text, column)
            elif value not in self._missing:
                _put(outputs, name, value, column)
        return outputs

    def _metadata_of(self, values):
        if self._metadata == REST:
            metadata = values.copy()
            for name in self._used:
                metadata.pop(name, None)
        else:
            metadata = {name: values[name] for name in self._metadata if name in values}
        if _SPREAD in metadata and type(metadata[_SPREAD]) is dict:
            inner = metadata.pop(_SPREAD)
            both = next((name for name in inner if name in metadata), None)
            if both is not None:
                raise _BadRow(_("The metadata key %(key)s is also a column.") % {"key": shown(both)}, _SPREAD)
            try:
                self._spread_types.add(inner)
            except BadColumns as problem:
                raise _BadRow(problem.message, _SPREAD) from None
            return metadata | inner
        return metadata


def problem_with_input(value):
    """Why an input is no prompt with its conversation and context, "" where it is; whoever makes the case looks for an
    input that is missing.
    """
    if value is not None and not isinstance(value, (str, dict, list)):
        return _("The input is not a text, an object or a conversation.")
    parts = value if isinstance(value, dict) else {"conversation": value} if isinstance(value, list) else {}
    conversation, context = parts.get("conversation") or [], parts.get("context") or ""
    if not (isinstance(conversation, list) and all(isinstance(message, dict) for message in conversation)):
        return _("conversation is not a list of messages.")
    if not isinstance(context, (str, list, dict)):
        return _("context is not a text, a list or an object.")
    if not all(isinstance(parts.get(name) or "", str) for name in ("prompt", "system_prompt")):
        return _("prompt and system_prompt are texts.")
    return _("The input is empty.") if parts and all(map(_is_blank, parts.values())) else ""


def _with_turns(values, column):
    """The values with the list of turns that the column holds or is the JSON of."""
    value = values.get(column)
    if type(value) is str and value and not value.isspace():
        try:
            value = strict_json.loads(value)
        except strict_json.BadJson as problem:
            raise _BadRow(_("It is not a list of turns. %(problem)s") % {"problem": problem.message}, column) from None
    if not _is_blank(value) and not is_conversation(value):
        raise _BadRow(_("It is not a list of turns, each with role and content, or from and value."), column)
    return values | {column: value}


def is_conversation(value):
    """Whether a value is a list of turns that say whose they are."""
    return type(value) is list and bool(value) and all(map(_is_turn, value))


def _is_turn(value):
    if type(value) is not dict:
        return False
    return any(type(value.get(role)) is str and text in value for role, text in TURN_KEYS)


def _input_maker(columns):
    """A function of a row's values that gives the input object."""
    if isinstance(columns, str):
        return lambda values: _single_input(values.get(columns), columns)
    pairs = list(columns.items()) if isinstance(columns, dict) else [(name, name) for name in columns]
    main = next((column for key, column in pairs if key in ("prompt", "conversation")), None)
    return lambda values: _joined_input(values, pairs, main)


def _single_input(value, column):
    if type(value) is str and value and not value.isspace():
        return {"prompt": value}
    if _is_blank(value):
        raise _BadRow(_("The input is empty."), column)
    if type(value) is dict:
        return value
    return {"conversation": value} if type(value) is list else {"prompt": value}


def _joined_input(values, pairs, main):
    joined = {key: values[column] for key, column in pairs if column in values}
    if main is not None and _is_blank(values.get(main)):
        raise _BadRow(_("The input is empty."), main)
    if main is None and all(map(_is_blank, joined.values())):
        raise _BadRow(_("The input is empty: none of its columns has a value."))
    return joined


def _is_blank(value):
    return value is None or value in ({}, []) or (isinstance(value, str) and not value.strip())


def _list_in(text):
    """The list that a text is the JSON of, else the text."""
    if not text.startswith("["):
        return text
    try:
        value = strict_json.loads(text)
    except strict_json.BadJson:
        return text
    return value if type(value) is list else text


def _as_text(value):
    return value if isinstance(value, str) else strict_json.dumps(value)


def _put(outputs, name, value, column):
    if name in outputs:
        raise _BadRow(_("Two outputs are named %(name)s.") % {"name": shown(name)}, column)
    if type(value) in (dict, list) and is_described(value):
        try:
            outputs[name] = answers(value)
        except BadOutput as problem:
            raise _BadRow(str(problem), column) from None
    else:
        outputs[name] = _as_text(value)


class FirstIds:
    """Finds ids that occur a second time while the rows are read: 64 bits and their set entry per id."""

    def __init__(self):
        self._hashes = set()

    def add(self, external_id):
        """Whether it is new."""
        before = len(self._hashes)
        self._hashes.add(hash(external_id))
        return len(self._hashes) > before


class SeenIds:
    """Finds ids that occur twice among millions: 12 bytes per id, compared by 64-bit hash (a false alarm in a million
    ids is one in 37 million).
    """

    def __init__(self):
        self._hashes = array("q")
        self._numbers = array("I")

    def add(self, external_id, number):
        self._hashes.append(hash(external_id))
        self._numbers.append(number)

    def report(self, errors, *, column):
        """Write every later row with an id that an earlier row has into `errors`."""
        if not self._hashes:
            return
        hashes, numbers = np.frombuffer(self._hashes, dtype=np.int64), np.frombuffer(self._numbers, dtype=np.uint32)
        order = np.argsort(hashes, kind="stable")
        same = np.flatnonzero(hashes[order[1:]] == hashes[order[:-1]])
        pairs = sorted((int(numbers[order[place + 1]]), int(numbers[order[place]])) for place in same)
        for later, earlier in pairs:
            errors.add(later, column, _("The ID is the same as in row %(row)s.") % {"row": f"{earlier:,}"})
