"""One of everything in an organization, so that a test can walk every address with ids that exist."""

from dataclasses import dataclass

from annotations.models import (
    AnnotationTask,
    Annotator,
    Assignment,
    BulkOperation,
    Comment,
    ExportJob,
    ImportJob,
    Metric,
    Notification,
    TaskItem,
)
from annotations.tasks.actions import metrics
from datasets.actions import partial_uploads
from datasets.models import DatasetVersion, PartialUpload, TestCase
from evalhub.accounts.actions import invitations, teams
from evalhub.accounts.models import ApiKey, Invitation, Membership, Team
from evalhub.events.models import OutboxEvent, WebhookDelivery, WebhookEndpoint
from experiments.models import Evaluation, Experiment, Gate, GateResult, Study, SuiteRun
from reviews.engine.actions import provider_keys
from reviews.models import EvaluationRun, GradingRun, Job, JudgeTest, LLMRequest, ProviderKey, RoutedPrompt
from reviews.scorers.actions import annotators, form_trials
from tests import factories
from tests.experiments.benchmarks_world import make_suite_run
from tests.experiments.evaluations_world import make_evaluation_with_items
from tests.experiments.gates_world import make_gate, make_result
from tests.experiments.studies_world import make_study
from tests.experiments.trials_world import make_experiment
from tests.reviews.gradings_world import make_calibration, make_grading, make_routed_prompt
from tests.reviews.jobs_world import make_job

UNKNOWN_UUID = "00000000-0000-7000-8000-000000000000"


@dataclass(frozen=True)
class World:
    """Rows of one organization that belong together; `member` holds a lease on `item`, a model has judged it."""

    member: Membership
    version: DatasetVersion
    case: TestCase
    task: AnnotationTask
    item: TaskItem
    annotator: Annotator
    annotation: object
    lease: Assignment
    comment: Comment
    notification: Notification
    operation: BulkOperation
    run: EvaluationRun
    trial: EvaluationRun
    request: LLMRequest
    job: Job
    grading: GradingRun
    calibration: JudgeTest
    routed: RoutedPrompt
    study: Study
    export: ExportJob
    import_job: ImportJob
    metric: Metric
    invitation: Invitation
    key: ApiKey
    provider_key: ProviderKey
    team: Team
    delivery: WebhookDelivery
    upload: PartialUpload
    evaluation: Evaluation
    gate: Gate
    suite_run: SuiteRun
    gate_result: GateResult
    experiment: Experiment


