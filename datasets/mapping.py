"""Which column of a file is what: input, expected output, acceptable answers, model outputs, metadata, external id."""

from dataclasses import dataclass, field

from datasets.row_errors import shown
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _

REST = "rest"
KEYS = ["input", "expected_output", "acceptable_answers", "outputs", "metadata", "external_id", "turns", "labels"]
LABEL_KEYS = ["annotator", "questions", "kind"]

_INPUTS = [
    "prompt", "question", "query", "instruction", "user_input", "user_message", "messages", "conversation",
    "input", "text",
]  # fmt: skip
_CONVERSATIONS = {"messages", "conversation"}
# Parts of the input beside the main one. A conversation that led to the prompt is what the answer is judged by.
_COMPANIONS = {
    "context": "context",
    "system_prompt": "system_prompt",
    "system": "system_prompt",
    "conversation": "conversation",
    "messages": "conversation",
}
_EXPECTED = [
    "expected_output", "expected", "expected_answer", "reference", "reference_answer", "reference_output",
    "ground_truth", "gold", "gold_answer", "gold_output", "correct_answer", "ideal", "target",
]  # fmt: skip
_ACCEPTABLE = ["acceptable_answers", "accepted_answers", "correct_answers"]
_OUTPUTS = ["outputs", "output", "model_output", "response", "model_response", "completion", "prediction", "generation"]
_OUTPUT_PREFIXES = ["model_output_", "model_response_", "output_", "response_", "completion_", "prediction_"]
_ANSWER = "answer"
_IDS = ["external_id", "id", "item_id", "case_id", "test_case_id", "question_id", "example_id", "uid", "uuid"]


@dataclass(frozen=True)
class Labels:
    """Columns of a file with a row per label: whose label it is, what was answered, a column per question, and whether
    that is a human, an llm or a program.
    """

    annotator: str
    questions: tuple
    kind: str | None = None

    def columns(self):
        return (self.annotator, *self.questions, *([self.kind] if self.kind else []))

    def as_json(self):
        return {"annotator": self.annotator, "questions": list(self.questions), "kind": self.kind}


@dataclass(frozen=True)
class FieldMapping:
    """Columns by their part. `input` is one column (its text becomes {"prompt": text}, an object stays as it is, a
    list becomes {"conversation": list}), a tuple of columns (an object under their names) or {key: column}.

    `outputs` is {output name: column}; a column of objects {name: text} gives one output per key. `metadata` is a
    tuple of columns, or "rest": all columns without another part; a column called metadata that holds an object is
    spread. `expected_output`, `acceptable_answers` (a column of lists of texts, or of one text) and `external_id` are
    None where the file has none. `turns` is a column of the input with lists of turns, which may be written as JSON.
    With `labels` several rows may have one ID: the first is the case, and each is a label of it.
    """

    input: str | tuple | dict
    expected_output: str | None = None
    outputs: dict = field(default_factory=dict)
    metadata: tuple | str = REST
    external_id: str | None = None
    acceptable_answers: str | None = None
    turns: str | None = None
    labels: Labels | None = None

    def input_columns(self):
        if isinstance(self.input, str):
            return (self.input,)
        return tuple(self.input.values()) if isinstance(self.input, dict) else tuple(self.input)

    def used_columns(self):
        """Every column with a part of its own, metadata apart, in the order of KEYS."""
        single = [self.expected_output, self.acceptable_answers, self.external_id]
        # IDs may be the input too: a file of labels alone has nothing else to show.
        single = [
            name
            for name in single
            if name is not None
            and not (self.labels is not None and name == self.external_id and name in self.input_columns())
        ]
        labels = self.labels.columns() if self.labels else ()
        return (*self.input_columns(), *single, *self.outputs.values(), *labels)

    def as_json(self):
        """What `parse` reads back."""
        # What few files have is named only where they do.
        turns = {"turns": self.turns} if self.turns else {}
        return (
            {
                "input": list(self.input) if isinstance(self.input, tuple) else self.input,
                "expected_output": self.expected_output,
                "acceptable_answers": self.acceptable_answers,
                "outputs": dict(self.outputs),
                "metadata": self.metadata if self.metadata == REST else list(self.metadata),
                "external_id": self.external_id,
            }
            | turns
            | ({"labels": self.labels.as_json()} if self.labels else {})
        )


