"""What a method reviewer is: the words of its method, the range of its confidence, its prompt and its knowledge."""

import functools
import re
import sys
from pathlib import Path

from reviews.engine.client.exchange import OK
from reviews.engine.stages.base import UNREADABLE, UNREADABLE_CLASSES, Finding
from reviews.jobs.artifact import load_artifact
from reviews.jobs.errors import ConfigInvalid
from reviews.jobs.methods.knowledge import load_knowledge
from reviews.jobs.methods.prompt import OVERALL, parse_prompt
from reviews.jobs.methods.review_3 import as_text
from reviews.jobs.methods.review_versions import NEWEST, engine_of
from reviews.scorers.judges.reading import AnswerReading
from reviews.scorers.registry import DIRECTORY, MODEL
from reviews.scorers.registry.scorer import Scorer

MAX_TOKENS = 4096  # of an answer, where nobody says how many

_VERSIONED = re.compile(r"(.+?)(?:\.v(\d+))?")


class MethodReviewer(Scorer):
    """One method: `item` is an ArtifactPayload, `question` the MethodInUse that it is asked with, and what is read has
    an AnswerReading for each dimension and the overall score.

    Subclasses are registered under their `name` and need no code: files beside their module do.

    `title` and `description` are marked by gettext_noop; whoever shows them calls gettext.
    `confidence_range` is what the score strategy draws from. `prompt_name` is that of a file in `prompt_dir`:
    `name.yaml`, and its later versions `name.v2.yaml`, `name.v3.yaml` beside it, of which the newest is in use.
    `metadata_names`: the keys of the metadata, plain JSON values, that its `load_artifact` puts into every payload and
    that the user template of its prompts may show.
    """

    needs = frozenset({DIRECTORY, MODEL})
    version = NEWEST.parser_version
    name = ""
    title = ""
    prompt_name = ""
    description = ""
    confidence_range = (0.0, 1.0)
    metadata_names = ()
    timeout_seconds = 300.0

    def __init__(self, asking=None):
        super().__init__(asking)
        if asking is not None and asking.version:
            self.version = engine_of(asking.version).parser_version

    def prepare(self, item, question):
        return self._engine(question).prepare(
            item,
            model=self.asking.model,
            parameters=self.asking.parameters,
            max_tokens=self.asking.max_tokens or MAX_TOKENS,
            timeout_seconds=self.timeout_seconds,
        )

    def read(self, answer, item, question):
        if answer.status != OK:
            status = UNREADABLE if answer.error_class in UNREADABLE_CLASSES else answer.status
            return Finding(status, {}, answer.error_class or "provider_error", answer.error_message)
        review = self._engine(question).read(answer, item)
        if not review.is_complete:
            return Finding(UNREADABLE, {}, review.error_class, review.reason)
        scores = {each.name: AnswerReading(each.score, each.justification, each.quotes) for each in review.dimensions}
        return Finding(OK, scores | {OVERALL: AnswerReading(review.overall, as_text(review.checks))})

    def _engine(self, texts):
        return engine_of(self.version)(texts.prompt, texts.knowledge, is_shipped=texts.is_shipped)

    @property
    def prompt_dir(self):
        return _folder_of(type(self)) / "prompts"

    @property
    def knowledge_dir(self):
        return _folder_of(type(self)) / "knowledge"

    def load_artifact(self, directory, manifest):
        """The ArtifactPayload of a JobDirectory; overridden by methods whose results need another reading."""
        return load_artifact(directory, manifest)

    def prompt_text(self):
        """The newest shipped YAML; ConfigInvalid when there is none."""
        texts = _versions(Path(self.prompt_dir)).get(self.prompt_name)
        if not texts:
            message = (
                f"The method {self.name!r} has no prompt {self.prompt_name}.yaml. Valid: a file of that name in "
                "its prompts/."
            )
            raise ConfigInvalid(message, field="prompt")
        return next(iter(texts.values()))

    def prompt(self):
        """The newest shipped MethodPrompt."""
        return self.parsed(self.prompt_text(), is_shipped=True)

    def parsed(self, text, *, is_shipped=False):
        """The MethodPrompt of a text that is to be used with this method."""
        return parse_prompt(text, is_shipped=is_shipped, metadata_names=tuple(self.metadata_names))

    def shipped_prompts(self):
        """{name: YAML} of all that ship with it: each `name` for its newest version, and `name.v1`, `name.v2`, …"""
        found = {}
        for name, texts in _versions(Path(self.prompt_dir)).items():
            found[name] = next(iter(texts.values()))
            found |= {f"{name}.v{number}": text for number, text in texts.items()}
        return found

    def prompt_versions(self):
        """{number: YAML} of the shipped versions of its prompt, the newest first."""
        return dict(_versions(Path(self.prompt_dir)).get(self.prompt_name, {}))

    def knowledge(self):
        """The shipped knowledge, empty for a method without any."""
        return _knowledge(Path(self.knowledge_dir))


def _folder_of(cls):
    return Path(sys.modules[cls.__module__].__file__).resolve().parent


@functools.cache
def _versions(folder):
    """{name: {number: text}} of the YAML files in a folder, the newest version first."""
    found = {}
    for path in folder.glob("*.yaml"):
        name, number = _VERSIONED.fullmatch(path.stem).groups()
        found.setdefault(name, {})[int(number or 1)] = path.read_text(encoding="utf-8")
    return {name: dict(sorted(texts.items(), reverse=True)) for name, texts in sorted(found.items())}


@functools.cache
def _knowledge(folder):
    return load_knowledge(folder)
