"""Why a score is missing, in words that follow a number or stand alone."""

from django.utils.translation import gettext_lazy as _

REASONS = {
    "no_rubric": _("without a rubric"),
    "not_asked": _("not started"),
    "waiting": _("running"),
    "failed": _("failed"),
    "cancelled": _("cancelled"),
    "withdrawn": _("withdrawn"),
    "unanswered": _("not answered"),
}
BROKEN = ("no_rubric", "failed")
