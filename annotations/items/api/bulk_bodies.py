"""Bodies of the API of bulk operations: what it reads and what it answers with."""

from urllib.parse import parse_qsl

from rest_framework import serializers as s

from annotations.items.actions import bulk_operations, filters
from annotations.items.actions.bulk_selection import MOST_CHOSEN
from annotations.items.actions.bulk_verbs import registry
from evalhub.api.fields import Answer, StrictInteger, StrictObject, StrictSerializer, StrictText, TextOrNull, optional
from evalhub.api.paging import ListOut


class BulkIn(StrictSerializer):
    example = {"verb": "release", "filter": {"state": "open"}}

    verb = StrictText(max_length=40, help_text="one of `GET /v1/annotations/bulk-verbs`")
    options = StrictObject(required=False, help_text="what the verb is told, by name")
    items = s.ListField(child=StrictText(), required=False, help_text=f"ids of items, at most {MOST_CHOSEN}")
    filter = StrictObject(
        required=False,
        help_text="in place of items: all that match, {} the whole task. By name, the filters of `GET "
        f"/v1/annotations/tasks/{{task_id}}/items`: {', '.join([*filters.NAMES, filters.SEARCH])}",
    )


class BulkStartIn(BulkIn):
    example = {"verb": "release", "filter": {"state": "open"}, "expected": 1}

    expected = StrictInteger(min_value=1, max_value=2_000_000_000, help_text="`able` of the preview")


class OptionOut(Answer):
    name = s.CharField()
    title = s.CharField()
    kind = s.ChoiceField(
        ["text", "number", "person"],
        help_text="text (at most `most` characters), number (from `least` to `most`), person (an annotator's id)",
    )
    required = s.BooleanField()
    least = optional(s.IntegerField)
    most = optional(s.IntegerField)
    help = s.CharField()

    def read_least(self, option):
        return option.least if option.kind == "number" else None

    def read_most(self, option):
        return None if option.kind == "person" else option.most


class VerbOut(Answer):
    """One verb; its row holds `key` and the verb itself as `verb`."""

    verb = s.CharField(source="key", help_text="send it as `verb`")
    title = s.CharField(source="verb.title")
    help = s.CharField(source="verb.help")
    options = OptionOut(source="verb.options", many=True)
    undo = TextOrNull(source="verb.undo_help", help_text="what taking it back does; null when it cannot be taken back")


class VerbListOut(ListOut):
    verbs = VerbOut(many=True, source="rows")


class ReasonOut(Answer):
    code = s.CharField()
    reason = s.CharField(help_text="the code in words")
    items = s.IntegerField(help_text="how many")


class LeftAloneOut(Answer):
    item_id = s.CharField(source="item.pk")
    position = s.IntegerField(source="item.position")
    external_id = optional(s.CharField, source="item.test_case.external_id")
    code = s.CharField()
    reason = s.CharField(help_text="the code in words")


class BulkPreviewOut(Answer):
    """What an operation would change; its row holds a `choice`, the `options`, and a `seen` Preview."""

    verb = s.CharField(source="choice.key")
    options = s.DictField(help_text="as they would be stored")
    total = s.IntegerField(source="seen.total", help_text="items that were chosen or match")
    able = s.IntegerField(source="seen.able", help_text="items that would be changed: send it as `expected`")
    left_out = s.IntegerField(source="seen.left_out")
    reasons = ReasonOut(many=True)
    sample = LeftAloneOut(many=True, help_text=f"the first {bulk_operations.SAMPLE} of those left out")

    def read_reasons(self, row):
        return [{"code": reason.code, "reason": reason.words, "items": n} for reason, n in row["seen"].reasons]

    def read_sample(self, row):
        return [{"item": item, "code": item.refusal, "reason": item.words} for item in row["seen"].sample]


class BulkOut(Answer):
    operation_id = s.UUIDField(source="pk")
    task_id = s.UUIDField()
    verb = s.CharField()
    options = s.DictField(source="details.options")
    filter = s.DictField(help_text="what was matched; {} for items by their ids, and for the whole task")
    status = s.ChoiceField(["running", "done", "undoing", "undone"], source="details.state")
    total = s.IntegerField(source="details.total", help_text="items that were to be changed")
    changed = s.IntegerField(source="n_items", help_text="items that were changed so far")
    created_by = optional(s.CharField, source="created_by.display_name", help_text="name of who started it")
    created_at = s.DateTimeField()
    undone_at = optional(s.DateTimeField)

    def read_filter(self, operation):
        given = dict(parse_qsl(operation.details.get("query", "")))
        given[filters.SEARCH] = given.get("q", "")
        return {name: given[name] for name in [*filters.NAMES, filters.SEARCH] if given.get(name)}


class BulkDetailOut(BulkOut):
    """One operation with how far it is; its row has its `outcome` and `reason_texts`."""

    changed = s.IntegerField(source="outcome.changed", help_text="items that were changed so far")
    undone = s.IntegerField(source="outcome.undone", help_text="items that were taken back")
    parts = s.IntegerField(source="outcome.parts", help_text="it is done in parts of a hundred items")
    parts_done = s.IntegerField(
        source="outcome.parts_done", help_text="of the parts, by what goes on now: the doing or the taking back"
    )
    refused = ReasonOut(many=True, help_text="left alone when it was asked for, and when it was done")
    kept = ReasonOut(many=True, help_text="left as they are when it was taken back")
    left_alone = LeftAloneOut(
        many=True, help_text=f"the first {bulk_operations.SAMPLE} refused or kept while it went on"
    )
    can_undo = s.BooleanField()

    def read_refused(self, operation):
        return _reasons(operation, operation.outcome.refused)

    def read_kept(self, operation):
        return _reasons(operation, operation.outcome.kept)

    def read_left_alone(self, operation):
        texts = operation.reason_texts
        return [
            {"item": item, "code": code, "reason": texts.get(code, code)}
            for item, code in bulk_operations.left_alone(operation=operation)
        ]

    def read_can_undo(self, operation):
        outcome = operation.outcome
        return outcome.state == "done" and bool(outcome.changed and registry[operation.verb].undo_help)


class BulkListOut(ListOut):
    operations = BulkOut(source="rows", many=True)


def detail_of(operation):
    """BulkDetailOut of an operation; four statements."""
    operation.outcome = bulk_operations.outcome(operation=operation)
    operation.reason_texts = bulk_operations.reason_texts(operation=operation)
    return BulkDetailOut.of(operation)


def _reasons(operation, counted):
    texts = operation.reason_texts
    return [{"code": code, "reason": texts.get(code, code), "items": n} for code, n in counted]
