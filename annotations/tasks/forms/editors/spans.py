"""What the builder offers for passages: their labels, how many there may be, and in which texts."""

from django.utils.translation import gettext_lazy as _

from annotations.tasks.forms.editors import registry
from annotations.tasks.forms.settings import Editor, Lines, Number
from annotations.tasks.forms.tables import options


@registry.register("spans")
class SpansEditor(Editor):
    settings = (
        options(label=_("Labels of passages"), add=_("Add a label"), starts_with=1),
        Number("min_spans", _("At least"), _("0: an item may have none."), placeholder="1"),
        Number("max_spans", _("At most"), placeholder="200"),
        Lines(
            "texts",
            _("In which texts"),
            _("One a line, such as output or input.context. Empty: all."),
            optional=True,
            wide=True,
        ),
    )
