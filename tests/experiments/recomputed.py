"""The figures of an experiment on pairs, from stored rows by scipy and numpy alone, and in the words of its page."""

import math
from dataclasses import dataclass

import numpy as np
from scipy import stats

from annotations.models import AnnotationTask, Judgement
from datasets.models import ModelOutput

ALPHA = 0.05
Z = stats.norm.ppf(1 - ALPHA / 2)


@dataclass(frozen=True)
class Mean:
    """A mean difference with its standard error, of n pairs; `freedom` inf: normal."""

    value: float
    error: float
    n: int
    freedom: float = math.inf

    @property
    def one_look(self):
        """(low, high, p) by Student's t."""
        half = stats.t.ppf(1 - ALPHA / 2, self.freedom) * self.error
        p = 2 * stats.t.sf(abs(self.value) / self.error, self.freedom)
        return self.value - half, self.value + half, p

    def every_look(self, planned):
        """(low, high, p) of the normal mixture (Robbins 1970) that is narrowest at `planned` pairs."""
        spent = -2 * math.log(ALPHA)
        ratio = self.n * (spent + math.log1p(spent)) / planned  # of the mixture's variance to that of the mean
        half = self.error * math.sqrt((ratio + 1) / ratio * math.log((ratio + 1) / ALPHA**2))
        density = stats.norm.pdf(self.value, 0, self.error)
        mixture = stats.norm.pdf(self.value, 0, self.error * math.sqrt(1 + ratio))
        return self.value - half, self.value + half, min(1.0, density / mixture)

    def posterior(self, prior=None):
        """scipy's normal distribution of the difference, after a normal prior around 0 with this deviation."""
        error = self.error * (math.sqrt(self.freedom / (self.freedom - 2)) if self.freedom < math.inf else 1)
        if prior is None:
            return stats.norm(self.value, error)
        precision = error**-2 + prior**-2
        return stats.norm(self.value * error**-2 / precision, precision**-0.5)


def of_pairs(gaps):
    return Mean(gaps.mean(), stats.sem(gaps), gaps.size, gaps.size - 1)


def corrected(labels, scores, rest):
    """PPI++ (Angelopoulos, Duchi and Zrnic 2023): people's differences, the judges' of the same, and of the rest."""
    spread = np.concatenate([scores, rest]).var(ddof=1) * (1 + labels.size / rest.size)
    weight = np.clip(np.cov(labels, scores, bias=True)[0, 1] / spread, 0, 1)
    value = np.mean(labels - weight * scores) + weight * rest.mean()
    error = math.sqrt(np.var(labels - weight * scores) / labels.size + weight**2 * rest.var() / rest.size)
    return Mean(value, error, labels.size)


@dataclass(frozen=True)
class Rows:
    """{case: the mean of what judges, or people, said} of control and treatment."""

    control: dict
    treatment: dict

    def gaps(self, cases):
        return np.array([self.treatment[case] - self.control[case] for case in cases])

    @property
    def cases(self):
        return sorted({*self.control} & {*self.treatment})


def machine_scores(variants, key):
    """The Rows of the judges of an experiment's variants, the control first."""
    found = []
    for variant in variants:
        rows = Judgement.objects.filter(annotation__task=variant.evaluation.task_id, question__key=key)
        found.append(_means(rows.filter(abstained=False).values_list("annotation__item__test_case_id", "number")))
    return Rows(*found)


def labelled(experiment, variants, key):
    """The Rows of the people who were asked about the outputs of the variants."""
    task = AnnotationTask.objects.get(sampling_config__drawn_for=str(experiment.pk))
    rows = Judgement.objects.filter(annotation__task=task, question__key=key)
    rows = list(rows.values_list("annotation__item__test_case_id", "annotation__item__outputs", "number"))
    named = dict(ModelOutput.objects.filter(test_case__in=[row[0] for row in rows]).values_list("pk", "system__name"))
    found = [
        _means((case, number) for case, shown, number in rows if named[shown[0]] == variant.output_name)
        for variant in variants
    ]
    return Rows(*found)


