"""What critics say about one machine answer, as the audit page tells it: said, awaited, or missing with the reason."""

from dataclasses import dataclass

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _

from annotations.labels.types import registry as label_types
from annotations.models import Judgement, Question
from reviews.audits.actions import blind_modes
from reviews.audits.actions.blind_modes import CRITIC_HIDDEN
from reviews.audits.actions.reasons import LOW_AGREEMENT
from reviews.engine.models import LLMRequest, RunStage
from reviews.engine.models.evaluation_run import ENDED
from reviews.engine.views.failure_labels import failure_label
from reviews.scorers.models import Critique

STAGE = "score_critic"
LONG_TEXT = 400


@dataclass(frozen=True)
class OwnAnswer:
    """What a critic answered to one question before it saw the judgement, in words."""

    key: str
    title: str
    value: str


@dataclass(frozen=True)
class CriticLine:
    """One critic. `state`: said, waiting, missing. `objections` is cut into `first` and `rest`."""

    state: str
    model: str
    critique: Critique | None = None
    reason: str = ""
    own: tuple[OwnAnswer, ...] = ()

    @property
    def agreement(self):
        return self.critique.expert_agreement

    @property
    def bar(self):
        """The agreement as an attribute of a page has it, in every language with a point."""
        return f"{self.agreement:.2f}"

    @property
    def is_doubtful(self):
        return self.agreement < LOW_AGREEMENT

    @property
    def first(self):
        return self.critique.objections[: self._cut]

    @property
    def rest(self):
        return self.critique.objections[self._cut :]

    @property
    def _cut(self):
        """Where long objections are cut: behind a word, if there is one."""
        text = self.critique.objections
        if len(text) <= LONG_TEXT:
            return len(text)
        blank = text.rfind(" ", 0, LONG_TEXT)
        return LONG_TEXT if blank < 0 else blank


@dataclass(frozen=True)
class Critics:
    """`hidden`: nothing may be told before the auditor has decided, not even whether there is a critic."""

    hidden: bool
    lines: tuple = ()


def of(annotation, auditor):
    """The Critics of a machine annotation; three statements."""
    if _is_hidden(annotation, auditor):
        return Critics(hidden=True)
    asked = LLMRequest.objects.current().filter(
        stage__name=STAGE, stage__run__requests__annotation=annotation, target=annotation.pk
    )
    found = list(asked.select_related("stage", "critique").order_by("stage__lane", "pk"))
    questions = Question.objects.filter(schema_version=annotation.schema_version_id).order_by("position")
    questions = list(questions) if any(hasattr(request, "critique") for request in found) else []
    lines = [_line(request, questions) for request in found]
    return Critics(hidden=False, lines=tuple(lines or _awaited(annotation)))


def _is_hidden(annotation, auditor):
    """While the task hides the critic and this auditor has a judgement of the answer left to decide."""
    if blind_modes.view_of(annotation, auditor).mode != CRITIC_HIDDEN:
        return False
    undecided = Judgement.objects.filter(annotation=annotation).exclude(audits__auditor=auditor)
    return undecided.exists()


def _line(request, questions):
    critique = getattr(request, "critique", None)
    if critique is not None:
        return CriticLine("said", critique.model, critique, own=tuple(own_answers(critique, questions)))
    if request.state in ("failed", "cancelled"):
        reason = failure_label(request.error_class) if request.error_class else _("The run was cancelled")
        return CriticLine("missing", request.stage.model, reason=reason)
    return CriticLine("waiting", request.stage.model)


def own_answers(critique, questions):
    """What the critic answered before it saw the judgement, question by question."""
    for question in questions:
        if question.key in critique.own_answers:
            value = critique.own_answers[question.key]
            display = label_types[question.label_type].display
            words = _("abstained") if value is None else display(question.config, value)
            yield OwnAnswer(question.key, question.title, words)


def _awaited(annotation):
    """A line for each critic that the run has not come to yet."""
    own = LLMRequest.objects.filter(stage__run=OuterRef("run"), stage__lane=OuterRef("lane"), annotation=annotation)
    stages = RunStage.objects.filter(Exists(own), name=STAGE, status__in=["waiting", "open"])
    stages = stages.exclude(run__status__in=ENDED).exclude(run__desired_state="cancel")
    return [CriticLine("waiting", stage.model) for stage in stages]
