"""Forms about webhooks."""

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evalhub.events.actions.webhooks import LONGEST_DESCRIPTION, EndpointFields
from evalhub.events.event_types import offered
from evalhub.lib.egress import addresses


class WebhookForm(forms.Form):
    url = forms.CharField(
        label=_("Address"),
        max_length=addresses.LONGEST,
        help_text=_("It gets a POST for each event. Valid: https, or http on port 80, at a public address."),
        widget=forms.URLInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    description = forms.CharField(label=_("Description"), max_length=LONGEST_DESCRIPTION, required=False)
    event_types = forms.MultipleChoiceField(
        label=_("Events"),
        required=False,
        help_text=_("With none chosen it gets all of them, later ones too."),
        widget=forms.CheckboxSelectMultiple,
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["event_types"].choices = [(key, gettext(declared.title)) for key, declared in offered.items()]

    @property
    def endpoint_fields(self) -> EndpointFields:
        """The EndpointFields of a valid form."""
        return EndpointFields(**self.cleaned_data)


class SinceForm(forms.Form):
    """From which moment on what failed is sent again."""

    since = forms.DateTimeField(
        label=_("Failed since"), widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M")
    )
