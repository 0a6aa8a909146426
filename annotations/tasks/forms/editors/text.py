"""What the builder offers for a text: how long it may be."""

from django.utils.translation import gettext_lazy as _

from annotations.tasks.forms.editors import registry
from annotations.tasks.forms.settings import Editor, Flag, Number


@registry.register("text")
class TextEditor(Editor):
    settings = (
        Number("max_length", _("At most (characters)"), placeholder="10000"),
        Flag("multiline", _("Several lines"), wide=True, usual=True),
    )
