"""A due row of each sweep in the organization of a member, and how such a row ends when it is given up."""

import datetime
import os
from operator import attrgetter

from django.conf import settings
from django.utils import timezone

from annotations.exports.actions import jobs as exports
from annotations.form_changes.actions import schema_versions
from annotations.items.actions import bulk_operations
from annotations.models import ExportJob, ImportJob, SchemaVersion, TaskItem
from annotations.tasks.actions import form
from datasets.models import PartialUpload
from evalhub.accounts.models import PasswordReset
from evalhub.lib import encryption
from experiments.gates.actions.gates import Due
from experiments.models import GateResult
from experiments.trials.models.experiment import BANDIT
from reviews.jobs.actions import inbox
from reviews.models import AuditDraw, Job, ProviderKey
from tests import factories
from tests.experiments import benchmarks_world, evaluations_world, gates_world
from tests.experiments.traffic_world import make_traffic
from tests.reviews import batch_world, jobs_directories, jobs_world
from tests.reviews.gradings_world import make_calibration, make_grading, make_routed_prompt

LONG_AGO = timezone.now() - datetime.timedelta(days=30)
DRAW = {"strategy": "all", "sample_size": None, "seed": 0, "filter": {}}
TO_CHECK = {"status": "DRAFT", "validation_status": "PENDING", "state": "waiting", "stored_path": "datasets/gone.csv"}
UPLOAD = {"file_name": "a.jsonl", "fingerprint": "1", "stored_path": "gone", "size_bytes": 1}
EXPORTED = {"kind": "annotations", "format": "CSV", "state": "done", "sha256": "0" * 64, "stored_path": "gone"}
KEY = {"provider": "openai", "test_state": "waiting", "set_at": LONG_AGO}


def _row(model, member, **fields):
    return model.objects.create(organization=member.organization, **fields)


def _with(row, **columns):
    type(row).objects.filter(pk=row.pk).update(**columns)
    return row


def _version(member, rows=1, **fields):
    return factories.make_version(factories.make_dataset(member.organization), rows=rows, **fields)


def _task(member, **fields):
    return factories.make_task(_version(member), **fields)


def _import(member, **fields):
    return _row(ImportJob, member, task=_task(member), kind="prelabels", format="JSONL", file_name="a.jsonl", **fields)


def _bulk_operation(member):
    task = _task(member)
    given = {"key": "prioritize", "options": {"priority": 7}, "items": TaskItem.objects.filter(task=task)}
    return bulk_operations.start(task=task, expected=1, by=member.user, **given)


def _changed_form(member):
    task, (question,) = _task(member), factories.VERDICT["fields"]
    SchemaVersion.objects.filter(task=task).update(frozen_at=LONG_AGO)
    form.forget()
    factories.make_annotation(task.items.get(), factories.make_annotator(member))
    new = {"fields": [question | {"options": [{"value": "right"}, {"value": "wrong"}]}]}
    schema_versions.save_draft(task=task, annotation_schema=new, by=member.user)
    schema_versions.set_map(task=task, value_map={"values": {"verdict": {"correct": "right"}}}, by=member.user)
    return schema_versions.publish(task=task, by=member.user)


def _directory(member):
    """The folder has one owner, whoever plants: it is that organization's."""
    name, manifest = f"of-{member.organization.slug}", {"evaluate_strategy": "score"}
    path = jobs_directories.make_directory(settings.JOB_INBOX, name, manifest=manifest)
    os.utime(path / "manifest.json", (LONG_AGO.timestamp(), LONG_AGO.timestamp()))
    return next(found for found in inbox.due() if found.path.endswith(name))


def _judge_test(member):
    judge = factories.make_llm_annotator(member.organization).fingerprint
    return _with(make_calibration(member, state="waiting"), kind="people_agreement", judge=judge)


def _evaluation(member):
    return evaluations_world.make_evaluation(evaluations_world.make_version(member.organization))


