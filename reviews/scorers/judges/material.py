"""What a judge is given: a task's questions and one item, as plain data."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from annotations.content.quotes import source_texts


@dataclass(frozen=True)
class QuestionView:
    """One question; `json_schema` describes its valid values, `config` is the label type's own."""

    key: str
    title: str
    label_type: str
    json_schema: Mapping[str, object]
    help: str = ""
    config: Mapping[str, object] = field(default_factory=dict)
    required: bool = True


@dataclass(frozen=True)
class TaskView:
    """The form of one task; `instructions` is the guideline in Markdown, written by its admin."""

    questions: tuple[QuestionView, ...]
    instructions: str = ""


@dataclass(frozen=True)
class AnswerView:
    """Somebody's answer to one question as it is stored; `quotes` are (text, whether it stands in the material)."""

    value: object
    justification: str = ""
    confidence: float | None = None
    abstained: bool = False
    quotes: tuple[tuple[str, bool], ...] = ()


@dataclass(frozen=True)
class ItemView:
    """One item: `input` and `context` are any JSON, `outputs` maps an output's name to its text.

    A judge sees the texts of the outputs, not their names: which model wrote an answer is no reason to like it.
    `is_cut`: an output ended because it was too long.
    """

    id: str
    input: object
    outputs: Mapping[str, str] = field(default_factory=dict)
    context: object = None
    expected_output: str | None = None
    is_cut: bool = False

    def texts(self, *, with_expected_output=False):
        """{field: text} in reading order: what the judge is shown, and what its quotes are looked up in."""
        texts = source_texts(input=self.input, outputs=list(self.outputs.values()), context=self.context)
        if with_expected_output and (self.expected_output or "").strip():
            texts["expected_output"] = self.expected_output
        return texts