def _means(rows):
    found = {}
    for case, number in rows:
        found.setdefault(case, []).append(number)
    return {case: float(np.mean(numbers)) for case, numbers in found.items()}


def written(value):
    """Three digits that count."""
    return f"{value:.3g}".replace("-", "\u2212")


def signed(value):
    return f"+{written(value)}" if value > 0 else written(value)


def between(interval):
    return f"{signed(interval[0])} to {signed(interval[1])}"


def p_text(p):
    return "p < 0.001" if p < 0.001 else f"p = {p:.3f}"


def probability(value):
    return "> 0.999" if value > 0.999 else "< 0.001" if value < 0.001 else f"{value:.3f}"


def loss(value):
    return "< 0.0001" if value < 0.0001 else written(value)


def share(part, whole):
    return "<1 %" if 0 < part / whole < 0.01 else f"{100 * part / whole:.0f} %"


@dataclass(frozen=True)
class Recomputed:
    """`primary` is corrected by people, `guardrail` by judges alone; gaps are the differences that they are made of."""

    primary: Mean
    label_gaps: np.ndarray
    machines: Mean
    guardrail: Mean
    guardrail_gaps: np.ndarray
    margin: float
    planned: int

    @classmethod
    def of(cls, experiment, primary, guardrail, margin):
        variants = sorted(experiment.variants.select_related("evaluation"), key=lambda each: not each.is_control)
        machines, others = machine_scores(variants, primary), machine_scores(variants, guardrail)
        people = labelled(experiment, variants, primary)
        drawn = [case for case in people.cases if case in machines.cases]
        rest = [case for case in machines.cases if case not in drawn]
        found = corrected(people.gaps(drawn), machines.gaps(drawn), machines.gaps(rest))
        gaps = others.gaps(others.cases)
        return cls(
            found,
            people.gaps(drawn),
            of_pairs(machines.gaps(machines.cases)),
            of_pairs(gaps),
            gaps,
            margin,
            experiment.planned_n,
        )

    @property
    def bound(self):
        """(low, p) of one-sided non-inferiority by Student's t."""
        found = stats.ttest_1samp(self.guardrail_gaps, -self.margin, alternative="greater")
        return found.confidence_interval(1 - ALPHA).low, found.pvalue

    @property
    def worth(self):
        return round(self.label_gaps.var() / self.primary.error**2)

    def losses(self):
        """(expected loss of the treatment, of the control) by quadrature."""
        found = self.primary.posterior()
        lost = found.expect(lambda gap: -gap, ub=0)
        return lost, self.primary.value + lost

    def what_if(self):
        """{what if: (what is said of it, difference with its interval, probability of a gain)}."""
        mean, flat = self.primary, self.primary.posterior()
        narrow, people = mean.posterior(prior=mean.error), of_pairs(self.label_gaps)
        planned = (mean.value, mean.every_look(self.planned), flat)
        found = {
            "As planned": ("machines, corrected by people", *planned),
            "Flat prior": ("the posterior decides", mean.value, flat.interval(0.95), flat),
            "Sceptical prior": (
                f"SD {written(mean.error)}; the posterior decides",
                narrow.mean(),
                narrow.interval(0.95),
                narrow,
            ),
            "Machines alone": (
                "not corrected",
                self.machines.value,
                self.machines.every_look(self.planned),
                self.machines.posterior(),
            ),
            "People alone": ("", people.value, people.every_look(self.planned), people.posterior()),
        }
        for part in (1 / 3, 2 / 3):
            found[f"Gain must exceed {float(f'{part * abs(mean.value):.1g}'):g}"] = ("", *planned)
        return {
            title: (note, f"{signed(value)} ({between(interval)})", probability(belief.sf(0)))
            for title, (note, value, interval, belief) in found.items()
        }


def outcomes(gaps):
    """(wins, ties, losses)."""
    return int((gaps > 0).sum()), int((gaps == 0).sum()), int((gaps < 0).sum())
