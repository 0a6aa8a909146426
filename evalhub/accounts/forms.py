"""Forms about people, invitations, keys and the own settings."""

import datetime

from allauth.account.forms import ChangePasswordForm, LoginForm
from django import forms
from django.conf import settings
from django.contrib.auth.forms import SetPasswordForm
from django.utils import timezone
from django.utils.formats import number_format
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from evalhub.accounts import bindings
from evalhub.accounts.actions import organization_settings, passwords, request_limits, teams
from evalhub.accounts.models import Role
from evalhub.accounts.models.api_key import usable_scopes
from evalhub.accounts.models.membership import CAPABILITIES

NAME_LENGTH = 120
PASSWORD_HELP = _("At least 10 characters. A few words are easy to remember.")
MOST_INVITED = 100  # at once
MOST_LISTED = 100  # of each kind that a key may be bound to
EXPIRY_DAYS = [("30", _("In 30 days")), ("90", _("In 90 days")), ("365", _("In a year")), ("never", _("Never"))]
# The scopes that the form offers: what a program can do with a key that has it.
SCOPE_WORDS = {
    "send": _("Send model outputs, traces and outcomes of experiments, and read nothing"),
    "read": _("Read datasets, tasks and results, but no ground truth and no exports"),
    "label": _("Annotate items, adjudicate and audit model answers, as far as your role may"),
    "export": _("Read ground truth, create and download exports"),
    "manage": _("Create and change datasets, tasks, evaluations, experiments and limits, and send"),
    "admin": _("Invite people, change roles, keys, webhooks and settings of the organization, and read the audit log"),
}
ROLE_WORDS = {
    Role.ADMIN: _("Full access: datasets, tasks, runs, people."),
    Role.REVIEWER: _("Views all results, annotates, audits models, exports."),
    Role.ANNOTATOR: _("Annotates. Sees only assigned items and their own answers."),
    Role.VIEWER: _("Read-only access."),
}


class InvitationForm(forms.Form):
    """`email` reads as addresses in lower case, each once; `teams` is a queryset."""

    email = forms.CharField(
        label=_("Emails"),
        max_length=20_000,
        help_text=_("One or more. Separate with commas, spaces or lines."),
        widget=forms.Textarea(attrs={"autocomplete": "off", "spellcheck": "false", "translate": "no", "rows": 3}),
    )
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.ANNOTATOR)
    team = forms.ModelChoiceField(
        queryset=None,
        label=_("Team"),
        required=False,
        empty_label=_("None"),
        help_text=_("Joined with the link."),
        widget=forms.Select({"translate": "no", "dir": "auto"}),
    )

    def __init__(self, *args, teams, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["team"].queryset = teams

    def clean_email(self):
        emails = list(dict.fromkeys(self.cleaned_data["email"].lower().replace(",", " ").split()))
        if len(emails) > MOST_INVITED:
            text = gettext("%(n)s addresses. Valid: at most %(most)s at once.")
            raise forms.ValidationError(text % {"n": len(emails), "most": MOST_INVITED})
        return emails


class RoleForm(forms.Form):
    role = forms.ChoiceField(choices=Role.choices)


class TeamForm(forms.Form):
    name = forms.CharField(
        label=_("Name"), max_length=teams.NAME_LENGTH, widget=forms.TextInput(attrs={"autocomplete": "off"})
    )


class TeamMembersForm(forms.Form):
    """`emails` reads as the members of `members`, a queryset, with these addresses."""

    emails = forms.CharField(
        label=_("Emails"),
        max_length=300_000,
        help_text=_("Of members of the organization. Separate with commas or spaces."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "list": "others", "spellcheck": "false"}),
    )

    def __init__(self, *args, members, **kwargs):
        super().__init__(*args, **kwargs)
        self.members = members

    def clean_emails(self):
        wanted = dict.fromkeys(self.cleaned_data["emails"].lower().replace(",", " ").split())
        found = {member.user.email: member for member in self.members.filter(user__email__in=wanted)}
        unknown = next((email for email in wanted if email not in found), None)
        if unknown is not None:
            text = gettext("%(email)s is not a member of the organization. Invite the person first.")
            raise forms.ValidationError(text % {"email": unknown[:254]})
        if not found:
            raise forms.ValidationError(gettext("Enter at least one email."))
        return list(found.values())


