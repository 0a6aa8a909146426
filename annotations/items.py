"""What an item shows: the case's input and the outputs under judgement, as named texts."""

from dataclasses import dataclass

from django.contrib.postgres.expressions import ArraySubquery
from django.db.models import OuterRef
from django.db.models.functions import JSONObject

from annotations.evidence import source_texts
from annotations.models import TaskItem
from datasets.models import ModelOutput


@dataclass(frozen=True)
class ItemText:
    """One text of an item; `field` names it in evidence, e.g. `input.context` or `output`."""

    field: str
    title: str
    text: str
    is_output: bool = False


@dataclass(frozen=True)
class ItemContent:
    """An item as it is shown; `output` is the first judged output's text, None when the task judges the input."""

    item_id: int
    position: int
    external_id: str | None
    input: dict
    metadata: dict
    outputs: tuple

    @property
    def output(self):
        return self.outputs[0].text if self.outputs else None

    def texts(self):
        """All texts in reading order, under the field names that evidence uses: inputs first, then the outputs."""
        texts = source_texts(input=self.input, outputs=[output.text for output in self.outputs])
        return [ItemText(field, _title(field), text, field.startswith("output")) for field, text in texts.items()]


def content(item_id):
    """The ItemContent of a task item; one statement."""
    outputs = ModelOutput.objects.filter(test_case=OuterRef("test_case_id"))
    rows = ArraySubquery(outputs.values(row=JSONObject(id="id", text="text")))
    found = TaskItem.objects.select_related("test_case").annotate(found=rows)
    item = found.get(pk=item_id)
    return _content(item, {row["id"]: ModelOutput(**row) for row in item.found})


def content_of(item):
    """The ItemContent of a TaskItem whose test case is loaded; one statement for the outputs, none without any."""
    found = {output.pk: output for output in ModelOutput.objects.filter(pk__in=item.outputs)} if item.outputs else {}
    return _content(item, found)


def _content(item, found):
    outputs = tuple(found[pk] for pk in item.outputs if pk in found)
    case = item.test_case
    return ItemContent(
        item_id=item.pk, position=item.position, external_id=case.external_id, input=case.input,
        metadata=case.metadata, outputs=outputs,
    )


def texts_of(item):
    """{field: text} of a TaskItem: what quotes are looked up in."""
    return {part.field: part.text for part in content(item.pk).texts()}


def _title(field):
    """`input.context` reads Context, `output.2` reads Answer 2."""
    kind, _, name = field.partition(".")
    if kind == "output":
        return f"Answer {name}" if name else "Answer"
    return (name or kind).replace("_", " ").capitalize()
