"""Read the scores of a study, by models and people, with what critics said of them."""

from collections import defaultdict
from dataclasses import dataclass, field

from django.db.models import F

from annotations.models import Annotation
from datasets.models import TestCase
from experiments.models import ScoreLane, StudySample
from experiments.studies.actions.rubrics import stages_of
from experiments.studies.analysis.scores import ABSTAINED, MISSING, SCORED, Bundle, Lane, Rubric, Score, StudyScores
from reviews.models import Critique, LLMRequest

ON_THE_WAY = ("waiting", "running", "batched")


@dataclass
class _Found:
    """What was read, by the keys under which scores look it up."""

    samples: dict
    cases: list
    lanes: list
    requests: dict
    refused: dict
    annotations: dict = field(default_factory=dict)  # {(task, annotator): {case: row}}
    others: dict = field(default_factory=dict)  # of no lane: {(task, annotator): (kind, name, model, simulated)}
    agreements: dict = field(default_factory=dict)


def load(*, study):
    """The StudyScores of a study; eight statements, however many scores.

    People count where they answered blind and were not flagged, as everywhere. A machine that was added to one of the
    study's tasks by hand is one more lane.
    """
    samples = {sample.pk: sample for sample in StudySample.objects.filter(study=study)}
    lanes = list(ScoreLane.objects.filter(sample__study=study).select_related("stage__annotator"))
    cases = (
        list(
            TestCase.objects.filter(version=study.dataset_version_id)
            .order_by("row_index")
            .values_list("pk", "row_index", "external_id", "metadata")
        )
        if study.dataset_version_id
        else []
    )
    found = _Found(samples=samples, cases=cases, lanes=lanes, requests=_requests(study), refused=_refused(study))
    _read_annotations(study, found)
    found.agreements = dict(
        Critique.objects.filter(annotation__task__study_sample__study=study)
        .order_by("pk")
        .values_list("annotation_id", "expert_agreement")
    )
    return _put_together(study, found, _rubrics(study, samples))


def _requests(study):
    """{(stage, case): (state, error class, message)} of what was asked about the bundles as they are now."""
    rows = LLMRequest.objects.current().filter(
        stage__score_lane__sample__study=study, item__task=F("stage__score_lane__sample__task")
    )
    return {
        (stage, case): said
        for stage, case, *said in rows.values_list(
            "stage_id", "item__test_case_id", "state", "error_class", "last_error"
        )
    }


def _refused(study):
    """{sample: (state, message)} of requests for rubrics."""
    rows = LLMRequest.objects.current().filter(run=study.run_id, stage__name="rubric_gen")
    return {target: said for target, *said in rows.values_list("target", "state", "last_error")}


def _read_annotations(study, found):
    mine = {(found.samples[lane.sample_id].task_id, lane.stage.annotator_id) for lane in found.lanes}
    rows = (
        Annotation.objects.current()
        .filter(task__study_sample__study=study, schema_version=F("task__study_sample__schema_version"), round=1)
        .exclude(origin="audit")
    )
    by_pair = defaultdict(dict)
    for row in rows.order_by("annotator__name", "pk").values(
        "pk",
        "task_id",
        "annotator_id",
        "annotator__kind",
        "annotator__name",
        "annotator__model",
        "annotator__simulated",
        "item__test_case_id",
        "judgements__value",
        "exposure",
        "flagged",
    ):
        pair, kind = (row["task_id"], row["annotator_id"]), row["annotator__kind"]
        if kind == "human" and (row["exposure"] != "blind" or row["flagged"]):
            continue
        by_pair[pair][row["item__test_case_id"]] = row
        if pair not in mine:
            found.others[pair] = kind, *(row[f"annotator__{name}"] for name in ("name", "model", "simulated"))
    found.annotations = by_pair


