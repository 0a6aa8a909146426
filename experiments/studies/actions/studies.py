"""Set up rubric studies: their samples, and the run with its stages; starting and stopping are the run's own."""

from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.translation import gettext as _

from annotations.labels.reading import unstorable
from evalhub.accounts.actions import audit
from evalhub.lib.errors import Conflict, InvalidInput, NotFound
from experiments.models import Evidence, ScoreLane, Study, StudySample
from experiments.studies import randomization
from experiments.studies.actions import bundles
from experiments.studies.settings import RAW, StudySettings
from reviews.engine.models.evaluation_run import ENDED, STUDY
from reviews.engine.policy import RunPolicy
from reviews.engine.runs.actions import controls, policies
from reviews.engine.stages import registry
from reviews.models import EvaluationRun, RunStage
from reviews.scorers.actions import configured_models
from reviews.scorers.actions.annotators import check_model, check_parameters, with_settings
from reviews.scorers.registry import registry as scorers
from reviews.scorers.stages import prompt_versions
from reviews.scorers.stages.task_stages import CRITIC_KINDS

LONGEST_NAME = 200
SCORES = {"single": "study_score_gen_single", "subset": "study_score_gen_subset"}


@dataclass(frozen=True)
class Plan:
    """The StudySettings and RunPolicy of a study that may be made, and the last text that it reads."""

    design: StudySettings
    rules: RunPolicy
    evidence_to: int


def check(*, organization, window, settings, policy=None):
    """The Plan of a study; raises as `create` does."""
    if window.organization_id != organization.pk:
        raise NotFound("There is no such window.")
    design = StudySettings.read(settings)
    rules = policies.read(policy or {}, organization=organization, models=design.models)
    for parameters in (design.rubric_parameters, design.scoring_parameters):
        check_parameters(parameters)
    # InvalidInput unless every model of the study can be asked.
    asked = {
        "rubric_models": design.rubric_models,
        "scoring_models": design.scoring_models,
        "critic_model": [design.critic_model] if design.critic_model else [],
        "evidence_model": [design.reading_model] if design.views else [],
    }
    for field, models in asked.items():
        for model in models:
            check_model(model, field=field)
    return Plan(design, rules, _evidence_to(window, design))


@transaction.atomic
def create(*, organization, name, window, settings, policy=None, start=False, is_sample=False, by):
    """A study of the window's evidence as it is now, with all stages of its run; paused unless `start`.

    `settings` as StudySettings reads them, `policy` as RunPolicy does. InvalidInput for what is wrong in them or for
    bundles that are too large, Conflict when the window has no evidence or the name is taken.
    """
    plan = check(organization=organization, window=window, settings=settings, policy=policy)
    design, name = plan.design, _name(name)
    study = Study(
        organization=organization,
        name=name,
        window=window,
        settings=design.as_json(),
        created_by=by,
        evidence_to=plan.evidence_to,
        is_sample=is_sample,
        run=EvaluationRun(
            organization=organization,
            kind=STUDY,
            name=name,
            policy=plan.rules.as_json(),
            created_by=by,
            desired_state="run" if start else "pause",
        ),
    )
    study.run.save(force_insert=True)
    _save(study)
    if design.evidence_view == RAW:
        bundles.make(study=study)
    _add_stages(study, _add_samples(study), by)
    audit.record(organization=organization, verb="study.created", target=study, by=by)
    return study


def clone(*, study, name, changes=None, policy=None, start=False, by):
    """Another study of the same window with the same settings but for `changes`, over the evidence as it is now."""
    return create(
        organization=study.organization,
        name=name,
        window=study.window,
        settings={**study.settings, **(changes or {})},
        policy={**study.run.policy, **(policy or {})},
        start=start,
        by=by,
    )


@transaction.atomic
def remove_sample(*, study, by):
    """Take a sample and its evidence out of all lists, and end its run; its rows stay, and the names become free."""
    if study.run.status not in ENDED:
        controls.set_state(run=study.run, desired_state="cancel", by=by)
    for row in (study, study.window):
        row.name, row.is_listed = f"{row.name[:150]} ({row.pk})", False
        row.save(update_fields=["name", "is_listed"])
    audit.record(organization=study.organization, verb="study.sample_removed", target=study, by=by)


def critics_of(design, *, organization):
    """{model that writes or scores: who criticizes its answers}."""
    asked = (*design.rubric_models, *design.scoring_models)
    return {
        model: configured_models.critic_of(model, organization=organization, chosen=design.critic_model, beside=asked)
        for model in dict.fromkeys(asked)
    }


