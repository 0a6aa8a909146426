"""Pages of `annotations`."""

from django.urls import path

from annotations import export_urls
from annotations.views import agreement, annotate_list, answers, drafts, task_builder, task_detail, tasks, workbench

app_name = "annotations"

urlpatterns = [
    path("tasks/", tasks.task_list, name="task_list"),
    path("tasks/new/", task_builder.task_create, name="task_create"),
    path("tasks/<uuid:task_id>/", task_detail.task_detail, name="task_detail"),
    path("tasks/<uuid:task_id>/items/", task_detail.task_items, name="task_items"),
    path("tasks/<uuid:task_id>/items/<int:item_id>/", task_detail.task_item, name="task_item"),
    path("tasks/<uuid:task_id>/questions/", task_detail.task_questions, name="task_questions"),
    path("tasks/<uuid:task_id>/guideline/", task_detail.task_guideline, name="task_guideline"),
    path("tasks/<uuid:task_id>/settings/", task_builder.task_edit, name="task_edit"),
    path("tasks/<uuid:task_id>/status/", tasks.task_status, name="task_status"),
    path("tasks/<uuid:task_id>/agreement/", agreement.task_agreement, name="task_agreement"),
    path("tasks/<uuid:task_id>/agreement/recompute/", agreement.agreement_recompute, name="agreement_recompute"),
    *export_urls.urlpatterns,
    path("annotate/", annotate_list.annotate_list, name="annotate_list"),
    path("annotate/session/", workbench.session, name="session"),
    path("annotate/<uuid:task_id>/", workbench.annotate, name="annotate"),
    path("annotate/<uuid:task_id>/next/", workbench.item_claim, name="item_claim"),
    path("annotate/<uuid:task_id>/undo/", answers.answer_undo, name="answer_undo"),
    path("annotate/<uuid:task_id>/items/<int:item_id>/", workbench.item_pane, name="item_pane"),
    path("annotate/<uuid:task_id>/items/<int:item_id>/submit/", answers.answer_submit, name="answer_submit"),
    path("annotate/<uuid:task_id>/items/<int:item_id>/skip/", answers.item_skip, name="item_skip"),
    path("annotate/<uuid:task_id>/items/<int:item_id>/flag/", answers.item_flag, name="item_flag"),
    path("annotate/<uuid:task_id>/items/<int:item_id>/draft/", drafts.draft_save, name="draft_save"),
    path("annotate/<uuid:task_id>/items/<int:item_id>/exit/", drafts.draft_exit, name="draft_exit"),
    path("annotate/<uuid:task_id>/items/<int:item_id>/lease/", drafts.lease_extend, name="lease_extend"),
]