def _rubrics(study, samples):
    """{sample: Rubric}; the newest word of a critic counts."""
    forms = [sample.schema_version_id for sample in samples.values() if sample.schema_version_id]
    said = {
        form: {"observability": seen, "discriminability": told}
        for form, seen, told in Critique.objects.filter(schema_version__in=forms)
        .order_by("pk")
        .values_list("schema_version_id", "observability", "discriminability")
    }
    return {
        pk: Rubric(
            sample=pk,
            model=sample.model,
            ordinal=sample.ordinal,
            lengths=_lengths(study, sample),
            **said.get(sample.schema_version_id, {}),
        )
        for pk, sample in samples.items()
    }


def _lengths(study, sample):
    """Of the stages' texts as scorers see them, the weakest first."""
    hidden = study.design.hide_label_text
    stages = sample.rubric["stages"] if sample.rubric else ()
    return tuple(sum(map(len, stage["criteria"])) + (0 if hidden else len(stage["label"])) for stage in stages)


def _put_together(study, found, rubrics):
    columns = [*_asked(found, rubrics), *_joined(found, rubrics)]
    bundles = tuple(
        Bundle(
            number=number,
            name=name,
            labels=tuple(metadata["evidence_labels"]),
            titles=tuple(metadata["evidence_titles"]),
        )
        for _pk, number, name, metadata in found.cases
    )
    return StudyScores(
        scale_size=study.design.scale_size,
        bundles=bundles,
        lanes=tuple(lane for lane, _scores in columns),
        scores={(lane.key, number): score for lane, scores in columns for number, score in scores.items()},
    )


def _asked(found, rubrics):
    """(Lane, {bundle number: Score}) of the study's own lanes."""
    for lane in found.lanes:
        sample = found.samples[lane.sample_id]
        answers = found.annotations.get((sample.task_id, lane.stage.annotator_id), {})
        yield (
            Lane(
                key=f"stage-{lane.pk}",
                name=lane.stage.model,
                model=lane.stage.model,
                rubric=rubrics[sample.pk],
                simulated=lane.stage.annotator.simulated,
            ),
            {
                number: _given(answers[case], found) if case in answers else _missing(lane, sample, case, found)
                for case, number, *_rest in found.cases
            },
        )


def _joined(found, rubrics):
    """The same of people, and of machines that joined one of the tasks."""
    by_task = {sample.task_id: sample.pk for sample in found.samples.values()}
    for (task, annotator), (kind, name, model, simulated) in found.others.items():
        answers = found.annotations[task, annotator]
        yield (
            Lane(
                key=f"{task}-{annotator}",
                name=name,
                model="" if kind == "human" else model or name,
                rubric=rubrics[by_task[task]],
                simulated=simulated,
            ),
            {
                number: _given(answers[case], found) if case in answers else Score(MISSING, reason="unanswered")
                for case, number, *_rest in found.cases
            },
        )


def _given(row, found):
    agreement, value = found.agreements.get(row["pk"]), row["judgements__value"]
    if value is None:
        return Score(ABSTAINED, agreement=agreement, annotation=row["pk"])
    return Score(SCORED, stages=stages_of(value), agreement=agreement, annotation=row["pk"])


def _missing(lane, sample, case, found):
    """Why a lane says nothing of a bundle."""
    if sample.rubric is None:
        state, message = found.refused.get(sample.pk, ("", ""))
        if state in ("failed", "cancelled"):
            return Score(MISSING, reason="no_rubric", detail=str(message or ""))
        return Score(MISSING, reason="waiting" if state else "not_asked")
    state, error_class, message = found.requests.get((lane.pk, case), ("", "", ""))
    if state == "failed":
        return Score(MISSING, reason="failed", detail=str(message or error_class))
    if state == "done":
        return Score(MISSING, reason="withdrawn")
    if state == "cancelled":
        return Score(MISSING, reason="cancelled")
    return Score(MISSING, reason="waiting" if state in ON_THE_WAY else "not_asked")
