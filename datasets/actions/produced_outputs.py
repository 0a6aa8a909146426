"""Keep what a system answers to a case when it is asked here, beside the outputs that came with the data."""

from django.db import transaction
from django.db.models import Max

from datasets.models import ModelOutput, TestCase
from datasets.models.model_output import sha256_of


@transaction.atomic
def store(*, test_case_id, system_id, text, replaces=None, **measured):
    """The id of the ModelOutput: the system's next repetition of this case, or the one that it `replaces` (an id).

    `measured` are fields of ModelOutput besides. Answers to one case are stored one after the other.
    """
    values = measured | {"text": text, "text_sha256": sha256_of(text)}
    if replaces is not None and ModelOutput.objects.filter(pk=replaces, produced=True).update(**values):
        return replaces
    TestCase.objects.select_for_update(no_key=True).only("pk").get(pk=test_case_id)
    known = ModelOutput.objects.filter(test_case=test_case_id, system=system_id)
    repetition = (known.aggregate(newest=Max("repetition"))["newest"] or 0) + 1
    output = ModelOutput.objects.create(
        test_case_id=test_case_id, system_id=system_id, repetition=repetition, produced=True, **values
    )
    return output.pk
