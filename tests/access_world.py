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
    SavedView,
    TaskItem,
)
from datasets.models import DatasetVersion, TestCase
from evalhub.accounts.actions import invitations
from evalhub.accounts.models import ApiKey, Invitation, Membership
from reviews.models import EvaluationRun, LLMRequest
from tests import factories

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
    view: SavedView
    operation: BulkOperation
    run: EvaluationRun
    request: LLMRequest
    export: ExportJob
    import_job: ImportJob
    invitation: Invitation
    key: ApiKey


# What an address may name, and the row of a world that it means. A new name of an argument is added here.
ARGUMENTS = {
    "annotation_id": lambda world: world.annotation.pk,
    "annotator_id": lambda world: world.annotator.pk,
    "assignment_id": lambda world: world.lease.pk,
    "comment_id": lambda world: world.comment.pk,
    "dataset_id": lambda world: world.version.dataset_id,
    "export_id": lambda world: world.export.pk,
    "import_id": lambda world: world.import_job.pk,
    "invitation_id": lambda world: world.invitation.pk,
    "item_id": lambda world: world.item.pk,
    "key_id": lambda world: world.key.pk,
    "membership_id": lambda world: world.member.pk,
    "number": lambda world: world.version.version_number,
    "operation_id": lambda world: world.operation.pk,
    "request_id": lambda world: world.request.pk,
    "row_index": lambda world: world.case.row_index,
    "run_id": lambda world: world.run.pk,
    "task_id": lambda world: world.task.pk,
    "version_number": lambda world: world.version.version_number,
    "view_id": lambda world: world.view.pk,
}
# Bodies of API calls that need one: with a valid body, only the ids can be what is wrong.
BODIES = {
    "api_item": {"labels": {"verdict": "correct"}, "time_spent_seconds": 1},
    "api_draft": {"version": 1, "answers": {"verdict": "correct"}},
    "api_lease": {"lease_token": UNKNOWN_UUID},
}
# Ids of other organizations inside of bodies: {name of the address: body of a world whose ids the caller may not use}.
FOREIGN_BODIES = {
    "api_task_list": lambda world: {
        "name": "Task",
        "instructions": "Read.",
        "dataset_version_id": str(world.version.pk),
        "annotation_schema": factories.VERDICT,
    },
    "api_run_list": lambda world: {"annotator_id": str(world.annotator.pk)},
    "api_annotator_list": lambda world: {"model": "simulated-careful", "task_id": str(world.task.pk)},
}
# Addresses that are not found although all ids are right, because something else is missing: here, what to undo.
NOT_FOUND_FOR_ANOTHER_REASON = {"api_undo"}
# Pages that only lead back to their task when they are read: they look at nothing.
LEAD_BACK = {"annotations:answer_submit", "annotations:draft_exit"}
# Secrets of public addresses; they name no row by its id.
SECRETS = {"token"}


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
    run = EvaluationRun.objects.create(**of_organization, annotator=annotator)
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
        view=SavedView.objects.create(**of_organization, user=member.user, name="Open", shared=True),
        operation=BulkOperation.objects.create(
            **of_organization, verb="release", details={"options": {}, "total": 1, "left_out": {}, "state": "done"}
        ),
        run=run,
        request=LLMRequest.objects.create(run=run, item=task.items.last(), state="failed", error_class="timeout"),
        export=ExportJob.objects.create(**of_organization, kind="annotations", format="CSV"),
        import_job=ImportJob.objects.create(
            **of_organization, kind="annotations", format="CSV", file_name="a.csv", mapping={"item": "id"}
        ),
        invitation=make_invitation(organization),
        key=factories.make_api_key(member).key,
    )


def make_invitation(organization):
    email = f"invited{next(factories.NUMBERS)}@example.org"
    return invitations.invite(organization=organization, email=email, role="viewer", by=None).invitation