# What an address may name, and the row of a world that it means. A new name of an argument is added here.
ARGUMENTS = {
    "annotation_id": lambda world: world.annotation.pk,
    "annotator_id": lambda world: world.annotator.pk,
    "assignment_id": lambda world: world.lease.pk,
    "comment_id": lambda world: world.comment.pk,
    "calibration_id": lambda world: world.calibration.pk,
    "dataset_id": lambda world: world.version.dataset_id,
    "delivery_id": lambda world: world.delivery.pk,
    "desk": lambda world: "annotate",
    "evaluation_id": lambda world: world.evaluation.pk,
    "experiment_id": lambda world: world.experiment.pk,
    "export_id": lambda world: world.export.pk,
    "gate_id": lambda world: world.gate.pk,
    "gate_result_id": lambda world: world.gate_result.pk,
    "grading_id": lambda world: world.grading.pk,
    "import_id": lambda world: world.import_job.pk,
    "invitation_id": lambda world: world.invitation.pk,
    "item_id": lambda world: world.item.pk,
    "job_id": lambda world: world.job.pk,
    "kind": lambda world: "judge",
    "key_id": lambda world: world.key.pk,
    "membership_id": lambda world: world.member.pk,
    "metric_id": lambda world: world.metric.pk,
    "model_type": lambda world: "experiment",
    "label": lambda world: "production",
    "name": lambda world: "questions",
    "notification_id": lambda world: world.notification.pk,
    "number": lambda world: world.version.version_number,
    "operation_id": lambda world: world.operation.pk,
    "page": lambda world: "diff/",
    "part": lambda world: "prompt",
    "position": lambda world: world.study.evidence_to,
    "prompt_id": lambda world: world.routed.pk,
    "purpose": lambda world: "compare",
    "provider_key_id": lambda world: world.provider_key.pk,
    "request_id": lambda world: world.request.pk,
    "result_id": lambda world: world.evaluation.task.items.first().pk,
    "row_index": lambda world: world.case.row_index,
    "run_id": lambda world: world.run.pk,
    "shipped_key": lambda world: "arithmetic",
    "study_id": lambda world: world.study.pk,
    "suite_id": lambda world: world.suite_run.suite_id,
    "suite_run_id": lambda world: world.suite_run.pk,
    "task_id": lambda world: world.task.pk,
    "team_id": lambda world: world.team.pk,
    "upload_id": lambda world: world.upload.pk,
    "version": lambda world: "shipped",
    "version_id": lambda world: world.version.pk,
    "version_number": lambda world: world.version.version_number,
    "trial_id": lambda world: world.trial.pk,
    "webhook_id": lambda world: world.delivery.endpoint_id,
    "window_id": lambda world: world.study.window_id,
}
# Bodies of API calls that need one: with a valid body, only the ids can be what is wrong.
BODIES = {
    "api_item": {"labels": {"verdict": "correct"}, "time_spent_seconds": 1},
    "api_draft": {"version": 1, "answers": {"verdict": "correct"}},
    "api_lease": {"lease_token": UNKNOWN_UUID},
    "api_job_sign_off": {"verdict": "trust"},
    "api_evaluation_gate": {"expression": "exact_match.mean >= 0.5"},
    "api_webhook_redeliver": {"since": "2026-01-01T00:00:00Z"},
    "api_annotator_tests": {"passing": [0]},
    "api_experiment_conclude": {"winner": "no_winner"},
    "api_experiment_allocate": {"unit": "user-1"},
    "api_experiment_repeat": {"only_new_cases": False},
    "api_experiment_outcomes": {"unit": "user-1", "metric": "exact_match", "value": 1},
}
# Ids of other organizations inside of bodies: {name of the address: body of a world whose ids the caller may not use}.
FOREIGN_BODIES = {
    "api_task_list": lambda world: {
        "name": "Task",
        "instructions": "Read.",
        "dataset_version_id": str(world.version.pk),
        "annotation_schema": {"fields": [metrics.field_of(world.metric)]},
        "team_ids": [str(world.team.pk)],
    },
    "api_run_list": lambda world: {"annotator_id": str(world.annotator.pk)},
    "api_experiment_list": lambda world: {
        "name": "Pair",
        "type": "AB_TEST",
        "primary_metric": "exact_match",
        "dataset_version_id": str(world.version.pk),
        "variants": [
            {"name": "a", "is_control": True, "config": {"evaluation_id": str(world.evaluation.pk)}},
            {"name": "b", "config": {"evaluation_id": str(world.evaluation.pk)}},
        ],
    },
    "api_gate_decide": lambda world: {"evaluation_id": str(world.evaluation.pk)},
    "api_gate_list": lambda world: {
        "name": "Pinned",
        "expression": "exact_match.mean >= baseline",
        "baseline_rule": "pinned",
        "baseline_id": str(world.evaluation.pk),
    },
    "api_grading_list": lambda world: {
        "name": "Cheaper?",
        "dataset_version_id": str(world.version.pk),
        "task_type": "support",
        "judge": "exact_match",
        "baseline_model": "simulated-careful",
        "candidate_models": ["simulated-hasty"],
    },
    "api_experiment_repeat": lambda world: {"dataset_version_id": str(world.version.pk)},
    "api_calibration_list": lambda world: {"grading_id": str(world.grading.pk), "reference": "exact_match"},
    "api_annotator_list": lambda world: {"model": "simulated-careful", "task_id": str(world.task.pk)},
    "api_team_list": lambda world: {"name": "Readers", "members": [world.member.pk]},
    "api_study_list": lambda world: {
        "name": "Study of the API",
        "evidence_set_id": str(world.study.window_id),
        "settings": {"rubric_models": ["simulated-careful"]},
    },
    "api_evaluation_batch_list": lambda world: {
        "dataset_version_id": str(world.version.pk),
        "metrics": ["exact_match"],
        "baseline_id": str(world.evaluation.pk),
    },
    "api_evaluation_online_list": lambda world: {
        "dataset_version_id": str(world.version.pk),
        "metrics": ["exact_match"],
    },
    "api_outputs": lambda world: {
        "dataset_version_id": str(world.version.pk),
        "outputs": [{"input": "2 + 2?", "system": "bot", "text": "4"}],
    },
    "api_otlp_traces": lambda world: {
        "resourceSpans": [
            {
                "resource": {
                    "attributes": [
                        {"key": "evalhub.dataset_version_id", "value": {"stringValue": str(world.version.pk)}}
                    ]
                },
                "scopeSpans": [{"spans": [{}]}],
            }
        ]
    },
    "api_study_estimate": lambda world: {
        "evidence_set_id": str(world.study.window_id),
        "settings": {"rubric_models": ["simulated-careful"]},
    },
    "api_benchmark_run_list": lambda world: {
        "suite_id": str(world.suite_run.suite_id),
        "model": {"name": "simulated-careful"},
    },
    "api_benchmark_compare": lambda world: {"run_ids": [str(world.suite_run.pk)] * 2},
    "api_evaluation_compare": lambda world: {
        "baseline_id": str(world.evaluation.pk),
        "evaluation_ids": [str(make_evaluation_with_items(world.version).pk)],
    },
    "api_bulk_preview": lambda world: {"verb": "release", "items": [str(world.item.pk)]},
    "api_bulk_list": lambda world: {"verb": "release", "items": [str(world.item.pk)], "expected": 1},
}
# Addresses that are not found although all ids are right, because something else is missing: what to undo, or a file.
NOT_FOUND_FOR_ANOTHER_REASON = {
    "annotations:export_manifest",
    "api_undo",
    "datasets:upload_discard",  # a person's own, as is the other one
    "datasets:upload_part",
    "reviews:job_download",
    "reviews:job_file",
}
# Pages that only lead back to their task when they are read: they look at nothing.
LEAD_BACK = {"annotations:answer_submit", "annotations:draft_exit"}
# What every organization has: the value is the same in each world, and what lies below it is the organization's own.
SHARED = {"desk", "kind", "label", "model_type", "name", "page", "part", "purpose", "shipped_key", "version"}
# Secrets of public addresses; they name no row by its id.
SECRETS = {"token", "uidb64"}


