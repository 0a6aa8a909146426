"""How the rules of gates are called on pages."""

from django.utils.translation import gettext_lazy as _

from experiments.gates.models.gate import LAST_PASSED, NONE, OWN, PINNED

BASELINE_RULES = {
    NONE: _("No baseline"),
    PINNED: _("A pinned evaluation"),
    LAST_PASSED: _("The last evaluation that passed"),
    OWN: _("The baseline of the evaluation itself"),
}
