"""What an evaluation is likely to cost and to take before it is started; nothing is sent or written."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal

from annotations.labels import criteria
from annotations.models import Metric
from datasets.models import DatasetVersion, ModelOutput, TestCase
from evalhub.accounts.models import Organization
from experiments.evaluations.stages.evaluation_answer import KIND
from reviews.engine.limits.actions import budgets
from reviews.engine.runs.actions import policies
from reviews.scorers.actions.run_estimates import Measure, StepEstimate
from reviews.scorers.stages import task_stages

TRIED = 3  # cases of a trial
SAMPLE = 20  # cases whose texts are measured
CHARACTERS_PER_TOKEN = 4
PROMPT_TOKENS, TOKENS_PER_ANSWER, TOKENS_PER_OUTPUT = 350, 120, 300  # until calls of the model were measured


@dataclass(frozen=True)
class PriceLine:
    """What one model is asked; `is_system`: for the outputs, not for scores."""

    model: str
    is_system: bool
    step: StepEstimate


@dataclass(frozen=True)
class Price:
    """`left_usd` is what the month's budget leaves, None without one; `cap_usd` what may be spent at most, if anything
    is said of it."""

    n_cases: int
    n_outputs: int
    lines: tuple[PriceLine, ...]
    left_usd: Decimal | None
    cap_usd: Decimal | None = None

    @property
    def calls(self) -> int:
        return sum(line.step.requests for line in self.lines)

    @property
    def simulated(self) -> bool:
        return bool(self.lines) and all(line.step.simulated for line in self.lines)

    @property
    def cost_usd(self) -> Decimal | None:
        """Of what is not simulated; None while a price is unknown."""
        costs = [line.step.cost_usd for line in self.lines if not line.step.simulated]
        return None if None in costs else sum((cost for cost in costs if cost is not None), Decimal(0))

    @property
    def trial_cost_usd(self) -> Decimal | None:
        """Of a trial on TRIED cases, once each."""
        share = Decimal(min(TRIED, self.n_cases)) / self.n_outputs
        return None if self.cost_usd is None else self.cost_usd * share

    @property
    def trial_calls(self) -> int:
        return len(self.lines) * min(TRIED, self.n_cases)

    @property
    def seconds(self) -> float | None:
        """Of the slowest model after the system has answered; None where one was never measured."""
        every = [line.step.seconds for line in self.lines]
        if not every or None in every:
            return None
        own = [line.step.seconds or 0.0 for line in self.lines if line.is_system]
        judges = [line.step.seconds or 0.0 for line in self.lines if not line.is_system]
        return max(sum(own) + max(judges, default=0.0), 1.0)

    @property
    def missing_usd(self) -> Decimal | None:
        """What the month's budget lacks; None where it is enough, also by the cap, or nothing is known."""
        most = [each for each in (self.cost_usd, self.cap_usd) if each is not None]
        if self.left_usd is None or self.cost_usd is None or min(most) <= self.left_usd:
            return None
        return min(most) - self.left_usd


def price_of(
    *,
    organization: Organization,
    version: DatasetVersion,
    asked: Sequence[Metric],
    judges: Sequence[str],
    system: str = "",
    share: float = 1.0,
    repetitions: int = 1,
    cap_usd: Decimal | None = None,
) -> Price:
    """The Price of scoring by these judges (names of models) what `asked` asks; about five statements a model.

    `asked` are the metrics that no program computes.
    """
    n_cases = max(int(version.row_count * share + 0.5), 1)
    n_outputs = n_cases * (repetitions if system else 1)
    texts, outputs = _lengths(version)
    measure = Measure(organization.pk, policies.read({}, organization=organization, models=[*judges]), n_outputs)
    tokens_in = (texts + outputs) / CHARACTERS_PER_TOKEN + PROMPT_TOKENS
    tokens_in += sum(len(criteria.text(each.criteria)) + len(each.title) for each in asked) / CHARACTERS_PER_TOKEN
    kind, lines = task_stages.score_kinds(False)[0], []
    if system:
        step = measure.step(KIND, system, texts / CHARACTERS_PER_TOKEN, TOKENS_PER_OUTPUT)
        lines.append(PriceLine(system, True, step))
    if asked:
        lines += [
            PriceLine(model, False, measure.step(kind, model, tokens_in, TOKENS_PER_ANSWER * len(asked)))
            for model in judges
        ]
    return Price(n_cases, n_outputs, tuple(lines), _left(organization), cap_usd)


def _lengths(version):
    """(mean characters of a case's texts, of an output) over a sample."""
    cases = list(TestCase.objects.filter(version=version).order_by("row_index")[:SAMPLE])
    texts = [len(json.dumps(each.input, ensure_ascii=False)) + len(each.expected_output or "") for each in cases]
    outputs = ModelOutput.objects.of_data().filter(test_case__in=cases).values_list("text", flat=True)[: 2 * SAMPLE]
    lengths = [len(text) for text in outputs] or [TOKENS_PER_OUTPUT * CHARACTERS_PER_TOKEN]
    return sum(texts) / max(len(texts), 1), sum(lengths) / len(lengths)


def _left(organization):
    state = budgets.state_of_month(organization)
    if state.limit_usd is None:
        return None
    return max(state.limit_usd - state.spent_usd - state.reserved_usd, Decimal(0))
