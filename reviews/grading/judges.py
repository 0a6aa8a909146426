"""The judges of pairs as grading by hand takes them: each with what it asks, and a GradingResult for two responses."""

from dataclasses import dataclass
from typing import Protocol

from reviews.engine.client.exchange import OK, Outcome
from reviews.quality import pair_scores
from reviews.quality.adapters import LLMAdapter
from reviews.quality.judges import AnswerPair, grader_of
from reviews.quality.judges.embedding_similarity import EmbeddingSimilarity
from reviews.quality.judges.llm_judge import RubricJudge
from reviews.quality.results import GradingResult
from reviews.scorers.metrics.exact_match import ExactMatch
from reviews.scorers.prompts.prompt import load_prompt
from reviews.scorers.registry.scorer import Asking


class Embedder(Protocol):
    """Texts in, a vector of the same length for each out; `name` tells whose vectors they are."""

    name: str

    def embed(self, texts: list[str]) -> list: ...


@dataclass
class ExactMatchJudge:
    """1.0 where both contents are the same but for white space, else 0.0."""

    grader_id: str = "exact_match"

    def judge(self, baseline_response, candidate_response, *, prompt, run_config):
        return _result(self.grader_id, ExactMatch(), baseline_response, candidate_response, prompt)


@dataclass
class EmbeddingSimilarityJudge:
    """The clamped cosine of the two contents; one batch of two texts, the baseline's first.

    Without a `grader_id` it is named after the embedder, whose vectors its scores depend on.
    """

    embedder: Embedder
    grader_id: str | None = None

    def __post_init__(self):
        if self.grader_id is None:
            self.grader_id = grader_of(self._scorer)

    @property
    def _scorer(self):
        return EmbeddingSimilarity(Asking(self.embedder.name))

    def judge(self, baseline_response, candidate_response, *, prompt, run_config):
        ask = pair_scores.embedded_by(self.embedder)
        return _result(self.grader_id, self._scorer, baseline_response, candidate_response, prompt, ask=ask)


@dataclass
class LLMJudge:
    """Asks `adapter` with temperature 0.0, without the caller's budget tracker, and with `seed` when there is one.

    `model` names what is asked; without a `grader_id` the rubric's version and the model make it. A score outside
    0 to 1 is refused like any other unreadable answer.
    """

    adapter: LLMAdapter
    model: str = "unnamed"
    seed: int | None = None
    is_candidate_first: bool = False
    grader_id: str | None = None

    def __post_init__(self):
        if self.grader_id is None:
            self.grader_id = grader_of(self._scorer)

    @property
    def _scorer(self):
        return RubricJudge(Asking(self.model, load_prompt(RubricJudge.default_prompt)))

    def judge(self, baseline_response, candidate_response, *, prompt, run_config):
        config = self._config(run_config)

        def ask(call):
            text = "\n\n".join(message["content"] for message in call.messages)
            return Outcome(OK, text=self.adapter.execute_prompt(text, config).content)

        order = self.is_candidate_first
        return _result(self.grader_id, self._scorer, baseline_response, candidate_response, prompt, order, ask)

    def _config(self, run_config):
        # The caller's schema is the shape of the graded answers, not of the judge's.
        parameters = {name: value for name, value in run_config.model_params.items() if name != "json_schema"}
        if self.seed is not None:
            parameters["seed"] = self.seed
        return run_config.unbudgeted(temperature=0.0, model_params=parameters)


def _result(grader_id, scorer, baseline, candidate, prompt, is_candidate_first=False, ask=None):
    pair = AnswerPair(baseline.content, candidate.content, is_candidate_first)
    values = pair_scores.score(scorer, pair, prompt, ask=ask)
    return GradingResult(values["value"], values["reason"], grader_id, baseline, candidate)
