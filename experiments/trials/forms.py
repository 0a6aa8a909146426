"""The form that decides an experiment."""

from django import forms
from django.utils.translation import gettext_lazy as _

from experiments.trials.actions.experiments import NO_WINNER
from experiments.trials.analysis.verdict import SHIP, UNHEALTHY


class ConcludeForm(forms.Form):
    """`winner` is one of the variants, or None; with data that are not healthy none can be chosen."""

    winner = forms.ChoiceField(label=_("Winner"), widget=forms.RadioSelect)
    notes = forms.CharField(
        label=_("Notes"),
        required=False,
        max_length=10_000,
        widget=forms.Textarea({"rows": 3, "dir": "auto"}),
        help_text=_("Why, for everyone who reads this later."),
    )

    def __init__(self, *args, variants, look, **options):
        super().__init__(*args, **options)
        is_healthy = look is not None and look.verdict != UNHEALTHY
        self._variants = {str(each.pk): each for each in variants} if is_healthy else {}
        names = [(pk, each.name) for pk, each in self._variants.items()]
        self.fields["winner"].choices = [*names, (NO_WINNER, _("No winner"))]
        if is_healthy and look.verdict == SHIP:
            shipped = look.figures["treatment"]
            self.initial["winner"] = next(pk for pk, each in self._variants.items() if each.name == shipped)

    def clean_winner(self):
        return self._variants.get(self.cleaned_data["winner"])
