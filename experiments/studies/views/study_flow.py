"""The five steps of a study as a picture: what each does, who does it, and how far it is."""

from dataclasses import dataclass, replace

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evalhub.lib.charts import numbers
from reviews.engine.runs.views.summary import StageLine
from reviews.engine.views.labels import STAGE_STATUSES, StateLabel

WAITING, DONE = STAGE_STATUSES["waiting"], STAGE_STATUSES["done"]
MARK, MOST_MARKS = 14, 8
EVIDENCE, WRITERS, CRITICS, SCORERS, VERDICT = range(1, 6)


@dataclass(frozen=True)
class Step:
    """`marks` is how many models take part. `look` is None in a study that is only explained."""

    number: int
    title: str
    text: str
    marks: int = 0
    look: StateLabel | None = None
    told: str = ""
    failed: int = 0
    href: str = ""

    @property
    def places(self):
        """Where the marks stand."""
        return range(0, MARK * min(self.marks, MOST_MARKS), MARK)


@dataclass(frozen=True)
class Flow:
    """`current` is the number of the first step that is not at its end, None when all are. `line` is the StageLine of
    the run that is worked on, or None; `failed` counts the failed requests of all."""

    steps: tuple
    people: str
    people_href: str = ""
    current: int | None = None
    line: StageLine | None = None
    failed: int = 0


def explained():
    """The Flow of any study."""
    return Flow(
        (
            Step(EVIDENCE, _("Evidence"), _("Texts about one question, in groups")),
            Step(WRITERS, _("Rubric writers"), _("Models turn the question into rubrics"), 3),
            Step(CRITICS, _("Critics"), _("Other models check each rubric"), 2),
            Step(SCORERS, _("Scorers"), _("Models score every group with every rubric"), 2),
            Step(VERDICT, _("Pooled verdict"), _("One per group, with its spread")),
        ),
        _("People score the same groups"),
    )


def flow_of(study, scores, lines):
    """The Flow of a study with its StudyScores and the StageLines of its run."""
    design, by_name = study.design, {line.progress.name: line for line in lines}
    groups = len(scores.bundles) or -(-study.evidence_to // design.evidence_bundle_size)
    rubrics = len(design.rubric_models) * design.samples_per_model
    rubrics_href, scorers_href = (
        reverse(f"experiments:study_{part}", args=[study.pk]) for part in ("rubrics", "scorers")
    )
    views = [line for name, line in by_name.items() if name.startswith("evidence_")]
    scorers = len(design.scoring_models or design.rubric_models)
    critics = len(set(by_name["rubric_critic"].progress.models))
    writers = len(design.rubric_models)
    written = ngettext("%(n)s rubric", "%(n)s rubrics", rubrics) % {"n": numbers.count(rubrics)}
    words = ngettext("%(n)s model writes %(rubrics)s", "%(n)s models write %(rubrics)s", writers)
    own = (
        Step(WRITERS, _("Rubric writers"), words % {"n": writers, "rubrics": written}, writers, href=rubrics_href),
        Step(CRITICS, _("Critics"), _criticized(critics), critics, href=rubrics_href),
        Step(SCORERS, _("Scorers"), _scored(scorers, design.n_lanes), scorers, href=scorers_href),
    )
    planned = (("rubric_gen", rubrics), ("rubric_critic", rubrics), ("score_gen", design.n_lanes * groups))
    steps = [_evidence(study, scores, views, groups)]
    steps += [_at(step, by_name[name], total) for step, (name, total) in zip(own, planned, strict=True)]
    current = next((step.number for step in steps if step.look != DONE), None)
    verdict = _verdict(study, scores, groups, current)
    line = next((line for line in lines if line.look != DONE and not _is_through(line, line.expected)), None)
    failed = sum(line.progress.failed for line in lines)
    return Flow((*steps, verdict), *_people(study, scores), current, line, failed)


def _at(step, line, planned):
    """The Step as far as it is, of so many requests that are planned for it."""
    total = max(line.expected, planned)
    told = _("%(done)s of %(all)s") % {"done": numbers.count(line.progress.done), "all": numbers.count(total)}
    look = DONE if _is_through(line, total) else line.look
    return replace(step, look=look, told=told if line.expected else "", failed=line.progress.failed)


def _is_through(line, total):
    return bool(total) and line.progress.ended >= total


def _evidence(study, scores, views, groups):
    texts = ngettext("%(n)s text", "%(n)s texts", study.evidence_to) % {"n": numbers.count(study.evidence_to)}
    text = ngettext("%(texts)s in %(n)s group", "%(texts)s in %(n)s groups", groups)
    look = DONE if scores.bundles else views[-1].look if views else WAITING
    failed = sum(line.progress.failed for line in views)
    href = reverse("experiments:window_detail", args=[study.window_id])
    text %= {"texts": texts, "n": numbers.count(groups)}
    return Step(EVIDENCE, _("Evidence"), text, look=look, failed=failed, href=href)


def _criticized(models):
    return ngettext("%(n)s model checks each rubric", "%(n)s models check each rubric", models) % {"n": models}


def _scored(models, lanes):
    words = ngettext("%(n)s model scores each group", "%(n)s models score each group", models) % {"n": models}
    return words + " " + ngettext("%(n)s time", "%(n)s times", lanes) % {"n": numbers.count(lanes)}


def _verdict(study, scores, groups, current):
    told = {placed.bundle.number for placed in scores.placed() if placed.lane.model and placed.score.stages}
    done = {"done": numbers.count(len(told)), "all": numbers.count(groups)}
    words = _("%(done)s of %(all)s groups") % done if told else _("After step 4")
    return Step(
        VERDICT, _("Pooled verdict"), _("One per group, with its spread"), look=DONE if current is None else WAITING,
        told=words, href=reverse("experiments:study_verdicts", args=[study.pk]) if told else "",
    )  # fmt: skip


def _people(study, scores):
    """(what people have scored, where they can) of a study."""
    own = [placed for placed in scores.placed() if not placed.lane.model and placed.score.annotation]
    href = reverse("experiments:study_rubrics", args=[study.pk])
    if not own:
        return _("No person has scored yet"), href
    people = len({placed.lane.name for placed in own})
    words = ngettext(
        "%(n)s person on the same groups: %(scores)s", "%(n)s people on the same groups: %(scores)s", people
    )
    scored = ngettext("%(n)s score", "%(n)s scores", len(own)) % {"n": numbers.count(len(own))}
    return words % {"n": people, "scores": scored}, href
