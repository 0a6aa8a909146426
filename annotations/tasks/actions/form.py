"""The questions of a form, remembered once the form is frozen."""

from dataclasses import dataclass, field, fields

from annotations.labels import schema
from annotations.labels.types import registry
from annotations.tasks.models import Question, SchemaVersion
from evalhub.lib.errors import NotFound

REMEMBERED = 1000
_frozen = {}


@dataclass(frozen=True)
class Form:
    """A form as it is handed out: `specs` in order, `question_ids` by key, `methods` by key where the metric that a
    question copies has one: the scorer that computes it."""

    schema_version_id: int
    number: int
    frozen: bool
    specs: tuple
    question_ids: dict
    methods: dict = field(default_factory=dict)

    @property
    def needs_item(self):
        """Whether answers are checked against the item, which `validate_answers` then takes as `shown`."""
        return any(registry[spec.label_type].needs_item for spec in self.specs)

    @property
    def is_conditional(self):
        """Whether answers change which questions are asked, or which need an answer."""
        return any(spec.show_if or spec.require_if for spec in self.specs)

    def dump(self):
        return schema.dump(self.specs)


def load(schema_version_id):
    """The Form of a schema version: no query once it was read frozen, else two."""
    form = _frozen.get(schema_version_id)
    if form is None:
        version = SchemaVersion.objects.filter(pk=schema_version_id).first()
        if version is None:
            raise NotFound("This form does not exist.")
        questions = list(Question.objects.filter(schema_version=version).select_related("metric").order_by("position"))
        specs = tuple(
            schema.QuestionSpec(
                **{each.name: getattr(question, each.name) for each in fields(schema.QuestionSpec)}
                | {"metric_id": str(question.metric_id) if question.metric_id else None}
            )
            for question in questions
        )
        form = Form(
            schema_version_id=version.pk,
            number=version.number,
            frozen=version.frozen_at is not None,
            specs=specs,
            question_ids={question.key: question.pk for question in questions},
            methods={each.key: each.metric.method for each in questions if each.metric_id and each.metric.method},
        )
        if form.frozen:
            if len(_frozen) >= REMEMBERED:
                _frozen.clear()
            _frozen[schema_version_id] = form
    return form


def forget():
    """Empty the memory; tests that roll the database back need it."""
    _frozen.clear()
