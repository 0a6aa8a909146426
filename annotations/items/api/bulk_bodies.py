"""Bodies of the API of bulk operations: what it reads, what it answers with, and how rows become JSON."""

from urllib.parse import parse_qsl

from rest_framework import serializers as s

from annotations.items.actions import bulk_operations
from annotations.items.actions.bulk_selection import MOST_CHOSEN
from annotations.items.actions.filters import STATES
from evalhub.api.fields import StrictInteger, StrictObject, StrictSerializer, StrictText, optional


class BulkIn(StrictSerializer):
    verb = StrictText(max_length=40, help_text="one of `GET /v1/annotations/bulk-verbs`")
    options = StrictObject(required=False, help_text="what the verb is told, by name")
    items = s.ListField(child=StrictText(), required=False, help_text=f"ids of items, at most {MOST_CHOSEN}")
    filter = StrictObject(
        required=False,
        help_text="in place of items: all that match, {} the whole task. state (one of "
        f"{', '.join(STATES)}), annotator, label, disagreement, flagged, commented, search, as in the table of items",
    )


class BulkStartIn(BulkIn):
    expected = StrictInteger(min_value=1, max_value=2_000_000_000, help_text="`able` of the preview")


class OptionOut(s.Serializer):
    name = s.CharField()
    title = s.CharField()
    kind = s.CharField(help_text="text (at most `most` characters), number (from `least` to `most`), person (an id)")
    required = s.BooleanField()
    least = optional(s.IntegerField)
    most = optional(s.IntegerField)
    help = s.CharField()


class VerbOut(s.Serializer):
    verb = s.CharField()
    title = s.CharField()
    help = s.CharField()
    options = OptionOut(many=True)
    undo = optional(s.CharField, help_text="what taking it back does; null when it cannot be taken back")


class VerbListOut(s.Serializer):
    verbs = VerbOut(many=True)


class ReasonOut(s.Serializer):
    code = s.CharField()
    reason = s.CharField(help_text="the code in words")
    items = s.IntegerField(help_text="how many")


class LeftAloneOut(s.Serializer):
    item_id = s.CharField()
    position = s.IntegerField()
    external_id = optional(s.CharField)
    code = s.CharField()
    reason = s.CharField()


class BulkPreviewOut(s.Serializer):
    verb = s.CharField()
    options = s.DictField(help_text="as they would be stored")
    total = s.IntegerField(help_text="items that were chosen or match")
    able = s.IntegerField(help_text="items that would be changed: send it as `expected`")
    left_out = s.IntegerField()
    reasons = ReasonOut(many=True)
    sample = LeftAloneOut(many=True, help_text=f"the first {bulk_operations.SAMPLE} of those left out")


class BulkOut(s.Serializer):
    operation_id = s.UUIDField()
    task_id = s.UUIDField()
    verb = s.CharField()
    options = s.DictField()
    filter = s.DictField(help_text="what was matched; {} for items by their ids, and for the whole task")
    status = s.CharField(help_text="running, done, undoing or undone")
    total = s.IntegerField(help_text="items that were to be changed")
    changed = s.IntegerField()
    created_by = optional(s.CharField)
    created_at = s.DateTimeField()
    undone_at = optional(s.DateTimeField)


class BulkDetailOut(BulkOut):
    undone = s.IntegerField(help_text="items that were taken back")
    parts = s.IntegerField()
    parts_done = s.IntegerField(help_text="of the parts, by what goes on now: the doing or the taking back")
    refused = ReasonOut(many=True, help_text="left alone when it was asked for, and when it was done")
    kept = ReasonOut(many=True, help_text="left as they are when it was taken back")
    left_alone = LeftAloneOut(
        many=True, help_text=f"the first {bulk_operations.SAMPLE} refused or kept while it went on"
    )
    can_undo = s.BooleanField()


class BulkListOut(s.Serializer):
    operations = BulkOut(many=True)
    total = s.IntegerField()
    has_more = s.BooleanField()


def verb_shape(key, verb):
    return {
        "verb": key,
        "title": verb.title,
        "help": verb.help,
        "undo": verb.undo_help or None,
        "options": [
            {
                "name": option.name,
                "title": option.title,
                "kind": option.kind,
                "required": option.required,
                "least": option.least if option.kind == "number" else None,
                "most": None if option.kind == "person" else option.most,
                "help": option.help,
            }
            for option in verb.options
        ],
    }


def preview_shape(choice, options, seen):
    return {
        "verb": choice.key,
        "options": options,
        "total": seen.total,
        "able": seen.able,
        "left_out": seen.left_out,
        "reasons": [{"code": reason.code, "reason": reason.words, "items": n} for reason, n in seen.reasons],
        "sample": [_left_alone(item, item.refusal, item.words) for item in seen.sample],
    }


def operation_shape(operation):
    details = operation.details
    return {
        "operation_id": str(operation.pk),
        "task_id": str(operation.task_id),
        "verb": operation.verb,
        "options": details["options"],
        "filter": dict(parse_qsl(details.get("query", ""))),
        "status": details["state"],
        "total": details["total"],
        "changed": operation.n_items,
        "created_by": operation.created_by.display_name if operation.created_by else None,
        "created_at": operation.created_at.isoformat(),
        "undone_at": operation.undone_at.isoformat() if operation.undone_at else None,
    }


def detail_shape(operation, verb):
    """One operation with how far it is; four statements."""
    outcome, words = bulk_operations.outcome(operation=operation), bulk_operations.reason_texts(operation=operation)
    return operation_shape(operation) | {
        "changed": outcome.changed,
        "undone": outcome.undone,
        "parts": outcome.parts,
        "parts_done": outcome.parts_done,
        "refused": _reasons(outcome.refused, words),
        "kept": _reasons(outcome.kept, words),
        "left_alone": [
            _left_alone(item, code, words.get(code, code))
            for item, code in bulk_operations.left_alone(operation=operation)
        ],
        "can_undo": outcome.state == "done" and bool(outcome.changed and verb.undo_help),
    }


def _reasons(counted, words):
    return [{"code": code, "reason": words.get(code, code), "items": n} for code, n in counted]


def _left_alone(item, code, words):
    return {
        "item_id": str(item.pk),
        "position": item.position,
        "external_id": item.test_case.external_id,
        "code": code,
        "reason": words,
    }
