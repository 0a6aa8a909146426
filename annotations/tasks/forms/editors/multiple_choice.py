"""What the builder offers for multiple choice: its options, and how many may be chosen."""

from django.utils.translation import gettext_lazy as _

from annotations.tasks.forms.editors import registry
from annotations.tasks.forms.settings import Editor, Number
from annotations.tasks.forms.tables import options


@registry.register("multiple_choice")
class MultipleChoiceEditor(Editor):
    settings = (
        options(),
        Number("min_selected", _("At least"), placeholder="1"),
        Number("max_selected", _("At most"), placeholder=_("all")),
    )
