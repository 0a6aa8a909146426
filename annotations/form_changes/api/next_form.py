"""Change the form of a task at work over the API: the next form beside the one in use, and what publishing would do."""

from django.db import transaction
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework import serializers as s
from rest_framework.response import Response

from annotations.form_changes.actions import carry_over, schema_versions
from annotations.form_changes.tasks import carry
from annotations.tasks.actions import form as forms
from annotations.tasks.api.base import TaskView
from evalhub.api.errors import errors
from evalhub.api.fields import Answer, StrictBoolean, StrictObject, StrictSerializer, optional
from evalhub.lib.errors import NotFound


class FormIn(StrictSerializer):
    annotation_schema = StrictObject()
    value_map = StrictObject(
        required=False,
        help_text="how old answers read: questions {old: new or null}, values {question: {old: new or "
        "null}}; a suggestion is made when it is absent",
    )
    publish = StrictBoolean(required=False, help_text="put it in use at once")


class ForeseenOut(Answer):
    total = s.IntegerField(help_text="current answers")
    read = s.IntegerField(help_text="of them looked at, the newest ones")
    carried = s.IntegerField()
    left_out = s.IntegerField(help_text="a value has no place in the new form")
    invalid = s.IntegerField()
    incomplete = s.IntegerField(help_text="a question that is required has no answer")


class NextFormOut(Answer):
    """The next form; its row holds the `task`, the `version` and its `form`."""

    schema_version = s.IntegerField(source="form.number", help_text="the number it has, or gets when it is published")
    annotation_schema = s.DictField(source="form.dump")
    value_map = s.DictField(help_text="how old answers read: questions and values")
    in_use = s.BooleanField(help_text="published: it is handed out now")
    foreseen = optional(ForeseenOut, help_text="what publishing would do to the answers; null once it is in use")

    def read_value_map(self, row):
        return {name: row["version"].value_map.get(name, {}) for name in ("questions", "values")}

    def read_in_use(self, row):
        return row["task"].schema_version_id == row["version"].pk

    def read_foreseen(self, row):
        return None if self.read_in_use(row) else carry_over.foresee(task=row["task"], draft=row["version"])


RENAMED_VALUE = OpenApiExample(
    "A value with another name",
    request_only=True,
    value={
        "annotation_schema": {
            "fields": [
                {
                    "key": "verdict",
                    "type": "single_choice",
                    "title": "Is the answer correct?",
                    "options": [{"value": "right", "label": "Right"}, {"value": "wrong", "label": "Wrong"}],
                }
            ]
        },
        "value_map": {"values": {"verdict": {"correct": "right"}}},
        "publish": True,
    },
)


class TaskForm(TaskView):
    access = {"GET": "manage", "PUT": "manage", "DELETE": "manage"}

    @extend_schema(responses=NextFormOut, extensions=errors())
    def get(self, request, task_id):
        """Read the draft of the next form and what publishing it would do."""
        task = self.task(request, task_id)
        draft = schema_versions.draft_of(task)
        if draft is None:
            raise NotFound("There is no draft of the next form.")
        return _answer(task, draft)

    @extend_schema(
        request=FormIn,
        responses=NextFormOut,
        extensions=errors("bad_map", "bad_status", "invalid_schema", "same_form"),
        examples=[RENAMED_VALUE],
    )
    def put(self, request, task_id):
        """Save the next form of a task that is active or paused, and publish it on request; all of it or nothing."""
        task, body = self.task(request, task_id), FormIn.read(request.data)
        with transaction.atomic():
            draft = schema_versions.save_draft(task=task, annotation_schema=body["annotation_schema"], by=request.user)
            if "value_map" in body:
                draft = schema_versions.set_map(task=task, value_map=body["value_map"], by=request.user)
            if body.get("publish"):
                draft = schema_versions.publish(task=task, by=request.user)
                carry.delay_on_commit(draft.pk)
        task.refresh_from_db()
        return _answer(task, draft)

    @extend_schema(request=None, responses={204: None}, extensions=errors("bad_status"))
    def delete(self, request, task_id):
        """Delete the draft of the next form; nothing happens without one."""
        schema_versions.discard(task=self.task(request, task_id), by=request.user)
        return Response(status=204)


def _answer(task, version):
    return Response(NextFormOut.of({"task": task, "version": version, "form": forms.load(version.pk)}))
