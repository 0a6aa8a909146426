"""What the builder offers for single choice: its options, and whether they stand in an order."""

from django.utils.translation import gettext_lazy as _

from annotations.tasks.forms.editors import registry
from annotations.tasks.forms.settings import Editor, Flag
from annotations.tasks.forms.tables import options


@registry.register("single_choice")
class SingleChoiceEditor(Editor):
    settings = (
        options(),
        Flag("ordered", _("The options stand in an order, such as from best to worst"), wide=True),
    )
