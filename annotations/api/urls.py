"""Addresses of the annotation API, below /v1/."""

from django.urls import path

from annotations.api import adjudication, bulk, exports, form_change, imports, progress, tasks, work

urlpatterns = [
    path("annotations/tasks/<str:task_id>/next", work.Next.as_view(), name="api_next"),
    path("annotations/tasks/<str:task_id>/items/<str:item_id>", work.Item.as_view(), name="api_item"),
    path("annotations/tasks/<str:task_id>/items/<str:item_id>/draft", work.ItemDraft.as_view(), name="api_draft"),
    path("annotations/tasks", tasks.TaskList.as_view(), name="api_task_list"),
    path("annotations/tasks/<str:task_id>", tasks.TaskDetail.as_view(), name="api_task_detail"),
    path("annotations/tasks/<str:task_id>/form", form_change.TaskForm.as_view(), name="api_form"),
    path("annotations/tasks/<str:task_id>/items/<str:item_id>/lease", work.ItemLease.as_view(), name="api_lease"),
    path("annotations/tasks/<str:task_id>/history", work.History.as_view(), name="api_own_history"),
    path("annotations/tasks/<str:task_id>/undo", work.Undo.as_view(), name="api_undo"),
    path("annotations/tasks/<str:task_id>/annotations", tasks.TaskAnnotations.as_view(), name="api_annotations"),
    path("annotations/tasks/<str:task_id>/adjudication", adjudication.DueItemList.as_view(), name="api_adjudication"),
    path("annotations/tasks/<str:task_id>/adjudication/<str:item_id>", adjudication.DueItem.as_view(),
         name="api_adjudicate"),
    path("annotations/bulk-verbs", bulk.BulkVerbs.as_view(), name="api_bulk_verbs"),
    path("annotations/tasks/<str:task_id>/bulk", bulk.BulkList.as_view(), name="api_bulk_list"),
    path("annotations/tasks/<str:task_id>/bulk/preview", bulk.BulkPreview.as_view(), name="api_bulk_preview"),
    path("annotations/tasks/<str:task_id>/bulk/<str:operation_id>", bulk.BulkDetail.as_view(), name="api_bulk_detail"),
    path("annotations/tasks/<str:task_id>/bulk/<str:operation_id>/undo", bulk.BulkUndo.as_view(), name="api_bulk_undo"),
    path("annotations/tasks/<str:task_id>/progress", progress.Progress.as_view(), name="api_progress"),
    path("annotations/tasks/<str:task_id>/export", exports.TaskExport.as_view(), name="api_export"),
    path("annotations/tasks/<str:task_id>/imports", imports.TaskImports.as_view(), name="api_import_list"),
    path("exports/<str:export_id>", exports.ExportDetail.as_view(), name="api_export_detail"),
    path("exports/<str:export_id>/cancel", exports.ExportCancel.as_view(), name="api_export_cancel"),
    path("exports/<str:export_id>/rerun", exports.ExportAgain.as_view(), name="api_export_rerun"),
    path("imports/<str:import_id>", imports.ImportDetail.as_view(), name="api_import_detail"),
    path("imports/<str:import_id>/start", imports.ImportStart.as_view(), name="api_import_start"),
    path("imports/<str:import_id>/cancel", imports.ImportCancel.as_view(), name="api_import_cancel"),
]
