"""Judges of pairs: is the candidate's answer as good as the baseline's? One file per judge.

A judge of pairs is a scorer that needs a PAIR: its `item` is an AnswerPair, its `question` the task that both answer,
and the values of its Finding are the candidate's `value`, from 0 to 1, and a `reason`. A metric of answers may be one
too: the baseline's answer is its reference.
"""

from dataclasses import dataclass

from evalhub.lib import reasons
from reviews.engine.client.exchange import OK
from reviews.engine.stages.base import UNREADABLE, Finding
from reviews.quality.errors import InvalidGrading
from reviews.quality.results import checked_score
from reviews.scorers.prompts.prompt import name_of
from reviews.scorers.registry import MODEL, PAIR, registry
from reviews.scorers.registry.scorer import Scorer

registry.add_package(__name__)
pair_judges = registry.where(lambda scorer: PAIR in scorer.needs)

PEOPLE = "people"  # the grader_id of a quality that people's labels say


@dataclass(frozen=True)
class AnswerPair:
    """Two answers to one task; the candidate's is judged, the baseline's is the measure. The order is that of showing
    them: it must change nothing. `is_cut`: the candidate's ended because it was too long."""

    baseline: str
    candidate: str
    is_candidate_first: bool = False
    is_cut: bool = False

    @property
    def output(self):
        return self.candidate

    @property
    def references(self):
        return (self.baseline,)


class PairJudge(Scorer):
    """One that asks nothing of anybody has no `prepare` of its own."""

    def prepare(self, item, question):
        return None


def grader_of(judge):
    """The grader_id of a judge's scores: its key, then the version of its prompt and the model or embedder asked."""
    key = next(key for key, each in pair_judges.items() if each is type(judge))
    if judge.asking is None:
        return key
    prompt = judge.asking.prompt
    return grader_id_of(key, model=judge.asking.model, prompt_version=prompt.version if prompt else "")


@dataclass(frozen=True)
class GraderParts:
    """What a grader_id names: "" for what its scores do not depend on."""

    key: str
    model: str = ""
    prompt_version: str = ""


def grader_id_of(key, *, model="", prompt_version=""):
    """llm_judge:v1:openai/m of the prompt llm_judge.v1, llm_judge:@3:openai/m of llm_judge@3, lexical embeddings as
    embedding_similarity:lexical."""
    rubric = prompt_version.removeprefix(name_of(prompt_version)).removeprefix(".")
    return ":".join(part for part in (key, rubric, model) if part)


def parts_of(grader_id):
    """The GraderParts of a grader_id, whether or not there is such a judge."""
    key, _colon, rest = grader_id.partition(":")
    rubric, _colon, model = rest.partition(":")
    if not model or key not in pair_judges or MODEL not in pair_judges[key].needs:
        return GraderParts(key, rest)
    name = name_of(pair_judges[key].default_prompt)
    return GraderParts(key, model, f"{name}{rubric}" if rubric.startswith("@") else f"{name}.{rubric}")


def found(quality, reason=""):
    """The Finding of a quality; unreadable where it is no number from 0 to 1. Nothing is clamped."""
    try:
        return Finding(OK, {"value": checked_score(quality), "reason": reason})
    except InvalidGrading as error:
        return Finding(UNREADABLE, {}, "parse_error", reasons.of(error.message))


def failed(outcome):
    """The Finding of an Outcome that holds no answer."""
    return Finding(outcome.status, {}, outcome.error_class or "provider_error", outcome.error_message)


def reference_keys():
    """The keys of judges that others may be measured by: those that are neither a language model nor a baseline."""
    return [key for key, judge in pair_judges.items() if MODEL not in judge.needs and not is_baseline(judge)]


def is_baseline(judge):
    """Whether a judge is there to be beaten, and its scores count for nothing."""
    return getattr(judge, "is_baseline", False)


def trusted_keys():
    """The keys of graders whose observations count without a calibration: people, and judges that are a reference."""
    return [PEOPLE, *reference_keys()]


def is_trusted(grader_id):
    """Whether this grader is known to be no language model and no baseline. An unknown or missing name is not."""
    return grader_id.partition(":")[0] in trusted_keys()
