"""Routed prompts as cases: where they are kept, and how a system is asked about one."""

from django.db import transaction

from datasets.columns import schema_hash
from datasets.models import Dataset, DatasetVersion, TestCase
from evalhub.accounts.models import Organization
from reviews.engine.models import LLMRequest, RunStage
from reviews.quality.models import RoutedPromptSet
from reviews.quality.stages.routed_answer import KIND


def set_of(*, organization, task_type, by):
    """The RoutedPromptSet of a kind of task, made with its dataset when it is first needed; one statement later on."""
    own = RoutedPromptSet.objects.for_organization(organization).filter(task_type=task_type)
    return own.first() or _made(own, organization, task_type, by)


@transaction.atomic
def add(*, prompt_set, prompt):
    """The id of the new case of this prompt. Those who add to a set wait for each other: rows have no gaps."""
    version = DatasetVersion.objects.select_for_update(no_key=True).get(pk=prompt_set.dataset_version_id)
    case = TestCase.objects.create(version=version, row_index=version.row_count, input={"prompt": prompt})
    DatasetVersion.objects.filter(pk=version.pk).update(row_count=version.row_count + 1)
    return case.pk


def ask(*, run, model, case_id, parameters):
    """The LLMRequest to a model about a case, in a stage of this run."""
    stage = RunStage.objects.create(
        run=run,
        name="prompt",
        kind=KIND,
        position=0,
        model=model,
        prompt_version="plain",
        parameters=parameters,
        filled_to=case_id,
    )
    return LLMRequest.objects.create(run=run, stage=stage, target=case_id)


@transaction.atomic
def _made(own, organization, task_type, by):
    """Under the organization's lock, so that two first prompts of a kind make one set."""
    Organization.objects.select_for_update(no_key=True).get(pk=organization.pk)
    found = own.first()
    if found is not None:
        return found
    prompt_set = RoutedPromptSet(organization=organization, task_type=task_type, created_by=by)
    dataset = Dataset.objects.create(
        organization=organization,
        name=_free_name(organization, prompt_set.task_name),
        description="Each case is a prompt that the router has sent, each output an answer to it.",
        is_listed=False,
        created_by=by,
    )
    prompt_set.dataset_version = DatasetVersion.objects.create(
        organization=organization,
        dataset=dataset,
        version_number=1,
        is_open=True,
        state="done",
        validation_status="VALID",
        schema_hash=schema_hash([]),
        created_by=by,
    )
    prompt_set.save(force_insert=True)
    return prompt_set


def _free_name(organization, name):
    taken = Dataset.objects.for_organization(organization).filter(name__startswith=name)
    taken = set(taken.values_list("name", flat=True))
    return next(each for each in [name, *(f"{name} ({n})" for n in range(2, len(taken) + 3))] if each not in taken)
