"""What a study is likely to cost and to take, before it is made; nothing is sent or written."""

from collections import Counter

from django.db.models import Sum
from django.db.models.functions import Length

from experiments.models import Evidence, EvidenceView
from experiments.studies.actions.studies import SCORES, check, critics_of
from experiments.studies.grouping import CHARACTERS_PER_TOKEN
from experiments.studies.settings import RAW
from reviews.engine.limits.call_estimates import USED_SHARE_OF_MAX_TOKENS
from reviews.engine.stages import registry
from reviews.scorers.actions.run_estimates import Measure, RunEstimate
from reviews.scorers.stages import prompt_versions
from reviews.scorers.stages.task_stages import CRITIC_KINDS


def estimate(*, window, settings, policy=None):
    """The RunEstimate of a study of the window as it is now; InvalidInput and Conflict as for one that is made.

    A step for each kind of question and model. Texts have a token per four characters, and each view the length of
    the original; an answer takes a quarter of its room until calls of the model say more.
    """
    plan = check(organization=window.organization, window=window, settings=settings, policy=policy)
    design = plan.design
    rows = Evidence.objects.filter(window=window)
    characters = rows.aggregate(total=Sum(Length("raw_content")))["total"]
    text = characters / CHARACTERS_PER_TOKEN / plan.evidence_to
    groups = -(-plan.evidence_to // design.evidence_bundle_size)
    in_group = text * plan.evidence_to / groups
    critics = critics_of(design, organization=window.organization)
    steps = _Steps(window.organization_id, plan.rules, _kinds(design))
    made = dict(_made_views(rows)) if design.evidence_view != RAW else {}
    for view in design.views:
        missing = plan.evidence_to - made.get(view, 0)
        steps.step(f"evidence_{view}", {design.reading_model: missing}, text, answer=text)
    samples = dict.fromkeys(design.rubric_models, design.samples_per_model)
    rubric = steps.step("rubric_gen", samples, 0)
    steps.step("rubric_critic", _by_critic(samples, critics), rubric)
    lanes = Counter()
    for model in design.rubric_models:
        lanes.update(dict.fromkeys(design.scorers_of(model), design.samples_per_model * groups))
    verdict = steps.step(SCORES[design.method], lanes, rubric + in_group)
    own, judged = CRITIC_KINDS
    steps.step(own, _by_critic(lanes, critics), rubric + in_group)
    steps.step(judged, _by_critic(lanes, critics), rubric + in_group + verdict)
    return RunEstimate(tuple(steps.steps))


class _Steps:
    """Collects the steps; `prompts` are the PromptTemplates by kind."""

    def __init__(self, organization_id, rules, kinds):
        defaults = {kind: registry[kind].default_prompt for kind in kinds}
        in_use = prompt_versions.versions_in_use(organization_id=organization_id, defaults=list(defaults.values()))
        self.prompts = {
            kind: prompt_versions.load(in_use[default], organization_id=organization_id)
            for kind, default in defaults.items()
        }
        self.organization_id, self.rules, self.steps = organization_id, rules, []

    def step(self, kind, counts, tokens, *, answer=None):
        """A step for each model with its number of requests of so many tokens; returns the tokens of an answer."""
        prompt = self.prompts[kind]
        answer = prompt.tokens * USED_SHARE_OF_MAX_TOKENS if answer is None else answer
        asked = tokens + len(prompt.system + prompt.user) / CHARACTERS_PER_TOKEN
        for model, count in counts.items():
            if count:
                self.steps.append(Measure(self.organization_id, self.rules, count).step(kind, model, asked, answer))
        return answer


def _kinds(design):
    views = (f"evidence_{view}" for view in design.views)
    return [*views, "rubric_gen", "rubric_critic", SCORES[design.method], *CRITIC_KINDS]


def _made_views(rows):
    views = EvidenceView.objects.filter(evidence__in=rows).order_by().values_list("view", flat=True)
    return Counter(views)


def _by_critic(counts, critics):
    found = Counter()
    for model, count in counts.items():
        found[critics[model]] += count
    return found
