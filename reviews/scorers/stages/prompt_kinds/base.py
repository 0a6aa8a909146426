"""What a kind of prompt is: the texts that ship with the product, what a text must be, and how one is tried."""

import re
from dataclasses import dataclass

from django.db.models import Q

from evalhub.lib.errors import EvalHubError
from reviews.engine.stages.base import Prepared
from reviews.scorers.models import Prompt
from reviews.scorers.stages.prompt_kinds import registry

SHIPPED = "shipped"
_SHOWN_VALUE = re.compile(r"(\{\{.*?\}\}|\{%.*?%\})", re.DOTALL)


@dataclass(frozen=True)
class Version:
    """One text of a prompt; without a `prompt` it is version `shipped` of those that come with the product."""

    kind: str
    name: str
    prompt: Prompt | None = None
    shipped: int | None = None
    is_newest_shipped: bool = False
    is_in_use: bool = False
    labels: tuple = ()

    @property
    def key(self):
        """As addresses name it: 3, shipped, or shipped-1 for an older one."""
        if self.prompt is not None:
            return str(self.prompt.version)
        return SHIPPED if self.is_newest_shipped else f"{SHIPPED}-{self.shipped}"

    @property
    def is_draft(self):
        return self.prompt is not None and self.prompt.status == "draft"

    @property
    def examples(self):
        """What it shows before the item: [{annotation, item, case, texts, answers}]."""
        return self.prompt.examples if self.prompt is not None else []

    @property
    def text(self):
        """One statement where the row came without its text, none for a shipped one."""
        return registry[self.kind].shipped(self.name)[self.shipped] if self.prompt is None else self.prompt.content


@dataclass(frozen=True)
class Fact:
    """One line about a text: a value, or `names` in a list."""

    label: str
    value: str = ""
    names: tuple = ()


@dataclass(frozen=True)
class TemplateText:
    """A template cut into (text, whether it is filled in later)."""

    name: str
    pieces: list
    length: int


@dataclass(frozen=True)
class Outline:
    """A text as people read it: facts and templates, or Markdown."""

    facts: tuple = ()
    templates: tuple = ()
    markdown: str = ""


@dataclass(frozen=True)
class Change:
    """What publishing a text changes besides its words; names are `added` and `dropped`."""

    words: str
    added: tuple = ()
    dropped: tuple = ()


@dataclass(frozen=True)
class TrialItem:
    """Something real that a prompt can be tried on; `target` is what its stage calls it."""

    target: int
    label: str


class PromptKind:
    """Subclasses register themselves under their `key`; all methods may use the database.

    Lists show kinds by `place`, lowest first. A version has examples where the kind `takes_examples`. `syntax` is yaml
    or markdown; a text has at most `longest` characters. `errors` are what `check` raises: each has a message, and a
    `field` where one is wrong.
    """

    key = ""
    title = ""
    description = ""
    place = 50
    syntax = "yaml"
    longest = 64_000
    takes_examples = False
    errors: tuple = (EvalHubError,)

    def names(self) -> list[str]:
        """The names of its prompts, in order."""
        raise NotImplementedError

    def title_of(self, name) -> str:
        """What the prompt of a name does."""
        raise NotImplementedError

    def shipped(self, name) -> dict[int, str]:
        """{number: text} of the versions that come with the product, the newest first; empty for an unknown name."""
        raise NotImplementedError

    def check(self, name, text, *, is_shipped=False) -> None:
        """Raise one of `errors` unless the text can be used under the name."""
        raise NotImplementedError

    def problem_of(self, name, text):
        """The error that stands against publishing a text, or None."""
        try:
            self.check(name, text)
        except self.errors as error:
            return error
        return None

    def outline(self, name, text, *, is_shipped=False) -> Outline:
        """The Outline of a text; raises as `check` does."""
        raise NotImplementedError

    def variables(self, name) -> dict[str, list[str]]:
        """{field: [values that its template may show]}."""
        return {}

    def changes(self, name, before, text) -> list[Change]:
        """What a text that can be published changes, against the Version `before`."""
        return []

    def found(self, stored) -> tuple[str, int | None, int | None] | None:
        """(name, own version or None, shipped version or None) that a stored prompt version names; None for others."""
        return None

    def stages_with(self, name, version) -> Q:
        """Of RunStage: those that were asked by a Version of the library."""
        return Q(pk=None)

    def annotators_with(self, name, version) -> Q:
        """Of Annotator: those that answer by a Version of the library."""
        return self.stages_with(name, version)

    def default_models(self) -> list[str]:
        """Models that are usually asked by prompts of this kind, before those that everybody is offered."""
        return []

    def setup_problem(self) -> EvalHubError | None:
        """What in this installation's configuration stands against asking by prompts of this kind."""
        return None

    def trial_items(self, organization, name, *, limit) -> list[TrialItem]:
        """The newest real things that a prompt of this name can be tried on."""
        return []

    def among_examples(self, version, targets) -> set[int]:
        """Those of the targets that a Version shows as examples: it is not tried on them."""
        return set()

    def prepared(self, organization_id, name, version, targets, *, model) -> dict[int, Prepared | EvalHubError]:
        """{target: what is asked by a Version of the library, or why it cannot be}; targets of others are left out."""
        return {}


def pieces_of(name, text):
    """The TemplateText of a template."""
    text = text.strip()
    cut = [(piece, index % 2 == 1) for index, piece in enumerate(_SHOWN_VALUE.split(text))]
    return TemplateText(name, cut, len(text))