def _gate_and_evaluation(member):
    gate = gates_world.make_gate(member.organization)
    return Due(gate.pk, evaluations_world.take_steps(_evaluation(member)), member.organization_id)


PLANTS = {
    "agreement": lambda who: factories.make_event(_task(who)).task,
    "annotation_imports": lambda who: _import(who, mapping={"item": "id"}),
    "audit_error_rates": lambda who: AuditDraw.objects.create(task=_task(who)),
    "audit_picks": lambda who: AuditDraw.objects.create(task=_task(who)).task,
    "audit_samples": _task,
    "bandits": lambda who: make_traffic(who.organization, "a", "b", type=BANDIT),
    "batch_drafts": lambda who: batch_world.batched_run(who, rows=2).stages.get(),
    "batches": lambda who: batch_world.formed(batch_world.batched_run(who, rows=2)),
    "bulk_operations": _bulk_operation,
    "calibrations": lambda who: make_calibration(who, state="waiting", grading=make_grading(who, rows=1)),
    "carried_answers": _changed_form,
    "daily_totals": attrgetter("organization"),
    "dataset_versions": lambda who: _version(who, rows=0, **TO_CHECK),
    "evaluations": _evaluation,
    "exports": lambda who: exports.request(task=_task(who), by=who.user),
    "gates": _gate_and_evaluation,
    "gradings": lambda who: make_grading(who, rows=1, graded_at=None),
    "items": lambda who: _task(who, with_items=False, sampling_config=DRAW),
    "job_inbox": _directory,
    "judge_tests": _judge_test,
    "leases": lambda who: factories.make_lease(_task(who).items.get(), factories.make_annotator(who), seconds=-60).item,
    "mails": lambda who: PasswordReset.objects.create(user=who.user),
    "old_exports": lambda who: _row(ExportJob, who, task=_task(who), expires_at=LONG_AGO, **EXPORTED),
    "old_imports": lambda who: _with(_import(who, state="failed", stored_path="gone"), created_at=LONG_AGO),
    "old_uploads": lambda who: _with(_row(PartialUpload, who, created_by=who.user, **UPLOAD), updated_at=LONG_AGO),
    "provider_keys": lambda who: _row(ProviderKey, who, encrypted=encryption.encrypt("key"), **KEY),
    "result_reviews": lambda who: jobs_world.make_job(who, state="reviewing"),
    "runs": lambda who: factories.make_run(_task(who), factories.make_llm_annotator(who.organization)),
    "search_index": lambda who: _version(who, unindexed_from=0),
    "shadows": lambda who: _with(make_routed_prompt(who, shadow="drawn").request, state="failed").run.routed_prompt,
    "suite_runs": benchmarks_world.make_suite_run,
    "traffic": lambda who: make_traffic(who.organization, "a", "b"),
}


def _own(row):
    return type(row).objects.filter(pk=row.pk)


# Where a row that was given up is found, the columns of its state and of its reason, and the right state.
LEASED_END = (_own, "state", "last_error", "failed")  # as that of leased work, but for those named below
ENDS = {
    "batches": (_own, "status", "items__request__last_error", "reconciled"),
    "dataset_versions": (_own, "validation_status", "last_error", "INVALID"),
    "gates": (lambda due: GateResult.objects.filter(gate=due.gate_id), "state", "reason", "undecided"),
    "gradings": (_own, "run__status", "problem", "completed"),
    "job_inbox": (lambda found: Job.objects.filter(location=found.path), "state", "error_message", "failed"),
    "provider_keys": (_own, "test_state", "test_reason", "failed"),
    "result_reviews": (_own, "state", "error_message", "failed"),
    "runs": (_own, "status", "status_reason", "failed"),
    "shadows": (_own, "shadow", "shadow_note", "failed"),
    "suite_runs": (_own, "state", "tasks__reason", "failed"),
}
