"""Grade candidates against a baseline over the prompts of a dataset version; each pair ends in the quality ledger."""

from django.db import IntegrityError, transaction
from django.db.models import Exists, OuterRef
from django.db.models.functions import Now
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from annotations.models import AnnotationTask
from annotations.tasks.actions import annotation_tasks
from datasets.actions.systems import SystemIds
from evalhub.accounts.actions import audit
from evalhub.lib import reasons
from evalhub.lib.errors import Conflict, EvalHubError, InvalidInput
from evalhub.work.sweep import Sweep
from reviews.engine.models import EvaluationRun, RunStage
from reviews.engine.models.evaluation_run import ENDED, GRADING
from reviews.engine.policy import BEST_EFFORT
from reviews.engine.runs.actions import policies, supervisor
from reviews.quality import pair_scores
from reviews.quality.actions import grading_embeddings
from reviews.quality.judges import grader_of, pair_judges
from reviews.quality.models import GradingCandidate, GradingRun, QualityObservation
from reviews.quality.models.grading_run import ANSWERING
from reviews.quality.stages import observation_rows, pair_judgements
from reviews.quality.stages.grading_judge import paired, pairs_of, shown
from reviews.scorers.actions import annotators
from reviews.scorers.embedding.embedders import LEXICAL, embedder, is_local
from reviews.scorers.library.actions import usage
from reviews.scorers.prompts.prompt import name_of
from reviews.scorers.registry import EMBEDDER, MODEL
from reviews.scorers.registry.scorer import Asking
from reviews.scorers.stages import prompt_versions

MOST_CANDIDATES = 10
MOST_CASES = 10_000
PAIRS_AT_ONCE = 200
ITEMS_AT_ONCE = 1000
RUNS_PER_SWEEP = 20
ANSWER_PROMPT = "plain"


@transaction.atomic
def create(
    *,
    organization,
    name,
    dataset_version,
    task_type,
    baseline_model,
    candidate_models,
    judge,
    judge_model="",
    judge_prompt="",
    most_cases=100,
    asks_twice=False,
    parameters=None,
    policy=None,
    by,
):
    """Start a GradingRun: baseline and candidates answer every prompt, then the judge compares each pair.

    `judge` is a key of `pair_judges`; `judge_model` the model or embedder that it needs, `judge_prompt` the version of
    the prompt that a model is asked by, the one in use where none is named. InvalidInput for what is wrong, Conflict
    for a dataset version that is not published or a name that is taken.
    """
    if dataset_version.organization_id != organization.pk or dataset_version.status != "PUBLISHED":
        raise Conflict(_("Publish the dataset version first."), code="version_not_published")
    models = [
        annotators.check_model(baseline_model, field="baseline_model"),
        *_candidates(candidate_models, baseline_model),
    ]
    grading = GradingRun(
        organization=organization,
        name=_text("name", name, 200),
        dataset_version=dataset_version,
        created_by=by,
        task_type=_text("task_type", task_type, 100),
        judge=_judge(judge),
        parameters=parameters or {},
        judge_model=_judge_model(judge, judge_model),
        judge_prompt=_judge_prompt(organization, judge, judge_prompt),
        most_cases=_count(most_cases),
        asks_twice=asks_twice and MODEL in pair_judges[judge].needs,
    )
    annotators.check_parameters(grading.parameters)
    asked = [*models, grading.judge_model] if MODEL in pair_judges[grading.judge].needs else models
    rules = policies.read({"completion_mode": BEST_EFFORT} | (policy or {}), organization=organization, models=asked)
    systems = SystemIds(organization.pk)
    grading.baseline_id, *candidates = [systems.of_model(model, grading.parameters) for model in models]
    grading.run = EvaluationRun.objects.create(
        organization=organization,
        kind=GRADING,
        name=f"Grading: {grading.name}"[:200],
        policy=rules.as_json(),
        created_by=by,
    )
    try:
        with transaction.atomic():
            grading.save(force_insert=True)
    except IntegrityError as error:
        if "grading_name_unique" not in str(error):
            raise
        raise Conflict(
            _("A grading named %(name)s already exists.") % {"name": grading.name}, code="name_taken"
        ) from None
    GradingCandidate.objects.bulk_create(
        GradingCandidate(grading=grading, system_id=system, position=position)
        for position, system in enumerate(candidates)
    )
    _add_stages(grading, models)
    audit.record(organization=organization, verb="grading.created", target=grading, by=by)
    supervisor.advance(grading.run)
    return grading


