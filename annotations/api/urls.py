"""Addresses of the annotation API, below /v1/."""

from django.urls import path

from annotations.consensus.api import adjudication, ground_truth
from annotations.exports.api import jobs
from annotations.form_changes.api import next_form
from annotations.imports.api import jobs as imports
from annotations.items.api import bulk_operations, items
from annotations.progress.api import pair_matrix, task_progress
from annotations.queue.api import annotations, people, work
from annotations.tasks.api import annotation_tasks, metrics

TASK = "annotations/tasks/<str:task_id>"

urlpatterns = [
    path(f"{TASK}/next", work.Next.as_view(), name="api_next"),
    path(f"{TASK}/items/<str:item_id>", work.Item.as_view(), name="api_item"),
    path(f"{TASK}/items/<str:item_id>/draft", work.ItemDraft.as_view(), name="api_draft"),
    path("annotations/tasks", annotation_tasks.TaskList.as_view(), name="api_task_list"),
    path(TASK, annotation_tasks.TaskDetail.as_view(), name="api_task_detail"),
    path(f"{TASK}/items", items.TaskItemList.as_view(), name="api_item_list"),
    path(f"{TASK}/form", next_form.TaskForm.as_view(), name="api_form"),
    path(f"{TASK}/items/<str:item_id>/lease", work.ItemLease.as_view(), name="api_lease"),
    path(f"{TASK}/history", work.History.as_view(), name="api_own_history"),
    path(f"{TASK}/undo", work.Undo.as_view(), name="api_undo"),
    path(f"{TASK}/annotations", annotations.TaskAnnotations.as_view(), name="api_annotations"),
    path(f"{TASK}/annotations.jsonl", annotations.TaskAnnotationLines.as_view(), name="api_annotation_lines"),
    path(f"{TASK}/adjudication", adjudication.DueItemList.as_view(), name="api_adjudication"),
    path(f"{TASK}/adjudication/<str:item_id>", adjudication.DueItem.as_view(), name="api_adjudicate"),
    path(f"{TASK}/ground-truth", ground_truth.TaskGroundTruth.as_view(), name="api_ground_truth"),
    path(f"{TASK}/pairs", pair_matrix.TaskPairs.as_view(), name="api_pairs"),
    path("annotations/bulk-verbs", bulk_operations.BulkVerbs.as_view(), name="api_bulk_verbs"),
    path(f"{TASK}/bulk", bulk_operations.BulkList.as_view(), name="api_bulk_list"),
    path(f"{TASK}/bulk/preview", bulk_operations.BulkPreview.as_view(), name="api_bulk_preview"),
    path(f"{TASK}/bulk/<str:operation_id>", bulk_operations.BulkDetail.as_view(), name="api_bulk_detail"),
    path(f"{TASK}/bulk/<str:operation_id>/undo", bulk_operations.BulkUndo.as_view(), name="api_bulk_undo"),
    path(f"{TASK}/progress", task_progress.Progress.as_view(), name="api_progress"),
    path(f"{TASK}/export", jobs.TaskExport.as_view(), name="api_export"),
    path(f"{TASK}/imports", imports.TaskImports.as_view(), name="api_import_list"),
    path("metrics", metrics.MetricList.as_view(), name="api_metric_list"),
    path("metrics/<str:metric_id>", metrics.MetricDetail.as_view(), name="api_metric_detail"),
    path("metrics/<str:metric_id>/versions", metrics.MetricVersionList.as_view(), name="api_metric_versions"),
    path("people", people.PersonList.as_view(), name="api_people_list"),
    path("people/<str:membership_id>", people.PersonDetail.as_view(), name="api_person"),
    path("exports/<str:export_id>", jobs.ExportDetail.as_view(), name="api_export_detail"),
    path("exports/<str:export_id>/cancel", jobs.ExportCancel.as_view(), name="api_export_cancel"),
    path("exports/<str:export_id>/rerun", jobs.ExportAgain.as_view(), name="api_export_rerun"),
    path("imports/<str:import_id>", imports.ImportDetail.as_view(), name="api_import_detail"),
    path("imports/<str:import_id>/start", imports.ImportStart.as_view(), name="api_import_start"),
    path("imports/<str:import_id>/cancel", imports.ImportCancel.as_view(), name="api_import_cancel"),
]
