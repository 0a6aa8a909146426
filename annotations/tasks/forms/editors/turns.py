"""What the builder offers for a question asked of each turn: which type it is, and the settings of that type."""

from dataclasses import replace

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from annotations.labels.types import registry as label_types
from annotations.tasks.forms.editors import registry
from annotations.tasks.forms.editors.likert import LikertEditor
from annotations.tasks.forms.editors.rating import RatingEditor
from annotations.tasks.forms.editors.single_choice import SingleChoiceEditor
from annotations.tasks.forms.settings import Editor, Pick

INNER = {"single_choice": SingleChoiceEditor, "rating": RatingEditor, "likert": LikertEditor}


def _kind():
    choices = tuple((key, gettext(label_types[key].title)) for key in INNER)
    return Pick("ask_type", _("Asked of each turn"), path=("ask", "type"), choices=choices, redraws=True)


def _of(key):
    return tuple(replace(setting, path=("ask", *setting.place)) for setting in INNER[key].settings)


@registry.register("turns")
class TurnsEditor(Editor):
    @property
    def settings(self):
        found = {setting.name: setting for key in INNER for setting in _of(key)}
        return (_kind(), *found.values())

    def drawn(self, typed):
        kind = typed["ask_type"]
        return (_kind(), *_of(kind if kind in INNER else next(iter(INNER))))