def _name(value):
    name = value.strip() if isinstance(value, str) else ""
    if not 0 < len(name) <= LONGEST_NAME or unstorable(name) or not name.isprintable():
        words = _("The name is %(met)s. Valid: one line of 1 to %(most)s characters.")
        raise InvalidInput(
            words % {"met": repr(value)[:80], "most": LONGEST_NAME}, code="invalid_text", details={"field": "name"}
        )
    return name


def _evidence_to(window, design):
    """The position of the last evidence; refuses a window without any, and raw texts that no scorer could read."""
    last = Evidence.objects.filter(window=window).aggregate(last=Max("position"))["last"]
    if last is None:
        raise Conflict(_("The evidence set %(name)s has no texts yet.") % {"name": window.name}, code="no_evidence")
    large = bundles.raw_too_large(window=window, design=design) if design.evidence_view == RAW else []
    if large:
        words = _(
            "Evidence groups that are too large: %(n)s, first %(name)s. Valid: about %(most)s tokens per "
            "group. Use fewer texts per group."
        )
        raise InvalidInput(
            words % {"n": len(large), "name": large[0], "most": bundles.grouping.MOST_TOKENS},
            code="bundle_too_large",
            details={"bundles": large[:100]},
        )
    return last


def _save(study):
    try:
        with transaction.atomic():
            study.save(force_insert=True)
    except IntegrityError as error:
        if "study_name_unique" not in str(error):
            raise
        raise Conflict(
            _("A study named %(name)s already exists.") % {"name": repr(study.name)}, code="name_taken"
        ) from None


def _add_samples(study):
    design = study.design
    seeds = randomization.sample_seeds(design.seed, design.samples_per_model)
    return StudySample.objects.bulk_create(
        StudySample(study=study, model=model, ordinal=ordinal, seed=seed)
        for model in design.rubric_models
        for ordinal, seed in enumerate(seeds, 1)
    )


def _add_stages(study, samples, by):
    """A stage for each model, then one for each sample and the models that score with its rubric; critics beside."""
    design, scores = study.design, SCORES[study.design.method]
    critics = critics_of(design, organization=study.organization)
    pairs = [(sample, model) for sample in samples for model in design.scorers_of(sample.model)]
    kinds = [*(f"evidence_{view}" for view in design.views), "rubric_gen", "rubric_critic", scores, *CRITIC_KINDS]
    in_use = prompt_versions.versions_in_use(
        organization_id=study.organization_id, defaults=[registry[kind].default_prompt for kind in kinds]
    )
    version_of = {kind: in_use[registry[kind].default_prompt] for kind in kinds}
    steps = [[_stage(f"evidence_{view}", design.reading_model)] for view in design.views]
    steps.append([_stage("rubric_gen", model, parameters=design.rubric_parameters) for model in design.rubric_models])
    steps.append([_stage("rubric_critic", critics[model]) for model in design.rubric_models])
    steps.append(
        [
            _stage(
                scores,
                model,
                parameters=design.scoring_parameters,
                annotator=_scorer(sample, model, scores, version_of[scores], by),
            )
            for sample, model in pairs
        ]
    )
    steps += [[_stage(kind, critics[model]) for _sample, model in pairs] for kind in CRITIC_KINDS]
    for position, stages in enumerate(steps):
        for lane, stage in enumerate(stages):
            stage.run, stage.position, stage.lane = study.run, position, lane
            stage.prompt_version = version_of[stage.kind]
    stages = RunStage.objects.bulk_create(stage for step in steps for stage in step)
    ScoreLane.objects.bulk_create(
        ScoreLane(stage=stage, sample=sample)
        for stage, (sample, _model) in zip([stage for stage in stages if stage.annotator_id], pairs, strict=True)
    )


def _stage(kind, model, *, parameters=None, annotator=None):
    plug_in = registry[kind]
    return RunStage(
        kind=kind,
        name=plug_in.name,
        model=model,
        parameters=parameters or {},
        annotator=annotator,
    )


def _scorer(sample, model, method, version, by):
    """The annotator that scores with this sample's rubric as it is shown; the same one for the same settings.

    It is another annotator for every seed: what chance decides is part of how it was asked.
    """
    scorer, design = scorers[method], sample.study.design
    parameters = {
        **design.scoring_parameters,
        "sample_seed": sample.seed,
        "anonymize_stages": design.anonymize_stages,
        "shuffle_rubric_order": design.shuffle_rubric_order,
        "hide_label_text": design.hide_label_text,
        "abstain_enabled": design.abstain_enabled,
    }
    return with_settings(
        organization=sample.study.organization,
        method=method,
        model=model,
        prompt_version=version,
        parser_version=scorer.version,
        parameters=parameters,
        name=f"{model}, {sample.study.name}, sample {sample.ordinal}",
        by=by,
    )