class JoinForm(forms.Form):
    """What a new person says about themselves; the address is that of the invitation."""

    name = forms.CharField(
        label=_("Your name"), max_length=NAME_LENGTH, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    password = forms.CharField(
        label=_("Choose a password"),
        strip=False,
        max_length=1000,
        help_text=PASSWORD_HELP,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class FirstAdminForm(JoinForm):
    """The same for a link that is bound to no address."""

    email = forms.EmailField(
        label=_("Email"), max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "username"})
    )
    field_order = ["email", "name", "password"]


class ApiKeyForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        help_text=_("What uses the key, for example “nightly import”."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    scopes = forms.MultipleChoiceField(
        label=_("Scopes"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Choose at least one.")},
    )
    bound_to = forms.ChoiceField(
        label=_("Bound to"),
        required=False,
        help_text=_(
            "The key may then call operations about this object only. Objects that are not listed: over the API."
        ),
        widget=forms.Select({"translate": "no", "dir": "auto"}),
    )
    expires = forms.ChoiceField(label=_("Expires"), choices=EXPIRY_DAYS, initial="90")

    def __init__(self, *args, membership, **kwargs):
        super().__init__(*args, **kwargs)
        usable = usable_scopes(membership.role)
        self.fields["scopes"].choices = [(scope, words) for scope, words in SCOPE_WORDS.items() if scope in usable]
        self.fields["scopes"].initial = ["read"]
        self.newest = {
            kind: {str(row.pk): row for row in each.objects(membership).order_by("-created_at")[:MOST_LISTED]}
            for kind, each in bindings.registry.items()
        }
        self.fields["bound_to"].choices = [("", _("Nothing: all that its owner may reach"))] + [
            (bindings.registry[kind].title, [(f"{kind} {pk}", row.name) for pk, row in rows.items()])
            for kind, rows in self.newest.items()
        ]

    def bound(self):
        """{kind: the chosen object}, empty for a key that is bound to nothing."""
        kind, _space, pk = self.cleaned_data["bound_to"].partition(" ")
        return {kind: self.newest[kind][pk]} if kind else {}

    def expires_at(self):
        """The moment the chosen lifetime ends, None for a key that never expires."""
        days = self.cleaned_data["expires"]
        return None if days == "never" else timezone.now() + datetime.timedelta(days=int(days))


class RequestLimitsForm(forms.Form):
    """Requests a minute of each of REQUEST_LIMITS; `server` has those that hold where a field is empty."""

    LABELS = {
        "query": _("Reading and answering items (each key)"),
        "sync": _("Other changes (each key)"),
        "batch": _("Starting imports, exports and runs (each key)"),
        "organization": _("All keys together"),
    }

    def __init__(self, *args, server, **kwargs):
        super().__init__(*args, **kwargs)
        for kind, label in self.LABELS.items():
            self.fields[kind] = forms.IntegerField(
                label=label,
                required=False,
                min_value=1,
                max_value=request_limits.MOST,
                help_text=_default_words(server[kind]),
            )


def _default_words(number):
    if not number:
        return gettext("Default: no limit.")
    return gettext("Default: %(n)s, the setting of the server.") % {"n": number_format(number, force_grouping=True)}


class OrganizationSettingsForm(forms.Form):
    """`changes()` is what `organization_settings.change` takes."""

    name = forms.CharField(label=_("Name"), max_length=255, widget=forms.TextInput(attrs={"dir": "auto"}))
    time_zone = forms.ChoiceField(
        label=_("Time zone"),
        required=False,
        widget=forms.Select(attrs={"translate": "no"}),
        help_text=_("For days and times on pages. The API always uses UTC."),
    )
    keep_raw_days = forms.IntegerField(
        label=_("Keep raw answers of providers (days)"),
        required=False,
        min_value=0,
        max_value=organization_settings.MOST_DAYS,
    )
    default_model = forms.CharField(
        label=_("Default model"),
        required=False,
        max_length=200,
        widget=forms.TextInput(attrs={"spellcheck": "false", "translate": "no"}),
        help_text=_("Filled in where a form asks for a model, such as openai/gpt-4o-mini."),
    )
    consensus_percent = forms.FloatField(
        label=_("Consensus threshold (%)"),
        required=False,
        min_value=0,
        max_value=100,
        help_text=_("For new tasks. Default: 66.7 %."),
    )
    audit_sample_percent = forms.FloatField(
        label=_("Random audit sample (%)"),
        required=False,
        min_value=0,
        max_value=100,
        help_text=_("For new tasks. Default: 10 %."),
    )

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].choices = [("", "UTC"), *((name, name) for name in organization_settings.time_zones())]
        days = number_format(settings.KEEP_RAW_DAYS, force_grouping=True)
        self.fields["keep_raw_days"].help_text = gettext("Default: %(n)s, the setting of the server.") % {"n": days}

    def changes(self):
        data = dict(self.cleaned_data)
        shares = {"consensus_threshold": "consensus_percent", "audit_sample_share": "audit_sample_percent"}
        for name, percent in shares.items():
            value = data.pop(percent)
            data[name] = None if value is None else value / 100
        return data


class NameForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=NAME_LENGTH,
        help_text=_("Shown to members of your organizations."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )


class LanguageForm(forms.Form):
    language = forms.ChoiceField(
        label=_("Language"),
        required=False,
        widget=forms.RadioSelect,
        choices=lambda: [("", _("Language of the browser")), *settings.LANGUAGES],
    )


class ThemeForm(forms.Form):
    theme = forms.ChoiceField(
        label=_("Theme"),
        required=False,
        widget=forms.RadioSelect,
        choices=[("", _("System")), ("light", _("Light")), ("dark", _("Dark"))],
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
        word(self.fields["login"], _("Email"), autocomplete="username", autofocus=True)
        word(self.fields["password"], _("Password"))


class PasswordForm(ChangePasswordForm):
    """The password change of allauth with our words, and what becomes of the person's API keys."""

    end_keys = forms.BooleanField(label=_("Revoke these API keys too"), required=False)

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        word(self.fields["oldpassword"], _("Current password"))
        word(self.fields["password1"], _("New password"), PASSWORD_HELP)
        word(self.fields["password2"], _("Repeat new password"))
        self.keys = list(passwords.live_keys(self.user))
        if not self.keys:
            del self.fields["end_keys"]

    def save(self):
        passwords.change(
            user=self.user,
            password=self.cleaned_data["password1"],
            how="settings",
            end_keys=self.cleaned_data.get("end_keys", False),
            by=self.user,
        )


class ResetForm(forms.Form):
    email = forms.EmailField(
        label=_("Email"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "username", "autofocus": True}),
    )


class NewPasswordForm(SetPasswordForm):
    """The new password of somebody who has come by a mailed link; their API keys end, as nobody knows who has them."""

    def __init__(self, *args, **kwargs):
        super().__init__(*args, **kwargs)
        word(self.fields["new_password1"], _("New password"), PASSWORD_HELP)
        word(self.fields["new_password2"], _("Repeat new password"))

    def save(self, commit=True):
        password = self.cleaned_data["new_password1"]
        passwords.change(user=self.user, password=password, how="mail", end_keys=True, by=self.user)
        return self.user


def word(field, label, help_text="", **attributes):
    """Set the words around a field; a label needs no placeholder that says the same."""
    field.label, field.help_text = label, help_text
    field.widget.attrs.pop("placeholder", None)
    field.widget.attrs.update(attributes)