def models_of(organization):
    """The models of an organization's gradings, the newest grading first; one statement."""
    found = GradingCandidate.objects.filter(grading__organization=organization)
    found = found.order_by("-grading__created_at", "grading", "position")
    pairs = found.values_list("grading__baseline__model", "system__model")
    return list(dict.fromkeys(model for pair in pairs for model in pair))


def grade_with(*, grading, judge, tool=""):
    """Have a judge that is no language model compare the grading's pairs that it has not compared yet.

    Returns how many there were. An EvalHubError of an embedder ends it; what was compared stays.
    """
    count = 0
    while some := grade_some(grading=grading, judge=judge, tool=tool):
        count += some
    return count


def grade_some(*, grading, judge, tool="", limit=PAIRS_AT_ONCE):
    """`grade_with` for the next pairs, at most `limit`; 0 means that none is left."""
    if grading_embeddings.is_hosted(judge, tool):
        return grading_embeddings.grade_some(grading=grading, judge=judge, model=tool, limit=limit)
    made = made_judge(judge=judge, tool=tool)
    grader_id = grader_of(made)
    pairs = pairs_of(grading, _ungraded(grading, grader_id, limit))
    scores = [(pair, scored(made, *shown(pair))) for pair in pairs.values()]
    if scores:
        found = [(pair, values["value"], values["reason"]) for pair, values in scores]
        store_scores(grading=grading, grader_id=grader_id, found=found)
    return len(scores)


def compare(*, grading, judge, tool=""):
    """`grade_with`, whose failure is kept with the grading for people to read."""
    problem = None
    try:
        grade_with(grading=grading, judge=judge, tool=tool)
        if grading_embeddings.is_hosted(judge, tool):
            problem = grading_embeddings.problem_of(grading, tool)
    except EvalHubError as error:
        problem = reasons.of(error.message)
    GradingRun.objects.filter(pk=grading.pk).update(problem=problem)


def _grade(grading):
    """Compare the pairs of a run that has ended, where its judge is no language model."""
    if MODEL not in pair_judges[grading.judge].needs:
        compare(grading=grading, judge=grading.judge, tool=grading.judge_model)
    GradingRun.objects.filter(pk=grading.pk, graded_at=None).update(graded_at=Now())


GRADINGS = Sweep(
    "gradings",
    title=gettext_lazy("Pairwise gradings"),
    rows=lambda: GradingRun.objects.filter(graded_at=None, run__status__in=ENDED).order_by("created_at"),
    work=_grade,
    organization="run__organization_id",
    most=RUNS_PER_SWEEP,
    in_steps=True,
    give_up=lambda grading, reason: GradingRun.objects.filter(pk=grading.pk).update(graded_at=Now(), problem=reason),
)


def label_pairs(*, grading, by):
    """The grading's annotation task, which people see from now on: each pair is an item. Conflict without a pair."""
    lanes = range(1, len(grading.systems))
    left = list(paired(grading, lanes=lanes).order_by("pk").values_list("pk", flat=True))
    for first in range(0, len(left), ITEMS_AT_ONCE):
        pairs = pairs_of(grading, left[first : first + ITEMS_AT_ONCE])
        pair_judgements.items_of(list(pairs.values()), owner=grading)
    task = annotation_tasks.set_status(task=pair_judgements.task_of(grading), status="ACTIVE", by=by)
    AnnotationTask.objects.filter(pk=task.pk).update(is_listed=True)
    return task


@transaction.atomic
def store_scores(*, grading, grader_id, found):
    """Store the judgement of each (Pair, quality, notes) that the judge had not scored, and its row of the ledger."""
    judgements = pair_judgements.store_many(found, owner=grading, grader_id=grader_id)
    observation_rows.observe(
        [(pair.candidate, judgements[pair.candidate.pk], pair.baseline.simulated) for pair, *_scored in found],
        grading=grading,
        grader_id=grader_id,
    )


def made_judge(*, judge, tool=""):
    """A judge that is no language model, asking the embedder that it needs."""
    needs_embedder = EMBEDDER in pair_judges[judge].needs
    return pair_judges[judge].made(Asking(embedder(tool or LEXICAL).name) if needs_embedder else None)


