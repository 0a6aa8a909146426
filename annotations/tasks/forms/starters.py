"""Forms to start a task from: their names here, questions and the beginning of a guideline in `starters.yaml`."""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import yaml
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext_lazy as _

from annotations.labels import schema
from annotations.labels.widgets import widget

FILE = Path(__file__).with_name("starters.yaml")
USUAL = "verdict"  # what a new task starts with when nothing is chosen
PICTURED = 2  # questions that a picture shows
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
}


@dataclass(frozen=True)
class Starter:
    """`settings` are initial values of a TaskForm."""

    key: str
    title: str
    about: str
    annotation_schema: dict
    settings: dict


@dataclass(frozen=True)
class Shown:
    """A starter in the gallery; `widgets` draw its first questions."""

    title: str
    about: str
    href: str
    widgets: list
    current: bool


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
        )
        for row in rows
    }


def starter(key):
    """The Starter named, else the usual one."""
    return starters().get(key) or starters()[USUAL]


def gallery(*, chosen, version=""):
    """What the gallery shows; every link keeps the dataset `version` that is chosen."""
    return [
        Shown(
            title=each.title,
            about=each.about,
            current=each.key == chosen,
            href=f"{reverse('annotations:task_create')}?{urlencode(_query(each.key, version))}",
            widgets=_widgets(each),
        )
        for each in starters().values()
    ]


def _query(key, version):
    return {"start": key} | ({"version": version} if version else {})


def _widgets(each):
    specs = schema.parse(each.annotation_schema)[:PICTURED]
    return [widget(spec, prefix=f"starter-{each.key}") for spec in specs]
