"""The same plan again on other cases: repeats of an experiment, and the units that they share."""

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import connection, transaction

from annotations.labels.reading import not_valid
from annotations.tasks.actions import annotation_tasks
from annotations.tasks.actions import sampling as case_sampling
from datasets.models import DatasetVersion, System, TestCase
from evalhub.lib.database import statements
from evalhub.lib.errors import Conflict
from evalhub.lib.translation import gettext as _
from experiments.evaluations.actions import evaluations
from experiments.trials.actions import experiments
from experiments.trials.actions.experiments import Config, PlannedMetric
from experiments.trials.models import Experiment, Variant
from experiments.trials.models.experiment import CASES, TRAFFIC

sql = statements.of_feature(__file__)
MOST_COUNTED = 1_000  # shared units of traffic; more are as many
SHARED = {CASES: "shared_cases", TRAFFIC: "shared_traffic"}
SAME_PLAN = (
    "method",
    "significance_level",
    "minimum_sample_size",
    "minimum_days",
    "maximum_duration_days",
    "prior_deviation",
    "least_effect",
    "is_aa",
    "allocation_policy",
)


@dataclass(frozen=True)
class Sharing:
    """How many cases a version has, and how many of them the version of an experiment has as well."""

    n_cases: int
    n_shared: int

    @property
    def n_new(self) -> int:
        return self.n_cases - self.n_shared


def family(ids: list[UUID]) -> dict[UUID, UUID]:
    """{experiment: the first of its family} of all experiments that repeat each other, these among them."""
    with connection.cursor() as cursor:
        cursor.execute(sql("family"), {"ids": ids})
        return dict(cursor.fetchall())


def shared_units(experiment: Experiment) -> list[dict[str, Any]]:
    """[{"experiment", "n"}] of the units that others of its family have as well; two statements at most."""
    others = [pk for pk in family([experiment.pk]) if pk != experiment.pk]
    if not others:
        return []
    values = {"experiment": experiment.pk, "others": others, "most": MOST_COUNTED}
    with connection.cursor() as cursor:
        cursor.execute(sql(SHARED[experiment.units]), values)
        return [{"experiment": str(pk), "n": n} for pk, n in sorted(cursor.fetchall())]


def sharing(*, experiment: Experiment, version: DatasetVersion) -> Sharing:
    """What the version shares with the cases of an experiment; one statement."""
    new = case_sampling.not_in(TestCase.objects.filter(version=version), experiment.dataset_version_id).count()
    return Sharing(version.row_count, version.row_count - new)


@transaction.atomic
def repeat(
    *,
    experiment: Experiment,
    version: DatasetVersion | None = None,
    only_new: bool = False,
    name: str = "",
    by: Any = None,
) -> Experiment:
    """A draft with the plan of an experiment that is concluded or archived, on the cases of another `version`, or on
    new traffic. `only_new` leaves out the cases that the experiment's version has as well.

    Conflict for one that is not decided, and without new cases; InvalidInput for a version that does not do.
    """
    if not experiment.is_frozen:
        raise Conflict(_("Only a concluded or an archived experiment is repeated."), code="not_concluded")
    _check_version(experiment, version)
    planned = experiment.planned_n
    scoring = {name: value for name, value in experiment.scoring.items() if name != "sampling"}
    sampling = {key: value for key, value in experiment.scoring.get("sampling", {}).items() if key != "not_in"}
    if version is not None:
        found = sharing(experiment=experiment, version=version)
        if only_new and not found.n_new:
            raise Conflict(_("The version has no cases that the experiment has not."), code="no_new_cases")
        planned = min(planned, found.n_new if only_new else found.n_cases)
        sampling |= {"not_in": str(experiment.dataset_version_id)} if only_new else {}
    return experiments.create(
        organization=experiment.organization,
        name=name.strip() or _name(experiment),
        hypothesis=experiment.hypothesis,
        type=experiment.type,
        metrics=[
            PlannedMetric(each.key, each.role, each.direction, each.margin, each.scores)
            for each in experiment.metrics.all()
        ],
        variants_given=[_given(each, version) for each in _variants(experiment)],
        config=Config(planned_n=planned, **{name: getattr(experiment, name) for name in SAME_PLAN}),
        dataset_version=version,
        scoring=scoring | ({"sampling": sampling} if sampling else {}),
        cost_cap_usd=experiment.cost_cap_usd,
        repeats=experiment,
        by=by,
    )


def _check_version(experiment, version):
    if experiment.dataset_version_id is None:
        if version is not None:
            raise not_valid("dataset_version_id", str(version.pk), _("none: this experiment is on traffic"))
        return
    if version is None or version.pk == experiment.dataset_version_id:
        met = "" if version is None else str(version.pk)
        raise not_valid("dataset_version_id", met, _("another dataset version than that of the experiment"))
    evaluations.check_usable(version=version)


def _variants(experiment):
    return experiment.variants.select_related("evaluation__system", "evaluation__task").order_by("position")


def _given(variant: Variant, version: DatasetVersion | None) -> dict[str, Any]:
    """A variant as `variants.add` takes it; in place of an evaluation that exists, what that one is of."""
    config = variant.config
    if "evaluation_id" in config and variant.evaluation is not None:
        config = _described(variant.evaluation.system, variant.evaluation.task.output_name)
    if version is not None and "output_name" in config:
        annotation_tasks.output_name(version, config["output_name"])  # InvalidInput where the version has none
    share = variant.traffic_allocation
    return {
        "name": variant.name, "is_control": variant.is_control, "traffic_allocation": share, "config": config
    }  # fmt: skip


def _described(system: System | None, output_name: str) -> dict[str, Any]:
    if system is None or not system.model:
        return {"output_name": output_name}
    named = {"name": system.model, "version": system.model_version, "provider": system.provider}
    own = {"prompt_version": system.prompt, "system_prompt": system.system_prompt, "parameters": system.parameters}
    model = {name: value for name, value in named.items() if value}
    return {"model": model, **{name: value for name, value in own.items() if value}}


def _name(experiment):
    """The first one's name with how many repeats there are by then."""
    members = family([experiment.pk])
    first = Experiment.objects.get(pk=members[experiment.pk])
    number = _(", repeat %(n)s") % {"n": len(members)}
    return first.name[: 255 - len(number)] + number
