"""Addresses of the audit list, the audit page and missing answers."""

from django.urls import path

from evalhub.lists.views import list_page
from reviews.audits.views import bulk_accept, desk, drafts, missing_answers

urlpatterns = [
    path("audit/", list_page("audits"), name="audit_list"),
    path("audit/accept/", bulk_accept.audit_accept, name="audit_accept"),
    path("audit/undo/", desk.audit_undo, name="audit_undo"),
    path("audit/release/", desk.audit_release, name="audit_release"),
    path("audit/waiting/", list_page("missing_answers"), name="audit_waiting"),
    path("audit/waiting/<int:request_id>/", missing_answers.audit_request, name="audit_request"),
    path("audit/waiting/<int:request_id>/retry/", missing_answers.audit_retry, name="audit_retry"),
    path("audit/<int:annotation_id>/", desk.audit_item, name="audit_item"),
    path("audit/<int:annotation_id>/answer/", desk.audit_answer, name="audit_answer"),
    path("audit/<int:annotation_id>/decide/", desk.audit_decide, name="audit_decide"),
    path("audit/<int:annotation_id>/questions/", desk.audit_questions, name="audit_questions"),
    path("audit/<int:annotation_id>/draft/", drafts.audit_draft, name="audit_draft"),
    path("audit/<int:annotation_id>/merge/", drafts.audit_merge, name="audit_merge"),
    path("audit/<int:annotation_id>/next/", desk.audit_prefetch, name="audit_prefetch"),
    path("audit/<int:annotation_id>/take-over/", desk.audit_take_over, name="audit_take_over"),
    path("audit/<int:annotation_id>/seen/", desk.audit_seen, name="audit_seen"),
    path("audit/<int:annotation_id>/adjudicate/", desk.audit_adjudicate, name="audit_adjudicate"),
    path("audit/<int:annotation_id>/again/", missing_answers.audit_again, name="audit_again"),
]
