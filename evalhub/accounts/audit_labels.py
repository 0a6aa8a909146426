"""The actions of the audit trail in words, and the groups they are searched by."""

from django.utils.translation import gettext_lazy as _

# What comes before the first dot of an action, in the order of the page.
GROUPS = {
    "sign_in": _("Sign-ins"),
    "password": _("Passwords"),
    "membership": _("Roles"),
    "team": _("Teams"),
    "invitation": _("Invitations"),
    "api_key": _("API keys"),
    "request_limits": _("Request limits"),
    "webhook": _("Webhooks"),
    "organization": _("Organization settings"),
    "provider_key": _("Provider keys"),
    "file": _("Downloads"),
    "audit_log": _("Audit log"),
    "export": _("Exports"),
    "import": _("Imports"),
    "dataset": _("Datasets"),
    "version": _("Dataset versions"),
    "task": _("Tasks"),
    "form": _("Forms"),
    "metric": _("Metrics"),
    "item": _("Items"),
    "lease": _("Leases"),
    "late": _("Late answers"),
    "bulk": _("Bulk operations"),
    "view": _("Saved views"),
    "adjudication": _("Adjudication"),
    "annotator": _("Models and judges"),
    "run": _("Runs"),
    "work": _("Operations"),
    "budget": _("Budgets"),
    "rate_limits": _("Rate limits"),
    "routing": _("Routing"),
    "judge": _("Judge calibration"),
    "quality": _("Quality observations"),
    "grading": _("Gradings"),
    "job": _("Result reviews"),
    "prompt": _("Prompts"),
    "method": _("Methods"),
    "benchmark_suite": _("Benchmark suites"),
    "suite_run": _("Benchmark runs"),
    "study": _("Studies"),
    "evaluation": _("Evaluations"),
    "gate": _("Gates"),
    "evidence": _("Evidence"),
    "evidence_window": _("Evidence sets"),
}
WORDS = {
    "sign_in.succeeded": _("Signed in"),
    "sign_in.failed": _("Sign-in failed"),
    "password.changed": _("Password changed"),
    "password.reset_asked": _("Password reset requested"),
    "membership.set": _("Role granted"),
    "membership.role_changed": _("Role changed"),
    "membership.removed": _("Person removed"),
    "api_key.created": _("API key created"),
    "api_key.revoked": _("API key revoked"),
    "organization.changed": _("Organization settings changed"),
    "provider_key.set": _("Provider key set"),
    "provider_key.removed": _("Provider key removed"),
    "provider_key.tested": _("Provider key tested"),
    "file.downloaded": _("File downloaded"),
    "audit_log.exported": _("Audit log exported"),
    "work.restarted": _("Crashed work restarted"),
}


def words_of(action):
    """The action for people, or its group where it has no words of its own; the action itself stands beside them."""
    return WORDS.get(action) or GROUPS.get(action.partition(".")[0], action)
