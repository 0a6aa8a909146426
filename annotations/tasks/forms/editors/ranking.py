"""What the builder offers for a ranking: what is ranked, and whether ranks may be shared."""

from django.utils.translation import gettext_lazy as _

from annotations.tasks.forms.editors import registry
from annotations.tasks.forms.settings import Editor, Flag
from annotations.tasks.forms.tables import criteria


@registry.register("ranking")
class RankingEditor(Editor):
    settings = (
        criteria(
            "options",
            label=_("What is ranked"),
            add=_("Add one to rank"),
            optional=True,
            starts_with=0,
            help=_("Without any, the compared answers of the item are ranked."),
        ),
        Flag("ties", _("Ranks may be shared"), wide=True),
    )
