"""What the builder offers for a number: its bounds, its unit and what kind of number it is."""

from django.utils.translation import gettext_lazy as _

from annotations.tasks.forms.editors import registry
from annotations.tasks.forms.settings import Editor, Flag, Number, Setting


@registry.register("number")
class NumberEditor(Editor):
    settings = (
        Number("min", _("At least"), optional=True),
        Number("max", _("At most"), optional=True),
        Setting("unit", _("Unit"), optional=True),
        Flag("integer", _("Whole numbers only"), wide=True),
        Flag("ratio", _("Zero means none, so that shares can be compared"), wide=True),
    )