def guess(columns, *, outputs=None, turns=None, labels=None, external_id=None, unused=(), judges=False):
    """The mapping that the usual names suggest for these [Column]; never fails while there is a column.

    `answer` is an output beside a column of expected outputs, the only output of a file that is brought to be judged
    (`judges`), and the expected output otherwise. Without a column
    named like an input, all columns without another part are the input. What is known of the columns already goes
    before names; `unused` are columns that say nothing of a case.
    """
    known = {turns, external_id, *(outputs or {}).values(), *unused}
    known |= {*labels.columns()} if labels else set()
    names = [column.name for column in columns if column.name not in known]
    by_name = _by_plain_name(names)
    external_id = external_id or _first(by_name, _IDS)
    expected = _first(by_name, _EXPECTED)
    outputs = (outputs or {}) | _guess_outputs(by_name, {column.name: column.type for column in columns})
    if _ANSWER in by_name:
        if expected is None and (outputs or not judges):
            expected = by_name[_ANSWER]
        else:
            outputs.setdefault(_ANSWER, by_name[_ANSWER])
    acceptable = _first(by_name, _ACCEPTABLE)
    taken = {expected, acceptable, external_id, *outputs.values()}
    input_ = _guess_input(by_name, taken, turns)
    if input_ is None:
        input_ = tuple(name for name in names if name not in taken and name != by_name.get("metadata"))
    if not input_ and labels:
        input_ = (external_id,)
    if not input_:
        # Without an input every row would be refused, so the other parts give way.
        return FieldMapping(input=tuple(column.name for column in columns), metadata=())
    rest = (
        tuple(name for name in names if name not in {*taken, *FieldMapping(input=input_).input_columns()})
        if unused
        else REST
    )
    return FieldMapping(
        input=input_,
        expected_output=expected,
        acceptable_answers=acceptable,
        outputs=outputs,
        external_id=external_id,
        metadata=rest,
        turns=turns,
        labels=labels,
    )


def parse(value, columns):
    """The mapping a client sends, for a file with these [Column]; InvalidInput names the valid columns. While the file
    is not read yet, `columns` is None: any name may be one.

    Only `input` must be given; an absent `metadata` is "rest". `outputs` is a column, a list of columns (each output
    is called like its column) or {name: column}. No column may have two parts, metadata apart.
    """
    if not isinstance(value, dict):
        raise _bad(_('A mapping is a JSON object such as {"input": "question"}.'))
    unknown = [key for key in value if key not in KEYS]
    if unknown:
        text = _("Unknown part %(part)s of a mapping. Valid: %(valid)s.")
        raise _bad(text % {"part": shown(unknown[0]), "valid": ", ".join(KEYS)}, valid=KEYS)
    mapping = FieldMapping(
        input=_parse_input(value.get("input")),
        expected_output=_parse_column(value.get("expected_output"), "expected_output"),
        acceptable_answers=_parse_column(value.get("acceptable_answers"), "acceptable_answers"),
        outputs=_parse_outputs(value.get("outputs")),
        metadata=_parse_metadata(value.get("metadata", REST)),
        external_id=_parse_column(value.get("external_id"), "external_id"),
        turns=_parse_column(value.get("turns"), "turns"),
        labels=_parse_labels(value.get("labels")),
    )
    if mapping.turns is not None and mapping.turns not in mapping.input_columns():
        raise _bad(_('"turns" is %(column)s, which is not an input.') % {"column": shown(mapping.turns)}, part="turns")
    if mapping.labels is not None and mapping.external_id is None:
        raise _bad(_('With "labels" a mapping needs "external_id".'), part="labels")
    _check_columns(mapping, None if columns is None else [column.name for column in columns])
    return mapping


def _by_plain_name(columns):
    """{name as the lists above spell it: column}; the first of two that read alike."""
    plain = {}
    for column in columns:
        plain.setdefault(column.strip().lower().replace(" ", "_").replace("-", "_").replace(".", "_"), column)
    return plain


def _first(by_name, names):
    return next((by_name[name] for name in names if name in by_name), None)