def make_world(organization, *, member=None, is_other=False):
    """Another world has a higher version number and a longer file, so that two worlds differ in these too."""
    member = member or factories.make_member(organization)
    dataset = factories.make_dataset(organization)
    if is_other:
        factories.make_version(dataset, rows=0)
    version = factories.make_version(dataset, rows=4 if is_other else 2)
    task = factories.make_task(version)
    item = task.items.first()
    lease = factories.make_lease(item, factories.make_annotator(member))
    annotator = factories.make_llm_annotator(organization)
    of_organization = {"organization": organization, "task": task}
    run = factories.make_run(task, annotator)
    evaluation = make_evaluation_with_items(version)
    gate = make_gate(organization, name=f"Gate {next(factories.NUMBERS)}")
    return World(
        member=member,
        version=version,
        case=version.cases.last(),
        task=task,
        item=item,
        annotator=annotator,
        annotation=factories.make_annotation(item, annotator, {"verdict": "correct"}, evidence="It is"),
        lease=lease,
        comment=Comment.objects.create(**of_organization, item=item, author=member.user, text="Look again."),
        notification=Notification.objects.create(
            organization=organization, user=member.user, verb="replied", item=item
        ),
        operation=BulkOperation.objects.create(
            **of_organization, verb="release", details={"options": {}, "total": 1, "left_out": {}, "state": "done"}
        ),
        run=run,
        trial=make_trial(task, member),
        request=factories.make_request(run, task.items.last(), state="failed", error_class="timeout"),
        job=make_job(member),
        grading=make_grading(member),
        calibration=make_calibration(member),
        routed=make_routed_prompt(member, why=""),
        study=make_study(member, texts=4 if is_other else 2),
        export=ExportJob.objects.create(**of_organization, kind="annotations", format="CSV"),
        import_job=ImportJob.objects.create(
            **of_organization, kind="annotations", format="CSV", file_name="a.csv", mapping={"item": "id"}
        ),
        metric=factories.make_metric(organization),
        invitation=make_invitation(organization),
        key=factories.make_api_key(member).key,
        provider_key=provider_keys.set_key(organization=organization, provider="groq", key="a-key"),
        team=teams.create(organization=organization, name=f"Team {next(factories.NUMBERS)}", members=[member]),
        delivery=make_delivery(organization),
        upload=partial_uploads.begin(
            organization=organization, name="a.csv", size=9, fingerprint=str(next(factories.NUMBERS)), by=member.user
        ),
        evaluation=evaluation,
        gate=gate,
        gate_result=make_result(gate, evaluation),
        experiment=make_experiment(
            version,
            variants_given=[
                {"name": name, "is_control": name == "a", "config": {"evaluation_id": str(evaluation.pk)}}
                for name in "ab"
            ],
        ),
        suite_run=make_suite_run(member),
    )


def make_delivery(organization):
    row = {"organization": organization, "url": f"https://example.org/{next(factories.NUMBERS)}", "encrypted": "x"}
    endpoint = WebhookEndpoint.objects.create(**row)
    event = OutboxEvent.objects.create(
        organization=organization, type="webhook.test", object_type="x", object_id="x", payload={}
    )
    return WebhookDelivery.objects.create(organization=organization, event=event, endpoint=endpoint)


def make_trial(task, member):
    judge = annotators.create(organization=task.organization, model="simulated-careful")
    return form_trials.start(task=task, annotator=judge, by=member.user)


def make_invitation(organization):
    email = f"invited{next(factories.NUMBERS)}@example.org"
    return invitations.invite(organization=organization, email=email, role="viewer", by=None).invitation
