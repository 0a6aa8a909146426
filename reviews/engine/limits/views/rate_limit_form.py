"""The forms of a rate limit profile's rows, and of the budget of a month."""

from django import forms
from django.utils.translation import gettext_lazy as _

from reviews.engine.limits.actions.rate_limits import LARGEST, LIMITS, LONGEST_NAME, MOST_ROWS

BLANK_ROWS = 3
TITLES = {
    "requests_per_minute": _("Requests per minute"),
    "input_tokens_per_minute": _("Input tokens per minute"),
    "output_tokens_per_minute": _("Output tokens per minute"),
    "enqueued_batch_tokens": _("Tokens waiting in batches"),
}
PLAIN = {"autocomplete": "off", "autocapitalize": "off", "spellcheck": "false"}


class ProfileForm(forms.Form):
    """The name of a profile; "" is the standard one."""

    name = forms.CharField(
        max_length=LONGEST_NAME,
        required=False,
        label=_("Profile name"),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Runs refer to a profile by name. Default: the standard profile for all other runs."),
    )


class RowForm(forms.Form):
    """Limits for one provider or one of its models; a row without a provider and without numbers is left out."""

    provider = forms.CharField(max_length=40, required=False, label=_("Provider"), widget=forms.TextInput(attrs=PLAIN))
    model = forms.CharField(max_length=200, required=False, label=_("Model"), widget=forms.TextInput(attrs=PLAIN))

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        for name in LIMITS:
            self.fields[name] = forms.IntegerField(
                label=TITLES[name], required=False, min_value=1, max_value=LARGEST[name]
            )

    @property
    def is_used(self):
        return any(value not in (None, "") for value in self.cleaned_data.values())


RowFormSet = forms.formset_factory(RowForm, extra=BLANK_ROWS, max_num=MOST_ROWS, absolute_max=MOST_ROWS + BLANK_ROWS)


def rows_of(formset):
    """What `rate_limits.set_profile` takes, of a valid RowFormSet."""
    return [form.cleaned_data for form in formset if form.is_used]


def initial_of(rows):
    """What a RowFormSet begins with: the rows of a profile's version."""
    return [{name: getattr(row, name) for name in ("provider", "model", *LIMITS)} for row in rows]


def plain(amount):
    """An amount of money as people write it: without zeros that say nothing; None stays None."""
    return None if amount is None else f"{amount.normalize():f}"


class BudgetForm(forms.Form):
    """The budget of a month; whether the amount is valid is the action's to say."""

    monthly_usd = forms.DecimalField(
        label=_("Monthly budget (USD)"),
        required=False,
        max_digits=18,
        decimal_places=10,
        min_value=0,
        help_text=_("For all runs of the organization per calendar month (UTC). Default: no limit."),
    )