def scored(judge, pair, task):
    """The `value` and `reason` of an AnswerPair by such a judge, here; its embedder runs in this process."""
    ask = pair_scores.embedded_by(embedder(judge.asking.model)) if judge.asking else None
    return pair_scores.score(judge, pair, task, ask=ask)


def _ungraded(grading, grader_id, limit):
    """Ids of candidates' outputs that have a pair and no score of this grader, at most `limit`."""
    graded = QualityObservation.objects.filter(output=OuterRef("pk"), grader_id=grader_id)
    left = paired(grading, lanes=range(1, len(grading.systems))).filter(~Exists(graded))
    return list(left.order_by("pk").values_list("pk", flat=True)[:limit])


def _add_stages(grading, models):
    stages = [
        RunStage(
            run=grading.run,
            name=ANSWERING,
            kind=ANSWERING,
            position=0,
            lane=lane,
            model=model,
            prompt_version=ANSWER_PROMPT,
            parameters=grading.parameters,
        )
        for lane, model in enumerate(models)
    ]
    if MODEL in pair_judges[grading.judge].needs:
        kinds = ["grading_judge"] + (["grading_judge_swapped"] if grading.asks_twice else [])
        stages += [
            RunStage(
                run=grading.run,
                name=kind,
                kind=kind,
                position=position,
                lane=lane,
                model=grading.judge_model,
                prompt_version=grading.judge_prompt,
            )
            for position, kind in enumerate(kinds, 1)
            for lane in range(len(models) - 1)
        ]
    if grading_embeddings.is_hosted(grading.judge, grading.judge_model):
        stages += grading_embeddings.stages_of(
            grading, judge=grading.judge, model=grading.judge_model, run=grading.run, position=1
        )
    RunStage.objects.bulk_create(stages)


def _candidates(models, baseline):
    if not isinstance(models, list | tuple) or not 1 <= len(models) <= MOST_CANDIDATES:
        words = _("candidate_models is %(met)s. Valid: a list of 1 to %(most)d models.")
        raise InvalidInput(
            words % {"met": repr(models)[:80], "most": MOST_CANDIDATES},
            code="invalid_models",
            details={"field": "candidate_models"},
        )
    checked = [annotators.check_model(model, field="candidate_models") for model in models]
    if len({*checked, str(baseline).strip()}) < len(checked) + 1:
        raise InvalidInput(
            _("A model is listed twice. Valid: each candidate once, without the baseline."),
            code="invalid_models",
            details={"field": "candidate_models"},
        )
    return checked


def _judge(key):
    if key not in pair_judges:
        words = _("judge is %(met)s. Valid: %(valid)s.")
        raise InvalidInput(
            words % {"met": repr(key)[:60], "valid": ", ".join(pair_judges)},
            code="unknown_judge",
            details={"field": "judge"},
        )
    return key


def _judge_model(judge, model):
    needs = pair_judges[judge].needs
    if MODEL in needs or EMBEDDER in needs and model and not is_local(model):
        return annotators.check_model(model, field="judge_model")
    return model or LEXICAL if EMBEDDER in needs else ""


def _judge_prompt(organization, judge, chosen):
    """The stored version of the prompt that a judge model is asked by; "" for a judge that is none."""
    if MODEL not in pair_judges[judge].needs:
        return ""
    default = pair_judges[judge].default_prompt
    if not chosen:
        return prompt_versions.version_in_use(organization_id=organization.pk, default=default)
    version = usage.find(organization=organization, stored=chosen)
    if version is None or version.is_draft or version.name != name_of(default):
        words = _("judge_prompt is %(met)s. Valid: a published version of %(name)s, such as %(default)s.")
        raise InvalidInput(
            words % {"met": repr(chosen)[:60], "name": name_of(default), "default": default},
            code="unknown_prompt",
            details={"field": "judge_prompt"},
        )
    return chosen


def _text(field, value, most):
    text = value.strip() if isinstance(value, str) else ""
    if not 0 < len(text) <= most or not text.isprintable():
        words = _("%(field)s is %(met)s. Valid: one line of 1 to %(most)d characters.")
        raise InvalidInput(
            words % {"field": field, "met": repr(value)[:80], "most": most},
            code="invalid_text",
            details={"field": field},
        )
    return text


def _count(value):
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_CASES:
        words = _("most_cases is %(met)s. Valid: a whole number from 1 to %(most)d.")
        raise InvalidInput(
            words % {"met": repr(value)[:60], "most": MOST_CASES}, code="invalid_count", details={"field": "most_cases"}
        )
    return value
