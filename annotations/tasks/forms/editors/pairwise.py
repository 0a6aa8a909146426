"""What the builder offers for a comparison of two answers: how finely they are told apart."""

from django.utils.translation import gettext_lazy as _

from annotations.tasks.forms.editors import registry
from annotations.tasks.forms.settings import Editor, Flag


@registry.register("pairwise")
class PairwiseEditor(Editor):
    settings = (
        Flag("graded", _("Tell much better from better"), wide=True),
        Flag("tie", _("They may be equally good"), wide=True, usual=True),
        Flag("both_bad", _("Both may be bad"), wide=True),
    )
