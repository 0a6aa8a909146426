"""Pages of `annotations`."""

from django.urls import path

from annotations.consensus.views import adjudication_draft, adjudication_item, adjudication_list
from annotations.exports.views import jobs as exports
from annotations.form_changes.views import next_form
from annotations.imports.views import jobs as imports
from annotations.imports.views import label_tasks
from annotations.items.views import bulk_operations, item_list
from annotations.progress.views import my_work, person, task_agreement, task_detail, task_people, task_status
from annotations.queue.views import comments, item_parts, leases, notifications
from annotations.queue.views.desk import answers, claims, drafts, history, lease, preferences, script
from annotations.tasks.views import builder, metrics
from evalhub.lists.views import list_page

app_name = "annotations"
ADJUDICATED = "tasks/<uuid:task_id>/adjudication/<int:item_id>/"
OPERATION = "tasks/<uuid:task_id>/items/operations/<uuid:operation_id>/"

urlpatterns = [
    path("annotate/", my_work.my_work, name="my_work"),
    path("annotate/session/", claims.session, name="session"),
    path("desk/<slug:desk>/keys/", preferences.preferences_change, name="preferences_change"),
    path("desk/<slug:desk>.js", script.desk_script, name="desk_script"),
    path("annotate/items/<int:item_id>/text/", item_parts.item_text, name="item_text"),
    path("annotate/items/<int:item_id>/diff/", item_parts.item_diff, name="item_diff"),
    path("annotate/<uuid:task_id>/", claims.annotate, name="annotate"),
    path("annotate/<uuid:task_id>/next/", claims.item_claim, name="item_claim"),
    path("annotate/<uuid:task_id>/undo/", answers.answer_undo, name="answer_undo"),
    path("annotate/<uuid:task_id>/prefetch/", lease.item_prefetch, name="item_prefetch"),
    path("annotate/<uuid:task_id>/prefetch/release/", lease.prefetch_release, name="prefetch_release"),
    path("annotate/<uuid:task_id>/items/<int:item_id>/", claims.item_pane, name="item_pane"),
    path("annotate/<uuid:task_id>/items/<int:item_id>/submit/", answers.answer_submit, name="answer_submit"),
    path("annotate/<uuid:task_id>/items/<int:item_id>/skip/", answers.item_skip, name="item_skip"),
    path("annotate/<uuid:task_id>/items/<int:item_id>/flag/", answers.item_flag, name="item_flag"),
    path("annotate/<uuid:task_id>/items/<int:item_id>/draft/", drafts.draft_save, name="draft_save"),
    path("annotate/<uuid:task_id>/items/<int:item_id>/exit/", drafts.draft_exit, name="draft_exit"),
    path("annotate/<uuid:task_id>/history/", history.history, name="history"),
    path("annotate/<uuid:task_id>/history/<int:item_id>/", history.history_item, name="history_item"),
    path("annotate/<uuid:task_id>/history/<int:item_id>/step/", history.history_step, name="history_step"),
    path("annotate/<uuid:task_id>/items/<int:item_id>/reopen/", history.item_reopen, name="item_reopen"),
    path("annotate/<uuid:task_id>/items/<int:item_id>/merge/", drafts.draft_merge, name="draft_merge"),
    path("annotate/<uuid:task_id>/items/<int:item_id>/asked/", drafts.question_visibility, name="question_visibility"),
    path("annotate/<uuid:task_id>/items/<int:item_id>/lease/", lease.lease_extend, name="lease_extend"),
    path("annotate/<uuid:task_id>/items/<int:item_id>/take/", lease.lease_take_over, name="lease_take_over"),
    path("metrics/", list_page("metrics"), name="metric_list"),
    path("metrics/<uuid:metric_id>/", metrics.metric_detail, name="metric_detail"),
    path("metrics/<uuid:metric_id>/versions/", metrics.metric_revise, name="metric_revise"),
    path("tasks/", list_page("tasks"), name="task_list"),
    path("tasks/new/", builder.task_create, name="task_create"),
    path("tasks/<uuid:task_id>/", task_detail.task_detail, name="task_detail"),
    path("tasks/<uuid:task_id>/truth/", task_detail.task_truth, name="task_truth"),
    path("tasks/<uuid:task_id>/items/", item_list.task_items, name="task_items"),
    path("tasks/<uuid:task_id>/items/bulk/", bulk_operations.bulk_preview, name="bulk_preview"),
    path("tasks/<uuid:task_id>/items/bulk/apply/", bulk_operations.bulk_apply, name="bulk_apply"),
    path("tasks/<uuid:task_id>/items/operations/", bulk_operations.bulk_list, name="bulk_list"),
    path(OPERATION, bulk_operations.bulk_operation, name="bulk_operation"),
    path(f"{OPERATION}undo/", bulk_operations.bulk_undo, name="bulk_undo"),
    path("tasks/<uuid:task_id>/items/<int:item_id>/", task_detail.task_item, name="task_item"),
    path("tasks/<uuid:task_id>/questions/", task_detail.task_questions, name="task_questions"),
    path("tasks/<uuid:task_id>/guideline/", task_detail.task_guideline, name="task_guideline"),
    path("tasks/<uuid:task_id>/settings/", builder.task_edit, name="task_edit"),
    path("tasks/<uuid:task_id>/form/", next_form.task_form, name="task_form"),
    path("tasks/<uuid:task_id>/form/review/", next_form.form_review, name="form_review"),
    path("tasks/<uuid:task_id>/status/", task_status.task_status, name="task_status"),
    path("tasks/<uuid:task_id>/agreement/", task_agreement.task_agreement, name="task_agreement"),
    path("tasks/<uuid:task_id>/agreement/figures.csv", task_agreement.agreement_csv, name="agreement_csv"),
    path("tasks/<uuid:task_id>/agreement/recompute/", task_agreement.agreement_recompute, name="agreement_recompute"),
    path("adjudicate/", list_page("adjudication_tasks"), name="adjudicate_list"),
    path("tasks/<uuid:task_id>/adjudication/", adjudication_list.adjudication_list, name="adjudication_list"),
    path(ADJUDICATED, adjudication_item.adjudicate, name="adjudicate"),
    path(f"{ADJUDICATED}publish/", adjudication_item.adjudicate_publish, name="adjudicate_publish"),
    path(f"{ADJUDICATED}undo/", adjudication_item.adjudicate_undo, name="adjudicate_undo"),
    path(f"{ADJUDICATED}take-over/", adjudication_item.adjudicate_take_over, name="adjudicate_take_over"),
    path(f"{ADJUDICATED}next/", adjudication_item.adjudicate_prefetch, name="adjudicate_prefetch"),
    path(f"{ADJUDICATED}draft/", adjudication_draft.adjudicate_draft, name="adjudicate_draft"),
    path(f"{ADJUDICATED}draft/merge/", adjudication_draft.adjudicate_merge, name="adjudicate_merge"),
    path(f"{ADJUDICATED}asked/", adjudication_draft.adjudicate_visibility, name="adjudicate_visibility"),
    path(f"{ADJUDICATED}another/", adjudication_item.adjudicate_another, name="adjudicate_another"),
    path(f"{ADJUDICATED}return/", adjudication_item.adjudicate_return, name="adjudicate_return"),
    path(f"{ADJUDICATED}ask/", adjudication_list.adjudication_request, name="adjudication_request"),
    path("exports/", exports.export_list, name="export_list"),
    path("exports/new/", exports.export_create, name="export_create"),
    path("exports/count/", exports.export_count, name="export_count"),
    path("exports/<uuid:export_id>/file/", exports.export_file, name="export_file"),
    path("exports/<uuid:export_id>/manifest/", exports.export_manifest, name="export_manifest"),
    path("exports/<uuid:export_id>/cancel/", exports.export_cancel, name="export_cancel"),
    path("exports/<uuid:export_id>/again/", exports.export_again, name="export_again"),
    path("exports/download/<str:token>/", exports.export_download, name="export_download"),
    path("imports/", imports.import_list, name="import_list"),
    path("imports/new/", imports.import_create, name="import_create"),
    path("imports/labels/<uuid:version_id>/", label_tasks.label_task_create, name="label_task_create"),
    path("imports/<uuid:import_id>/", imports.import_detail, name="import_detail"),
    path("imports/<uuid:import_id>/start/", imports.import_start, name="import_start"),
    path("imports/<uuid:import_id>/cancel/", imports.import_cancel, name="import_cancel"),
    path("tasks/<uuid:task_id>/people/", task_people.task_people, name="task_people"),
    path("tasks/<uuid:task_id>/leases/", leases.task_leases, name="task_leases"),
    path("tasks/<uuid:task_id>/leases/<int:assignment_id>/", leases.task_lease, name="task_lease"),
    path("tasks/<uuid:task_id>/leases/<int:assignment_id>/release/", leases.lease_release, name="lease_release"),
    path("tasks/<uuid:task_id>/leases/<int:assignment_id>/hand/", leases.lease_hand, name="lease_hand"),
    path("tasks/<uuid:task_id>/leases/<int:assignment_id>/count/", leases.late_count, name="late_count"),
    path("tasks/<uuid:task_id>/leases/<int:assignment_id>/dismiss/", leases.late_dismiss, name="late_dismiss"),
    path("tasks/<uuid:task_id>/items/<int:item_id>/comments/", comments.comment_list, name="comment_list"),
    path(
        "tasks/<uuid:task_id>/items/<int:item_id>/comments/<int:comment_id>/resolve/",
        comments.comment_resolve,
        name="comment_resolve",
    ),
    path("people/<int:membership_id>/annotator/", person.person, name="person"),
    path("people/<int:membership_id>/annotator/block/", person.person_block, name="person_block"),
    path("notifications/", list_page("notifications"), name="notification_list"),
    path("notifications/read/", notifications.notification_read, name="notification_read"),
    path("notifications/<int:notification_id>/", notifications.notification_open, name="notification_open"),
]
