"""Read everything that a call needs, so that no database connection is held while a model thinks."""

from dataclasses import dataclass

from annotations.actions import forms
from annotations.items import content
from annotations.labels import registry as label_types
from reviews.judges import registry as judges
from reviews.judges.exchange import LLMCall
from reviews.judges.material import ItemView, QuestionView, TaskView
from reviews.judges.prompting import load_prompt

TIMEOUT_SECONDS = 120.0


@dataclass(frozen=True)
class Prepared:
    """What is asked (`call`), and what its answer is read with."""

    task: TaskView
    item: ItemView
    call: LLMCall
    judge: object


def prepare(request):
    """The Prepared of a request with its run, task and annotator loaded; EvalHubError when it cannot be asked."""
    annotator = request.run.annotator
    prompt = load_prompt(annotator.prompt_version)
    judge = judges[prompt.judge]
    task, item = task_view(request.run.task), item_view(request.item_id)
    call = judge.prepare(
        task, item, prompt, model=annotator.model, parameters=annotator.parameters, timeout_seconds=TIMEOUT_SECONDS
    )
    if request.tries.filter(error_class="answer_truncated").exists():
        call = call.with_more_tokens()
    return Prepared(task=task, item=item, call=call, judge=judge)


def task_view(task):
    specs = forms.load(task.schema_version_id).specs
    return TaskView(questions=tuple(_question(spec) for spec in specs), instructions=task.instructions)


def item_view(item_id):
    shown = content(item_id)
    outputs = {str(number): output.text for number, output in enumerate(shown.outputs)}
    return ItemView(id=str(item_id), input=shown.input, outputs=outputs)


def _question(spec):
    return QuestionView(
        key=spec.key, title=spec.title, label_type=spec.label_type, help=spec.help, config=spec.config,
        required=spec.required, json_schema=label_types[spec.label_type].json_schema(spec.config),
    )
