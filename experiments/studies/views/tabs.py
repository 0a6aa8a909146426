"""The tabs over the parts of one study, and the trails back to the lists."""

from django.urls import reverse
from django.utils.translation import gettext as _


def study_tabs(study, current):
    """The tabs of one study; `current` is "overview", "rubrics", "verdicts" or "scorers"."""
    shown = [
        ("overview", _("Overview"), "experiments:study_detail"),
        ("rubrics", _("Rubrics"), "experiments:study_rubrics"),
        ("verdicts", _("Verdicts"), "experiments:study_verdicts"),
        ("scorers", _("Scorers"), "experiments:study_scorers"),
    ]
    return [
        {"label": label, "href": reverse(name, args=[study.pk]), "current": key == current}
        for key, label, name in shown
    ]


def trail_of_window():
    return [{"label": _("Evidence sets"), "href": reverse("experiments:window_list")}]


def trail_of_study():
    return [{"label": _("Studies"), "href": reverse("experiments:study_list")}]
