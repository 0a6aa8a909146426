"""A task and its items as plain data for judges and critics, read for many requests at once."""

from annotations.labels.types import registry as label_types
from annotations.tasks.actions import form
from annotations.tasks.actions.item_content import contents
from datasets.outputs import is_cut
from reviews.scorers.judges.material import ItemView, QuestionView, TaskView
from reviews.scorers.registry import form_scorers


def task_view(task):
    """The form and the instructions of an AnnotationTask, without questions that a program computes; one or two
    statements."""
    found = form.load(task.schema_version_id)
    specs = [spec for spec in found.specs if found.methods.get(spec.key, "") in ("", *form_scorers)]
    return TaskView(questions=tuple(question_view(spec) for spec in specs), instructions=task.instructions)


def item_views(item_ids):
    """{item id: ItemView}; two statements, however many items."""
    return {pk: _view(shown) for pk, shown in contents(item_ids).items()}


def _view(shown):
    outputs = {str(number): output.text for number, output in enumerate(shown.outputs)}
    return ItemView(
        id=str(shown.item_id),
        input=shown.input,
        outputs=outputs,
        expected_output=shown.expected_output,
        is_cut=any(is_cut(output.finish_reason) for output in shown.outputs),
    )


def question_view(spec):
    """The QuestionView of a question's spec or row."""
    return QuestionView(
        key=spec.key,
        title=spec.title,
        label_type=spec.label_type,
        help=spec.help,
        config=spec.config,
        required=spec.required,
        json_schema=label_types[spec.label_type].json_schema(spec.config),
    )