def _guess_outputs(by_name, types):
    """{output name: column}: output_gpt is called gpt, unless two columns would share a name; output_tokens, a column
    of numbers, is no output.
    """
    outputs = {by_name[name]: by_name[name] for name in _OUTPUTS if name in by_name}
    for name, column in by_name.items():
        prefix = next((prefix for prefix in _OUTPUT_PREFIXES if name.startswith(prefix)), "")
        if prefix and name != prefix and types[column] in ("string", "mixed", "null"):
            short = name.removeprefix(prefix)
            outputs[column if short in outputs else short] = column
    return outputs


def _guess_input(by_name, taken, turns):
    names = [name for name in _INPUTS if name in by_name and by_name[name] not in taken]
    if not names:
        return {"conversation": turns} if turns else None
    main = names[0]
    key = "conversation" if main in _CONVERSATIONS else "prompt"
    parts = {key: by_name[main]} | ({"conversation": turns} if turns else {})
    if main == "instruction" and "input" in names:
        parts["context"] = by_name["input"]
    for name, companion in _COMPANIONS.items():
        if name in by_name and by_name[name] not in taken:
            parts.setdefault(companion, by_name[name])
    return parts if len(parts) > 1 else by_name[main]


def _parse_labels(value):
    if value is None:
        return None
    is_object = isinstance(value, dict) and {"annotator", "questions"} <= value.keys() <= {*LABEL_KEYS}
    questions = value["questions"] if is_object else None
    if not is_object or not isinstance(value["annotator"], str) or not isinstance(questions, list) or not questions:
        raise _bad(_('"labels" takes an object with "annotator", a column, and "questions", a list.'), part="labels")
    if not all(isinstance(name, str) for name in questions):
        raise _bad(_('"questions" of "labels" is a list of columns.'), part="labels")
    return Labels(value["annotator"], tuple(questions), _parse_column(value.get("kind"), "kind"))


def _parse_input(value):
    if isinstance(value, str):
        return value
    if isinstance(value, list) and value and all(isinstance(name, str) for name in value):
        return tuple(value)
    if isinstance(value, dict) and value and all(isinstance(name, str) for name in value.values()):
        return dict(value)
    text = _('"input" takes a column, a list of columns or an object of columns, with at least one.')
    raise _bad(text, part="input")


def _parse_column(value, part):
    if value is None or isinstance(value, str):
        return value
    raise _bad(_('"%(part)s" takes the name of one column or null.') % {"part": part}, part=part)


def _parse_outputs(value):
    if value is None:
        return {}
    if isinstance(value, str):
        return {value: value}
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return {name: name for name in value}
    if isinstance(value, dict) and all(isinstance(name, str) for name in value.values()):
        long = [name for name in value if not 0 < len(name.strip()) <= len(name) <= 200]
        if long:
            text = _("The output name %(name)s has no or more than 200 characters.") % {"name": shown(long[0])}
            raise _bad(text, part="outputs")
        return dict(value)
    raise _bad(_('"outputs" takes a column, a list of columns or an object {name: column}.'), part="outputs")


def _parse_metadata(value):
    if value == REST:
        return REST
    if value is None:
        return ()
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return tuple(value)
    raise _bad(_('"metadata" takes a list of columns or "%(rest)s".') % {"rest": REST}, part="metadata")


def _check_columns(mapping, columns):
    used = mapping.used_columns()
    metadata = () if mapping.metadata == REST else mapping.metadata
    for name in (*used, *metadata):
        if columns is not None and name not in columns:
            valid = ", ".join(shown(column) for column in columns[:20])
            if len(columns) > 20:
                valid = _("%(names)s and %(n)s more") % {"names": valid, "n": len(columns) - 20}
            text = _("Unknown column %(name)s. Valid: %(valid)s.") % {"name": shown(name), "valid": valid}
            raise _bad(text, column=name, valid=list(columns[:100]))
    twice = next((name for place, name in enumerate(used) if name in used[:place]), None)
    if twice is not None:
        text = _("The column %(name)s is mapped twice. Map each column once.") % {"name": shown(twice)}
        raise _bad(text, column=twice)


def _bad(message, **details):
    return InvalidInput(message, code="bad_mapping", details=details)
