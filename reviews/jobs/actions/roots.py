"""Where an organization's job directories may lie on this server, and whose the inbox is."""

from pathlib import Path

from django.conf import settings
from django.utils.translation import gettext as _

from evalhub.accounts.models import Organization
from reviews.jobs.errors import JobError


def roots_of(organization):
    """The folders below which this organization may register directories; an entry without a name is for the owner."""
    is_owner = organization == owner()
    return [path for slug, path in settings.JOB_ROOTS if slug == organization.slug or not slug and is_owner]


def owner():
    """The organization of unnamed roots, the inbox and the command line; None when that is not clear."""
    if settings.JOB_ORGANIZATION:
        return Organization.objects.filter(slug=settings.JOB_ORGANIZATION).first()
    first = list(Organization.objects.order_by("created_at")[:2])
    return first[0] if len(first) == 1 else None


def allowed(organization, location):
    """The Path of a directory strictly below a root of the organization; JobError `directory_invalid` otherwise.

    Links are refused when the directory is opened; here only names count, so a `..` is never followed.
    """
    path = Path(str(location))
    roots = roots_of(organization)
    if not path.is_absolute() or ".." in path.parts or not any(root in path.parents for root in roots):
        valid = ", ".join(map(str, roots)) or _("none is set up; upload an archive")
        raise JobError(
            _("The directory is not in a folder of your organization. Valid: %(valid)s.") % {"valid": valid},
            category="directory_invalid",
            field="job_dir",
        )
    return path
