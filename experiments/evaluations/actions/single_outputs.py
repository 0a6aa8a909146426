"""The open version of an organization in which outputs are kept that are evaluated one by one."""

from django.conf import settings
from django.db import transaction

from datasets.actions.systems import SystemIds
from datasets.cases import problem_with_input
from datasets.columns import schema_hash
from datasets.models import Dataset, DatasetVersion, ModelOutput, TestCase
from datasets.models.model_output import sha256_of
from evalhub.accounts.models import Organization
from evalhub.lib.errors import InvalidInput

NAME = "Single evaluations"
DESCRIBED = {"model_version": "model_version", "prompt_version": "prompt"}
UNNAMED = "given"


@transaction.atomic
def add(*, organization, input, output, expected_output=None, context=None, metadata=None, by=None):
    """The ModelOutput of a new case; `input` is a text or an object, `metadata` names the system that answered.

    Those who add wait for each other: rows have no gaps. InvalidInput for an input that is no valid case.
    """
    version = _open_version(organization, by)
    described = dict(metadata or {})
    full_input = {"prompt": input} if isinstance(input, str) else dict(input)
    full_input |= {} if context is None else {"context": context}
    problem = problem_with_input(full_input)
    if problem:
        raise InvalidInput(f"input: {problem}", details={"field": "input"})
    case = TestCase.objects.create(
        version=version,
        row_index=version.row_count,
        input=full_input,
        expected_output=expected_output,
        metadata=described,
    )
    DatasetVersion.objects.filter(pk=version.pk).update(row_count=version.row_count + 1)
    return ModelOutput.objects.create(
        test_case=case, system_id=_system_id(organization, described), text=output, text_sha256=sha256_of(output)
    )


def _system_id(organization, metadata):
    model = str(metadata.get("model_name") or "").strip()[:200]
    known = {"model": model} | {field: str(metadata.get(name) or "")[:200] for name, field in DESCRIBED.items()}
    described = tuple((field, value) for field, value in known.items() if value)
    return SystemIds(organization.pk).of(model or UNNAMED, described)


def _open_version(organization, by):
    """The version, locked; made with its dataset when it is first needed, and the next one where it is full."""
    version = _newest(organization)
    if version is None or version.row_count >= settings.UPLOAD_ROWS:
        Organization.objects.select_for_update(no_key=True).get(pk=organization.pk)  # two first ones make one
        version = _newest(organization)
    if version is not None and version.row_count < settings.UPLOAD_ROWS:
        return version
    return DatasetVersion.objects.create(
        organization=organization,
        dataset=version.dataset if version else _made_dataset(organization, by),
        version_number=version.version_number + 1 if version else 1,
        is_open=True,
        state="done",
        validation_status="VALID",
        schema_hash=schema_hash([]),
        created_by=getattr(by, "user", by),
    )


def _newest(organization):
    versions = DatasetVersion.objects.select_for_update(of=("self",), no_key=True).select_related("dataset")
    own = versions.filter(organization=organization, dataset__is_listed=False, dataset__name__startswith=NAME)
    return own.order_by("-version_number").first()


def _made_dataset(organization, by):
    taken = Dataset.objects.for_organization(organization).filter(name__startswith=NAME).values_list("name", flat=True)
    names = [NAME, *(f"{NAME} ({number})" for number in range(2, len(taken) + 3))]
    return Dataset.objects.create(
        organization=organization,
        name=next(name for name in names if name not in taken),
        description="Each case and output was sent to be evaluated by itself.",
        is_listed=False,
        created_by=getattr(by, "user", by),
    )
