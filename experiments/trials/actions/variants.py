"""The variants of an experiment: which system each is, and its share."""

import math
from typing import Any

from annotations.labels.reading import ObjectReader, not_valid, under
from evalhub.lib.errors import NotFound
from evalhub.lib.translation import gettext as _
from experiments.evaluations.actions.evaluations import output_name_of, system_id_of
from experiments.evaluations.models import Evaluation
from experiments.trials.models import Experiment, Variant

MOST_VARIANTS = 10
SHARES_SUM = 1e-6


def add(*, experiment: Experiment, given: list[dict]) -> list[Variant]:
    """Store the variants [{"name", "is_control", "traffic_allocation", "config"}]; InvalidInput names what is wrong.

    `config` has {"model": {"name", "version", "provider"}, "prompt_version", "system_prompt", "parameters"}, or
    {"output_name"} for outputs that the dataset version has, or {"evaluation_id"}. Without allocations all are equal.
    """
    if not isinstance(given, list) or not 2 <= len(given) <= MOST_VARIANTS:
        valid = _("a list of 2 to %(most)d variants") % {"most": MOST_VARIANTS}
        raise not_valid("variants", given, valid)
    found = [_read(experiment, each, position) for position, each in enumerate(given)]
    names = [each.name for each in found]
    if len(set(names)) < len(names):
        raise not_valid("variants", names, _("a name of its own for each variant"))
    if sum(each.is_control for each in found) != 1:
        raise not_valid("variants", names, _("exactly one control"))
    # Equal shares where none is given; else they sum to 1.
    shares = [each.traffic_allocation for each in found]
    if not any(share is not None for share in shares):
        for each in found:
            each.traffic_allocation = 1 / len(found)
    elif None in shares or abs(math.fsum(shares) - 1) > SHARES_SUM:
        raise not_valid("traffic_allocation", shares, _("shares that sum to 1"))
    Variant.objects.bulk_create(found)
    return found


def described(variant: Variant) -> dict[str, Any] | None:
    """The system of a variant as evaluations take it; None where its outputs are there already."""
    system = variant.system
    if system is None:
        return None
    fields = ("name", "model", "model_version", "provider", "prompt", "system_prompt", "parameters")
    return {name: getattr(system, name) for name in fields if getattr(system, name)}


def _read(experiment, given, position):
    reader = ObjectReader(given, f"variants[{position}]")
    name = reader.text("name").strip()
    variant = Variant(
        organization=experiment.organization,
        experiment=experiment,
        name=name,
        position=position,
        is_control=reader.flag("is_control", False),
        traffic_allocation=reader.number("traffic_allocation", None, minimum=0, maximum=1),
        config=reader.mapping("config", {}),
    )
    reader.end()
    if not 0 < len(name) <= 200 or not name.isprintable():
        raise not_valid(f"variants[{position}].name", name, _("one line of 1 to 200 characters"))
    if experiment.dataset_version_id is not None:
        _set_outputs(experiment, variant, f"variants[{position}].config")
    return variant


def _set_outputs(experiment, variant, place):
    reader = ObjectReader(variant.config, place)
    evaluation, variant.output_name = reader.text("evaluation_id", ""), reader.text("output_name", "")
    model = reader.mapping("model", {})
    asked = {
        "prompt": reader.text("prompt_version", "", lines=True),
        "system_prompt": reader.text("system_prompt", "", lines=True),
        "parameters": reader.mapping("parameters", {}),
    }
    reader.end()
    if sum(map(bool, (evaluation, variant.output_name, model))) != 1:
        raise not_valid(place, variant.config, _("one of model, output_name and evaluation_id"))
    if variant.output_name:
        with under(place):
            output_name_of(version=experiment.dataset_version, chosen=variant.output_name)
    if evaluation:
        variant.evaluation = _evaluation(experiment, evaluation, place)
    elif model:
        fields = {"model": model.get("name", ""), "model_version": model.get("version", "")}
        fields |= {"provider": model.get("provider", ""), "name": variant.name} | asked
        variant.system_id = system_id_of(
            given={name: value for name, value in fields.items() if value},
            organization=experiment.organization,
            path=place,
        )


def _evaluation(experiment, pk, place):
    from django.core.exceptions import ValidationError

    try:
        found = Evaluation.objects.for_organization(experiment.organization).select_related("task").get(pk=pk)
    except (Evaluation.DoesNotExist, ValidationError):
        raise NotFound(_("There is no such evaluation.")) from None
    if found.task.dataset_version_id != experiment.dataset_version_id:
        raise not_valid(f"{place}.evaluation_id", pk, _("an evaluation of the experiment's dataset version"))
    return found
