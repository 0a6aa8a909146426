"""A member as an annotator: what they did, expertise and languages, and whether they are given items."""

from django import forms
from django.contrib import messages
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from annotations.progress.actions import own_work, person_work
from annotations.progress.charts import PersonSubject
from annotations.progress.views import my_work, overview
from annotations.queue.actions import people
from annotations.tasks.actions import annotators
from annotations.tasks.forms.comma_list import CommaListField
from annotations.tasks.models import Annotator
from evalhub.accounts.access import requires
from evalhub.accounts.models import Membership
from evalhub.lib.charts import panels
from evalhub.lib.errors import InvalidInput

PAGE = "annotations/progress/person.html"


class ProfileForm(forms.Form):
    expertise_tags = CommaListField(
        required=False,
        max_length=2_000,
        label=gettext_lazy("Expertise"),
        help_text=gettext_lazy("Separate with commas, such as medicine, law."),
        widget=forms.TextInput(attrs={"dir": "auto"}),
    )
    languages = CommaListField(
        required=False,
        max_length=1_000,
        label=gettext_lazy("Languages"),
        help_text=gettext_lazy("Codes such as en, de or pt-BR. Separate with commas."),
        widget=forms.TextInput(attrs={"translate": "no"}),
    )


class BlockForm(forms.Form):
    reason = forms.CharField(
        max_length=people.REASON_LENGTH,
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("Kept in the audit log. The person does not see it."),
        widget=forms.Textarea(attrs={"rows": 2, "dir": "auto"}),
    )


@requires("admin")
@require_http_methods(["GET", "POST"])
def person(request, membership_id):
    """What is known of one member; a POST saves expertise and languages."""
    member = _member(request, membership_id)
    form = ProfileForm(request.POST if request.method == "POST" else None, initial=_initial(member))
    if form.is_bound and form.is_valid():
        try:
            people.describe(annotator=annotators.of_member(member), **form.cleaned_data, by=request.user)
        except InvalidInput as error:
            form.add_error(error.details.get("path"), error.details.get("problem", error.message))
        else:
            messages.success(request, _("Saved."))
            return redirect("annotations:person", membership_id)
    return _page(request, member, form, BlockForm(), status=422 if form.is_bound else 200)


@requires("admin")
@require_POST
def person_block(request, membership_id):
    """Block a member with a reason, or unblock them."""
    member = _member(request, membership_id)
    words = {"person": member.user.display_name}
    if request.POST.get("do") == "unblock":
        people.unblock(annotator=annotators.of_member(member), by=request.user)
        messages.success(request, _("%(person)s is given items again.") % words)
        return redirect("annotations:person", membership_id)
    form = BlockForm(request.POST)
    if form.is_valid():
        try:
            people.block(annotator=annotators.of_member(member), by=request.user, **form.cleaned_data)
        except InvalidInput as error:
            form.add_error("reason", error.details.get("problem", error.message))
        else:
            messages.success(request, _("%(person)s is blocked: no new item. Their answers are kept.") % words)
            return redirect("annotations:person", membership_id)
    return _page(request, member, ProfileForm(initial=_initial(member)), form, status=422)


def blocked_among(members):
    """{user id: "blocked"} of the members who are; one statement."""
    if not members:
        return {}
    users = [member.user_id for member in members]
    found = Annotator.objects.people().filter(organization=members[0].organization_id, user__in=users)
    return dict.fromkeys(found.filter(blocked_at__isnull=False).values_list("user", flat=True), "blocked")


def _member(request, membership_id):
    found = Membership.objects.for_organization(request.organization).select_related("user", "organization")
    return get_object_or_404(found, pk=membership_id)


def _annotator(member):
    """The member's annotator, or a blank one that is not stored: reading makes none."""
    known = Annotator.objects.people().filter(organization=member.organization, user=member.user).first()
    return known or Annotator(organization=member.organization, user=member.user, kind="human")


def _initial(member):
    annotator = _annotator(member)
    return {name: getattr(annotator, name) for name in ("expertise_tags", "languages")}


def _page(request, member, profile, block, *, status):
    annotator = _annotator(member)
    work = person_work.of_annotator(annotator)
    subject = PersonSubject(work.weeks, own_work.LEAST_ITEMS, overview.named)
    context = {
        "work": work,
        "per_hour": round(3600 / work.median_seconds) if work.median_seconds else None,
        "agreement": [(each, my_work.bounds_of(each.interval)) for each in work.agreement],
        "least_items": own_work.LEAST_ITEMS,
        "panels": panels("person", subject),
        "trail": [{"label": _("People"), "href": reverse("people_list")}],
        "member": member,
        "annotator": annotator,
        "profile": profile,
        "blocking": block,
        "events": people.blocks_of(annotator=annotator),
    }
    return render(request, PAGE, context, status=status)
