"""What every scorer is: it says what to ask about a case, if anything, and reads what comes back."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from reviews.engine.client.exchange import LLMCall, Outcome
from reviews.engine.stages.base import Finding


@dataclass(frozen=True)
class Asking:
    """How a scorer asks: of which model, with which prompt, and with parameters that go over the prompt's own (None
    takes one away). `version`: that of the annotator, where what was asked with an older one is read with the same.
    `max_tokens` None: as many as the prompt or the scorer says."""

    model: str
    prompt: object = None
    parameters: Mapping[str, object] = field(default_factory=dict)
    version: str = ""
    max_tokens: int | None = None

    @property
    def chosen(self):
        """The parameters of the call."""
        own = self.prompt.parameters if self.prompt is not None else {}
        return {name: value for name, value in {**own, **self.parameters}.items() if value is not None}


@dataclass(frozen=True)
class Case:
    """What is scored, as plain values. `identity`, any JSON, tells it from all other cases."""

    identity: tuple
    values: Mapping[str, object] = field(default_factory=dict)


class Scorer:
    """One way to score. Subclasses are registered under their key; nothing in them knows the database.

    `title` is marked by gettext_noop. `version` is that of how it asks and reads: a new one is another annotator.
    `needs` are constants of `reviews.scorers.registry`. `item` is what is scored and `question` what is asked about
    it: plain data of one class each, which the scorer's module names. Whoever fetches the rows makes them.
    """

    title = ""
    version = ""
    needs = frozenset()
    default_prompt = ""
    reference_prompt = None  # of a form scorer: the prompt that shows the expected output
    has_score_modes = False  # whether its scores are made in several ways, which `details` of judgements name
    runs_programs = False  # whether it executes what it scores, which no web process does
    timeout_seconds = 120.0

    def __init__(self, asking: Asking | None = None):
        self.asking = asking

    @classmethod
    def made(cls, tool=None):
        """A scorer that asks as `tool`, an Asking, says; without one it can only read."""
        return cls(tool)

    def marks(self, item, question):
        """The CaseMarks in what is asked, which differ from case to case and make no other question; None: none."""
        return None

    def prepare(self, item, question) -> LLMCall | None:
        """What to ask about the item, None where the score follows without asking; EvalHubError when it cannot be."""
        raise NotImplementedError

    def read(self, answer: Outcome | None, item, question) -> Finding:
        """The judgement in an answer about the item: `values` to store, or why there are none. None: nothing was asked.

        The values of an answer to questions are {question key: AnswerReading}. Nothing is clamped or guessed.
        """
        raise NotImplementedError
