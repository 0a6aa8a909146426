"""Whose the runs of gradings and of prompts are."""

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from reviews.engine.models import RunStage
from reviews.engine.runs.owners import Owner
from reviews.quality.actions.grading_embeddings import KIND
from reviews.quality.models import GradingRun, RoutedPrompt
from reviews.quality.stages.grading_embedding import GRADING


def of_gradings(runs):
    """The grading of each run, also of one that compares its pairs by an embedding model; three statements at most."""
    found = {grading.run_id: _owner(grading) for grading in GradingRun.objects.filter(run__in=runs)}
    beside = [run.pk for run in runs if run.pk not in found]
    if beside:
        stages = RunStage.objects.filter(run__in=beside, kind=KIND).values_list("run", "parameters")
        named = {run: parameters[GRADING] for run, parameters in stages if GRADING in parameters}
        gradings = {str(grading.pk): grading for grading in GradingRun.objects.filter(pk__in=set(named.values()))}
        found |= {run: _owner(gradings[pk]) for run, pk in named.items() if pk in gradings}
    return found


def of_prompts(runs):
    """The routed prompt of each run, for the prompt itself or for its shadow; one statement."""
    pks = {run.pk for run in runs}
    found = {}
    for routed in RoutedPrompt.objects.filter(Q(run__in=pks) | Q(shadow_run__in=pks)):
        href = reverse("reviews:routed_prompt_list")
        name = str(routed)
        if routed.run_id in pks:
            found[routed.run_id] = Owner(str(routed.pk), name, href)
        if routed.shadow_run_id in pks:
            found[routed.shadow_run_id] = Owner(str(routed.pk), _("Shadow of %(name)s") % {"name": name}, href)
    return found


def _owner(grading):
    return Owner(str(grading.pk), grading.name, grading.get_absolute_url())
