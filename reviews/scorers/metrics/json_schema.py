"""Whether the output is JSON that fits a schema."""

import functools
from dataclasses import dataclass
from typing import Any

from annotations.labels.reading import refusal
from evalhub.lib import strict_json
from evalhub.lib.errors import InvalidInput
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop
from reviews.scorers.metrics.base import parameters, reasons, schemas, texts
from reviews.scorers.metrics.base.answer_metric import PASS_OR_FAIL, AnswerMetric, not_scored, scored
from reviews.scorers.registry import OUTPUT, registry


@registry.register("json_schema")
class JsonSchema(AnswerMetric):
    """`schema` is what the output must fit, or else the expected output is one; by itself of draft 2020-12."""

    title = gettext_noop("JSON Schema")
    description = gettext_noop("1 if the output is JSON that fits the schema, or the expected output as one, else 0.")
    version = "1"
    needs = frozenset({OUTPUT})
    config = PASS_OR_FAIL
    pass_at = 1

    @dataclass(frozen=True)
    class Parameters(parameters.Parameters):
        schema: dict[str, Any] | None = parameters.json_object()
        allow_fence: bool = False

    @classmethod
    def made(cls, tool=None):
        metric = super().made(tool)
        try:
            if metric.parameters.schema is not None:
                metric._checker  # noqa: B018  made now, so that a schema that is none is refused
        except schemas.BadSchema as error:
            problem = _("is not a JSON Schema: %(problem)s. Valid: a schema without references to elsewhere.")
            raise refusal("schema", problem % {"problem": str(error)}) from error
        return metric

    def score(self, item):
        if self.parameters.schema is None and not item.references:
            return not_scored(reasons.NO_REFERENCE())
        try:
            value = strict_json.loads(texts.unfenced(item.output) if self.parameters.allow_fence else item.output)
        except InvalidInput as error:
            return scored(0, error.message)
        try:
            problems = [problem(value) for problem in self._checkers(item)]
        except InvalidInput as error:
            return not_scored(reasons.BAD_SCHEMA(problem=error.message.rstrip(".")))
        except schemas.BadSchema as error:
            return not_scored(reasons.BAD_SCHEMA(problem=str(error)))
        except OverflowError:  # multipleOf divides by a float
            return not_scored(reasons.NUMBER_TOO_LARGE())
        except TimeoutError:
            return not_scored(reasons.SCHEMA_TOO_SLOW(seconds=schemas.LONGEST_SECONDS))
        return scored(0, problems[0]) if all(problems) else scored(1)

    def _checkers(self, item):
        if self.parameters.schema is not None:
            return [self._checker]
        return [schemas.checker(strict_json.loads(text)) for text in item.references]

    @functools.cached_property
    def _checker(self):
        return schemas.checker(self.parameters.schema)
