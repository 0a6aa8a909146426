"""What an item shows: the case's input and the outputs under judgement, as named texts."""

from dataclasses import dataclass

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from annotations.content.messages import messages
from annotations.content.quotes import source_texts
from annotations.tasks.models import TaskItem
from datasets.models import ModelOutput, TestCase
from evalhub.lib import markdown_parser
from evalhub.lib.database.joined import Joined

# Of an output only its text is shown where it is judged.
NOT_SHOWN = [f"o.{field.column}" for field in ModelOutput._meta.concrete_fields if field.name not in ("id", "text")]
NOT_SHOWN += ["c.version_id", "c.row_index", "c.acceptable_answers"]
SHOWN = Joined(
    """
    SELECT {columns} FROM annotations_taskitem i
    JOIN datasets_testcase c ON c.id = i.test_case_id
    LEFT JOIN datasets_modeloutput o ON o.test_case_id = c.id AND o.id = ANY (i.outputs)
    WHERE i.id = %s
    """,
    deferred=NOT_SHOWN,
    i=TaskItem,
    c=TestCase,
    o=ModelOutput,
)

# Who knows that an item's texts are the files of a directory: functions of its id and its case's metadata that return
# `rendering.FileFacts`, or nothing. A layer above that makes such items adds its own here when it is loaded.
FILE_SOURCES = []
PER_WORD = 4  # characters of a text that are read for each that is shown


@dataclass(frozen=True)
class ItemText:
    """One text of an item; `field` names it in evidence, e.g. `input.context` or `output`.

    `value` is the JSON value that the text shows: the text itself, or the object or list it was written from.
    """

    field: str
    title: str
    text: str
    is_output: bool = False
    value: object = None


@dataclass(frozen=True)
class ItemContent:
    """An item as it is shown; `output` is the first judged output's text, None when the task judges the input.

    `expected_output` is shown to nobody here: judges see it where their prompt says so.
    `files` are the FileFacts of texts that were read from a directory; they are known where one item is loaded.
    """

    item_id: int
    position: int
    external_id: str | None
    input: dict
    metadata: dict
    outputs: tuple
    files: tuple = ()
    expected_output: str | None = None

    @property
    def output(self):
        return self.outputs[0].text if self.outputs else None

    def texts(self):
        """All texts in reading order, under the field names that evidence uses: inputs first, then the outputs."""
        texts = source_texts(input=self.input, outputs=[output.text for output in self.outputs])
        return [
            ItemText(field, _title(field), text, is_output=_is_output(field), value=self._value(field, text))
            for field, text in texts.items()
        ]

    def title_of(self, field):
        """What a text is called on pages: a file by its path, an input or an output by its name."""
        return next((facts.path for facts in self.files if facts.field == field), _title(field))

    def _value(self, field, text):
        if _is_output(field):
            return text
        return self.input.get(field.partition(".")[2], text) if isinstance(self.input, dict) else self.input


def content(item_id):
    """The ItemContent of a task item; one statement, and one more for an item whose texts are files."""
    rows = SHOWN.rows(item_id)
    if not rows:
        raise TaskItem.DoesNotExist
    return content_in(rows)


def content_in(rows):
    """The ItemContent of rows of a TaskItem, its TestCase and one of its ModelOutputs, or None without any."""
    item, item.test_case = rows[0][:2]
    return _content(item, {row[2].pk: row[2] for row in rows if row[2] is not None}, files=_files(item))


def content_of(item):
    """The ItemContent of a TaskItem whose test case is loaded; one statement for the outputs, none without any."""
    found = {output.pk: output for output in ModelOutput.objects.filter(pk__in=item.outputs)} if item.outputs else {}
    return _content(item, found, files=_files(item))


def contents(item_ids):
    """{item id: ItemContent} of many task items; two statements."""
    items = TaskItem.objects.select_related("test_case").in_bulk(item_ids)
    output_ids = {pk for item in items.values() for pk in item.outputs}
    found = ModelOutput.objects.in_bulk(output_ids) if output_ids else {}
    return {pk: _content(item, found) for pk, item in items.items()}


def _content(item, found, files=()):
    outputs = tuple(found[pk] for pk in item.outputs if pk in found)
    case = item.test_case
    return ItemContent(
        item_id=item.pk,
        position=item.position,
        external_id=case.external_id,
        input=case.input,
        metadata=case.metadata,
        outputs=outputs,
        files=files,
        expected_output=case.expected_output,
    )


def _files(item):
    """What the first source that knows the item says; no statement for items that none of them knows."""
    found = (source(item.pk, item.test_case.metadata) for source in FILE_SOURCES)
    return next((tuple(files) for files in found if files), ())


def summary(case, longest=300):
    """The first words of a TestCase: its prompt, what is said first in its conversation, or its input as JSON.

    A longer text ends with an ellipsis.
    """
    values = case.input if isinstance(case.input, dict) else {"input": case.input}
    texts = [values.get(key) for key in ("prompt", "question", "text", *values)]
    for value in texts:
        if isinstance(value, str) and value.strip():
            return _beginning(value, longest)
    for value in texts:
        text = next((message.text for message in messages(value) or () if message.text.strip()), None)
        if text is not None:
            return _beginning(text, longest)
    return Truncator(next(iter(source_texts(input=case.input, outputs=[]).values()), "")).chars(longest)


def _beginning(text, longest):
    """A text of marks alone is shown as it is."""
    return Truncator(markdown_parser.words(text[: PER_WORD * longest]) or text).chars(longest)


def texts_of(item):
    """{field: text} of a TaskItem: what quotes are looked up in."""
    return {part.field: part.text for part in content(item.pk).texts()}


def _is_output(field):
    return field.partition(".")[0] == "output"


def _title(field):
    """`input.context` reads Context, `output.2` reads Answer 2."""
    name = field.partition(".")[2]
    if _is_output(field):
        return _("Answer %(number)s") % {"number": name} if name else _("Answer")
    return (name or field).replace("_", " ").capitalize()
