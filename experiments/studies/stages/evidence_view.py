"""What the stages share that make views of evidence: each reads the view before its own, the first the raw text."""

from django.db.models import Exists, OuterRef

from experiments.models import Evidence, EvidenceView
from experiments.studies.settings import VIEWS
from reviews.engine.client.endpoints import is_simulated
from reviews.models import LLMAttempt
from reviews.scorers.registry.scorer import Case
from reviews.scorers.stages.scorer_stage import ScorerStage


class EvidenceStage(ScorerStage):
    """A target is the id of an Evidence, a result the id of its EvidenceView. Subclasses name their `view`.

    A text that has the view already is not asked about again, whichever study or file it comes from; a raised request
    version replaces it, and so does a real model one that a simulated model made.
    """

    method = "evidence_view"
    view = ""

    def targets(self, stage, *, limit):
        """What the study reads and has no view of the kind it wants, in the order of the window."""
        study = stage.run.study
        wanted = Evidence.objects.filter(
            window=study.window_id, position__lte=study.evidence_to, pk__gt=stage.filled_to
        )
        if stage.request_version == 1:
            made = _made(stage).filter(evidence=OuterRef("pk"), view=study.design.evidence_view)
            wanted = wanted.exclude(Exists(made))
        return [(pk, None) for pk in wanted.order_by("pk").values_list("pk", flat=True)[:limit]]

    def follow(self, request):
        return request.target, None

    def load(self, requests):
        evidence = Evidence.objects.in_bulk([request.target for request in requests])
        before = VIEWS.index(self.view) - 1
        if before < 0:
            texts = {pk: row.raw_content for pk, row in evidence.items()}
        else:
            views = EvidenceView.objects.filter(evidence__in=list(evidence), view=VIEWS[before])
            texts = dict(views.values_list("evidence_id", "text"))
        return {
            request.pk: (
                Case(
                    (self.kind, request.target),
                    {"title": evidence[request.target].title, "text": texts[request.target]},
                ),
                None,
            )
            for request in requests
            if request.target in texts
        }

    def given(self, requests):
        first = {request.target: request.pk for request in requests if request.request_version == 1}
        found = _made(requests[0].stage).filter(evidence__in=list(first), view=self.view)
        return {first[evidence]: {"result": pk} for pk, evidence in found.values_list("pk", "evidence")}

    def store(self, request, finding, outcome):
        view, _is_new = EvidenceView.objects.update_or_create(
            evidence_id=request.target,
            view=self.view,
            defaults={"text": finding.values["text"], "request": request},
        )
        return {"result": view.pk}


def _made(stage):
    """The views that stand for what the stage's model would make: of a real model none that a simulated one made."""
    if is_simulated(stage.model):
        return EvidenceView.objects.all()
    simulated = LLMAttempt.objects.filter(request=OuterRef("request"), status="ok", simulated=True)
    return EvidenceView.objects.exclude(Exists(simulated))
