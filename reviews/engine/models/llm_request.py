"""One question to one model about one thing; it ends with one result or one terminal error."""

from django.db import connection, models
from django.db.models import F, Q, Value
from django.db.models.functions import Now

from annotations.models import Annotation, TaskItem
from evalhub.lib import strict_json
from evalhub.lib.database.json_field import JSONField
from evalhub.lib.database.reason_field import ReasonField
from evalhub.lib.leases import LeasedWork, LeasedWorkQuerySet
from reviews.engine.models.evaluation_run import EvaluationRun
from reviews.engine.models.run_stage import RunStage

BATCHED = "batched"
FINISH = """
    UPDATE reviews_llmrequest q
    SET state = 'done', last_error = '', lease_until = NULL, finished_at = now(), annotation_id = v.annotation,
        result = v.result, question_failures = v.failures, content_hash = v.content_hash
    FROM jsonb_to_recordset(%s::jsonb)
        AS v(id bigint, state text, owner text, annotation bigint, result bigint, failures jsonb,
             content_hash text)
    WHERE q.id = v.id AND q.state = v.state AND (v.state = 'batched' OR q.lease_owner = v.owner)
"""


class LLMRequestQuerySet(LeasedWorkQuerySet):
    def lose(self):
        return self.update(crashes=F("crashes") + 1)

    def at_work(self):
        """Requests in a worker's hands."""
        return self.filter(state="running", lease_until__gte=Now())

    def unattended(self):
        """Requests that nobody works on and that are not finished; those in a batch are attended."""
        return self.filter(Q(state="waiting") | Q(state="running", lease_until__lt=Now()))

    def finish_many(self, ended):
        """`finish` for (request, fields to end with) pairs, in one statement; returns how many were still ours."""
        rows = []
        for request, fields in ended:
            annotation, result = fields.get("annotation"), fields.get("result")
            rows.append(
                {
                    "id": request.pk,
                    "state": request.state,
                    "owner": request.lease_owner,
                    "result": result,
                    "failures": fields.get("question_failures", {}),
                    "content_hash": request.content_hash,
                    "annotation": None if annotation is None else annotation.pk,
                }
            )
            for name, value in fields.items():
                setattr(request, name, value)
        with connection.cursor() as cursor:
            cursor.execute(FINISH, [strict_json.dumps(rows)])
            return cursor.rowcount

    def current(self):
        """Without those in whose place a newer version was asked."""
        return self.filter(replaced=False)


class LLMRequest(LeasedWork):
    """`target` is the id of what is asked about, in the table that the stage's plug-in knows; `item` where there is
    one. State `batched`: in a provider batch, whose results end it. `annotation` or `result` (an id in the plug-in's
    own table) is what a done request has led to;
    `question_failures` says why some of its questions have no answer.
    """

    STATES = [*LeasedWork.STATES, BATCHED]

    id = models.BigAutoField(primary_key=True)
    run = models.ForeignKey(EvaluationRun, on_delete=models.CASCADE, related_name="requests", db_index=False)
    stage = models.ForeignKey(RunStage, on_delete=models.CASCADE, related_name="requests", db_index=False)
    target = models.BigIntegerField()
    item = models.ForeignKey(
        TaskItem, on_delete=models.PROTECT, null=True, blank=True, related_name="+", db_index=False
    )
    request_version = models.PositiveSmallIntegerField(default=1)
    replaced = models.BooleanField(default=False, help_text="by a newer version about the same target")
    annotation = models.OneToOneField(
        Annotation, on_delete=models.PROTECT, null=True, blank=True, related_name="llm_request"
    )
    result = models.BigIntegerField(null=True, blank=True)
    content_hash = models.CharField(
        max_length=64,
        blank=True,
        default="",
        db_default="",
        help_text="SHA-256 of model, prompt, parser, case with its outputs, and repetition; once its question was made",
    )
    reused_from = models.ForeignKey(
        "self",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_index=False,
        help_text="the request whose answer it took; it made no call and cost nothing",
    )
    question_failures = JSONField(default=dict, blank=True, db_default=Value({}, JSONField()))
    crashes = models.PositiveSmallIntegerField(default=0, db_default=0, help_text="workers that ended in the middle")
    error_class = models.CharField(max_length=60, blank=True, default="")
    error_message = ReasonField()
    created_at = models.DateTimeField(auto_now_add=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = LLMRequestQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "target", "request_version"], name="llm_request_unique"),
            models.CheckConstraint(condition=Q(state__in=[*LeasedWork.STATES, BATCHED]), name="llm_request_state"),
            models.CheckConstraint(
                condition=~Q(state="done") | Q(annotation__isnull=False) | Q(result__isnull=False),
                name="llm_request_done_has_result",
            ),
        ]
        indexes = [
            models.Index(
                fields=["finished_at"],
                name="llm_request_by_end",
                condition=Q(state__in=["done", "failed"], reused_from__isnull=True),
            ),
            models.Index(
                fields=["stage", "next_attempt_at", "id"],
                name="llm_request_due",
                condition=Q(state__in=["waiting", "running"]),
            ),
            models.Index(
                fields=["content_hash"],
                name="llm_request_same_content",
                condition=Q(state="done", reused_from__isnull=True) & ~Q(content_hash=""),
            ),
            models.Index(fields=["reused_from"], name="llm_request_reused", condition=Q(reused_from__isnull=False)),
            # All that is counted of a run is in it.
            models.Index(
                fields=["run", "state"], name="llm_request_by_state", include=["stage", "replaced", "reused_from"]
            ),
            models.Index(fields=["stage", "state", "id"], name="llm_request_in_order"),
        ]

    def __str__(self):
        return f"{self.stage.name} of {self.target}: {self.state}"

    @property
    def lost_workers(self):
        """Tries that failed are no crashes, however many a policy allows."""
        return self.crashes + 1

    def finish(self, *, state="done", error="", **fields):
        """`LeasedWork.finish`, which keeps the hash of what was asked, too."""
        return super().finish(state=state, error=error, **{"content_hash": self.content_hash} | fields)

    def mine(self):
        """The row as a QuerySet while its work is ours: by lease, or by its place in a batch that we hold."""
        if self.state == BATCHED:
            return LLMRequest.objects.filter(pk=self.pk, state=BATCHED)
        return super().mine()
