"""Forms to start a task from: their names here, questions and the beginning of a guideline in `starters.yaml`."""

from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

import yaml
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from annotations.labels import schema
from annotations.labels.widgets import widget
from annotations.tasks.actions import annotation_tasks
from datasets.cases import is_conversation
from datasets.models.purposes import UNSAID

FILE = Path(__file__).with_name("starters.yaml")
USUAL = "verdict"  # what a new task starts with when nothing is chosen
PICTURED = 2  # questions that a picture shows
LOOKED_AT, MOST_CHOICES, LONGEST_CHOICE = 100, 12, 60  # cases, and different expected outputs that are options
NAMES = {  # title, and what the form asks
    "verdict": (_("One verdict"), _("Correct, partly correct or incorrect.")),
    "rating": (_("Single rating"), _("One scale from 1 to 5, with named ends.")),
    "rag": (
        _("RAG faithfulness"),
        _("Does the retrieved text support the answer? With quotes and reasons."),
    ),
    "pairwise": (
        _("Pairwise comparison"),
        _("Which of two answers is better? The order is shuffled and models are hidden."),
    ),
    "safety": (_("Safety rubric"), _("Is an answer safe to show? Which rule does it break, and how severely?")),
    "spans": (_("Error spans"), _("Mark every incorrect passage with its type. Passages can overlap.")),
    "conversation": (_("Conversation"), _("Rate each assistant turn, then the whole conversation.")),
    "category": (_("Category"), _("Which category does a text belong to? Needs no model output.")),
}


@dataclass(frozen=True)
class Starter:
    """`settings` are initial values of a TaskForm. It judges `outputs` model outputs of a case, or the turns of a
    `conversation`; `choices` is the question whose options the data may have.
    """

    key: str
    title: str
    about: str
    annotation_schema: dict
    settings: dict
    outputs: int = 0
    conversation: bool = False
    choices: str = ""

    def fits(self, facts):
        return len(facts.outputs) >= self.outputs and (facts.conversation or not self.conversation)

    def schema_for(self, facts):
        """The form with the options that the data has."""
        options = [{"value": value, "label": value} for value in facts.choices]
        fields = self.annotation_schema["fields"]
        return {
            "fields": [
                each | {"options": options} if options and each["key"] == self.choices else each for each in fields
            ]
        }

    def settings_for(self, facts):
        """Initial values, with the outputs that are compared."""
        first, *others = facts.outputs[: self.outputs] or [""]
        return self.settings | {"output_name": first, "compared_outputs": [name for name in others if name]}


@dataclass(frozen=True)
class Facts:
    """What the first cases of a version have: names of outputs, conversations, and few different expected outputs."""

    outputs: list = field(default_factory=list)
    conversation: bool = False
    choices: list = field(default_factory=list)


ANYTHING = Facts(["", ""], conversation=True)  # of a version that is not chosen yet


@dataclass(frozen=True)
class Shown:
    """A starter in the gallery; `widgets` draw its first questions."""

    title: str
    about: str
    href: str
    widgets: list
    current: bool
    needs: str


@lru_cache(maxsize=1)
def starters():
    """{key: Starter} in the order of the file, read once."""
    rows = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return {
        row["key"]: Starter(
            key=row["key"],
            title=NAMES[row["key"]][0],
            about=NAMES[row["key"]][1],
            annotation_schema={"fields": row["fields"]},
            settings={"instructions": row["guideline"]} | row.get("settings", {}),
            **{name: row[name] for name in ("outputs", "conversation", "choices") if name in row},
        )
        for row in rows
    }


def starter(key):
    """The Starter named, else the usual one."""
    return starters().get(key) or starters()[USUAL]


def facts_of(version):
    """The Facts of a DatasetVersion; ANYTHING for None. Three short statements."""
    if version is None:
        return ANYTHING
    cases = version.cases.order_by("row_index").values_list("input", "expected_output")[:LOOKED_AT]
    inputs, expected = zip(*cases, strict=True) if (cases := list(cases)) else ((), ())
    texts = [text for text in expected if isinstance(text, str) and text and len(text) <= LONGEST_CHOICE]
    choices = list(dict.fromkeys(texts))
    is_closed = len(texts) == len(cases) and 2 <= len(choices) <= MOST_CHOICES and 2 * len(choices) <= len(texts)
    return Facts(
        annotation_tasks.named_outputs(version),
        any(is_conversation(value) for each in inputs if isinstance(each, dict) for value in each.values()),
        choices if is_closed else [],
    )


def ordered(facts, purpose):
    """The Starters: those that fit the data first, of them those of the purpose, then what uses most of the data."""
    own = purpose.starters

    def rank(each):
        place = own.index(each.key) if each.key in own else len(own)
        return (not each.fits(facts), place, not each.conversation, -each.outputs)

    if facts is ANYTHING:
        return sorted(starters().values(), key=lambda each: own.index(each.key) if each.key in own else len(own))
    return sorted(starters().values(), key=rank)


def gallery(*, chosen, facts=ANYTHING, purpose=UNSAID, version=""):
    """What the gallery shows, what fits first; every link keeps the dataset `version` and the purpose."""
    return [
        Shown(
            title=each.title,
            about=each.about,
            current=each.key == chosen,
            href=f"{reverse('annotations:task_create')}?{urlencode(_query(each.key, version, purpose))}",
            widgets=_widgets(each),
            needs="" if each.fits(facts) else _needs(each),
        )
        for each in ordered(facts, purpose)
    ]


def _query(key, version, purpose):
    given = {"start": key, "version": version, "purpose": purpose.key}
    return {name: value for name, value in given.items() if value}


def _needs(each):
    if each.conversation:
        return gettext("Needs conversations")
    return ngettext("Needs %(n)s model output", "Needs %(n)s model outputs", each.outputs) % {"n": each.outputs}


def _widgets(each):
    specs = schema.parse(each.annotation_schema)[:PICTURED]
    return [widget(spec, prefix=f"starter-{each.key}") for spec in specs]
