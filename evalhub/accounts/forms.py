"""Forms about people, invitations, keys and the own settings."""

import datetime

from allauth.account.forms import ChangePasswordForm, LoginForm
from django import forms
from django.utils import timezone

from evalhub.accounts.models import ApiKey, Role
from evalhub.accounts.models.membership import CAPABILITIES

NAME_LENGTH = 120
PASSWORD_HELP = "At least 10 characters. A few words are easy to keep in mind."
EXPIRY_DAYS = [("30", "In 30 days"), ("90", "In 90 days"), ("365", "In a year"), ("never", "Never")]
SCOPE_WORDS = {
    "read": "Read datasets, tasks and results",
    "annotate": "Take items and submit annotations",
    "audit": "Audit judgements of models",
    "export": "Make and download exports",
    "manage": "Change datasets, tasks, people and keys",
}
ROLE_WORDS = {
    Role.ADMIN: "Everything: datasets, tasks, runs, people.",
    Role.REVIEWER: "Sees all results, annotates, audits models, exports.",
    Role.ANNOTATOR: "Annotates; sees only what is in hand and the own answers.",
    Role.VIEWER: "Reads everything, changes nothing.",
}


class PeopleFilter(forms.Form):
    q = forms.CharField(label="Name or e-mail", required=False, max_length=200)
    role = forms.ChoiceField(required=False, choices=[("", "All roles"), *Role.choices])
    after = forms.CharField(required=False, max_length=254, widget=forms.HiddenInput)


class InvitationForm(forms.Form):
    email = forms.EmailField(label="E-mail", max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "off"}))
    role = forms.ChoiceField(choices=Role.choices, initial=Role.ANNOTATOR)


class RoleForm(forms.Form):
    role = forms.ChoiceField(choices=Role.choices)


class JoinForm(forms.Form):
    """What a new person says about themselves; the address is that of the invitation."""

    name = forms.CharField(
        label="Your name", max_length=NAME_LENGTH, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    password = forms.CharField(
        label="Choose a password",
        strip=False,
        max_length=1000,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class ApiKeyForm(forms.Form):
    name = forms.CharField(
        max_length=NAME_LENGTH,
        help_text="What uses the key, for example: nightly import.",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label="The key may", widget=forms.CheckboxSelectMultiple, error_messages={"required": "Choose at least one."}
    )
    expires = forms.ChoiceField(label="It ends", choices=EXPIRY_DAYS, initial="90")

    def __init__(self, *args, role, **kwargs):
        super().__init__(*args, **kwargs)
        usable = ApiKey.default_scopes(role)
        self.fields["scopes"].choices = [(scope, SCOPE_WORDS[scope]) for scope in usable]
        self.fields["scopes"].initial = [scope for scope in usable if scope != "manage"]

    def expires_at(self):
        """The moment the chosen lifetime ends, None for a key that never expires."""
        days = self.cleaned_data["expires"]
        return None if days == "never" else timezone.now() + datetime.timedelta(days=int(days))


class KeyPageForm(forms.Form):
    after = forms.UUIDField(required=False)


class NameForm(forms.Form):
    name = forms.CharField(
        label="Name",
        max_length=NAME_LENGTH,
        help_text="Shown to the people of your organizations.",
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


class ThemeForm(forms.Form):
    theme = forms.ChoiceField(
        required=False, choices=[("", "As the system"), ("light", "Light"), ("dark", "Dark")], widget=forms.RadioSelect
    )


class OrganizationForm(forms.Form):
    organization = forms.UUIDField()


def role_descriptions():
    """[(title, words)] of all roles, for the page that hands them out."""
    return [(role.label, ROLE_WORDS[role]) for role in CAPABILITIES]


class SignInForm(LoginForm):
    """The sign-in of allauth with our words; password managers find both fields."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        word(self.fields["login"], "E-mail", autocomplete="username", autofocus=True)
        word(self.fields["password"], "Password")


class PasswordForm(ChangePasswordForm):
    """The password change of allauth with our words."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        word(self.fields["oldpassword"], "Current password")
        word(self.fields["password1"], "New password", PASSWORD_HELP)
        word(self.fields["password2"], "New password again")


def word(field, label, help_text="", **attributes):
    """Set the words around a field; a label needs no placeholder that says the same."""
    field.label, field.help_text = label, help_text
    field.widget.attrs.pop("placeholder", None)
    field.widget.attrs.update(attributes)
