"""The sweep that draws machine answers for audit and keeps the estimates."""

from reviews.audits import tasks
from reviews.audits.actions import error_rates
from reviews.models import AuditSample
from tests import factories


def test_sweep_draws_and_estimates(acme):
    version = factories.make_version(factories.make_dataset(acme), rows=3)
    task = factories.make_task(version, audit_sample_share=1)
    machine = factories.make_llm_annotator(acme)
    said = {factories.make_annotation(item, machine).pk for item in task.items.all()}

    tasks.audit_due()
    tasks.audit_due()

    assert set(AuditSample.objects.values_list("annotation", flat=True)) == said
    (rate,) = error_rates.kept([task])[task.pk].rates
    assert (rate.rate, rate.n, rate.drawn) == (None, 0, 3)
