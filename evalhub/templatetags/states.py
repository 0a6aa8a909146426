"""How every state is said and toned on screen: one table, so that the same state looks the same everywhere."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class StateStyle:
    """`tone` is a class of `.chip` ("" is neutral), `icon` a lucide name."""

    label: str
    tone: str
    icon: str


LOOKS = {
    # work that people set up
    "draft": StateStyle(_("Draft"), "", "pencil"),
    "active": StateStyle(_("Active"), "positive", "play"),
    "paused": StateStyle(_("Paused"), "caution", "pause"),
    "completed": StateStyle(_("Completed"), "accent", "check"),
    "open": StateStyle(_("Open"), "info", "plus"),
    "published": StateStyle(_("Published"), "positive", "lock"),
    "deprecated": StateStyle(_("Deprecated"), "", "archive"),
    # work that the worker does
    "pending": StateStyle(_("Waiting"), "", "clock"),
    "waiting": StateStyle(_("Waiting"), "", "clock"),
    "preparing": StateStyle(_("Preparing"), "info", "loader"),
    "ready": StateStyle(_("Ready"), "positive", "check"),
    "queued": StateStyle(_("Waiting"), "", "clock"),
    "running": StateStyle(_("Running"), "info", "loader"),
    "collecting": StateStyle(_("Collecting"), "info", "activity"),
    "succeeded": StateStyle(_("Done"), "positive", "check"),
    "done": StateStyle(_("Done"), "positive", "check"),
    "partly failed": StateStyle(_("Completed, some failed"), "caution", "triangle-alert"),
    "failed": StateStyle(_("Failed"), "negative", "circle-alert"),
    "cancelled": StateStyle(_("Cancelled"), "", "ban"),
    "cancel": StateStyle(_("Cancelled"), "", "ban"),
    "pause": StateStyle(_("Paused"), "caution", "pause"),
    "run": StateStyle(_("Running"), "info", "loader"),
    "expired": StateStyle(_("Expired"), "", "clock"),
    "unreadable": StateStyle(_("Unreadable"), "negative", "circle-alert"),
    "waiting for the provider": StateStyle(_("Waiting for the provider"), "caution", "clock"),
    "valid": StateStyle(_("Valid"), "positive", "check"),
    "invalid": StateStyle(_("Invalid"), "negative", "circle-alert"),
    # an item in an annotator's hands
    "leased": StateStyle(_("In progress"), "info", "pencil"),
    "prefetched": StateStyle(_("Reserved"), "", "clock"),
    "submitted": StateStyle(_("Submitted"), "positive", "check"),
    "skipped": StateStyle(_("Skipped"), "", "skip-forward"),
    "flagged": StateStyle(_("Flagged"), "caution", "flag"),
    "returned": StateStyle(_("Returned"), "caution", "undo-2"),
    "late": StateStyle(_("Late, not counted"), "caution", "clock"),
    "released": StateStyle(_("Released"), "", "undo-2"),
    "withdrawn": StateStyle(_("Withdrawn"), "", "undo-2"),
    # how a quote was found in its source
    "exact": StateStyle(_("Verbatim"), "positive", "check"),
    "whitespace": StateStyle(_("Found, spacing differs"), "positive", "check"),
    "fuzzy": StateStyle(_("Found, wording differs"), "caution", "equal-approximately"),
    "missing": StateStyle(_("Not found in source"), "negative", "search-x"),
    # what an auditor decided
    "accept": StateStyle(_("Accepted"), "positive", "check"),
    "override": StateStyle(_("Overridden"), "caution", "pencil-line"),
    "evidence_wrong": StateStyle(_("Evidence wrong"), "negative", "search-x"),
    "cannot_judge": StateStyle(_("Cannot judge"), "", "circle-question-mark"),
    "guideline_gap": StateStyle(_("Guideline gap"), "caution", "book-open"),
    # what a gate decided
    "passed": StateStyle(_("Passed"), "positive", "circle-check"),
    "undecided": StateStyle(_("Undecided"), "caution", "circle-dashed"),
    # experiments, and what they come to
    "concluded": StateStyle(_("Concluded"), "accent", "circle-check"),
    "archived": StateStyle(_("Archived"), "", "archive"),
    "ship": StateStyle(_("Ship"), "positive", "circle-check"),
    "roll_back": StateStyle(_("Roll back"), "negative", "undo-2"),
    "keep_testing": StateStyle(_("Keep testing"), "caution", "circle-dashed"),
    "inconclusive": StateStyle(_("Inconclusive"), "caution", "circle-dashed"),
    "unhealthy": StateStyle(_("Unhealthy"), "negative", "circle-x"),
    # people, keys, invitations
    "revoked": StateStyle(_("Revoked"), "negative", "ban"),
    "blocked": StateStyle(_("Blocked"), "negative", "ban"),
    "failing": StateStyle(_("Failing"), "caution", "triangle-alert"),
    "disabled": StateStyle(_("Off"), "negative", "ban"),
    "invited": StateStyle(_("Invited"), "info", "mail"),
    "accepted": StateStyle(_("Accepted"), "positive", "check"),
    # what a dataset is for
    "evaluation": StateStyle(_("Evaluation"), "", ""),
    "benchmark": StateStyle(_("Benchmark"), "", ""),
    "golden_set": StateStyle(_("Golden set"), "", ""),
    "annotation_queue": StateStyle(_("Annotation queue"), "", ""),
    # where ground truth comes from
    "adjudicated": StateStyle(_("Adjudicated"), "accent", "gavel"),
    "consensus": StateStyle(_("Consensus"), "positive", "users"),
    "expert": StateStyle(_("Expert"), "accent", "graduation-cap"),
    "imported": StateStyle(_("Imported"), "", "upload"),
    "mixed": StateStyle(_("People and models"), "caution", "users"),
    "single_human": StateStyle(_("One person"), "caution", "user"),
    "mixed_single_human": StateStyle(_("One person and models"), "caution", "user"),
    "llm_panel": StateStyle(_("Models alone"), "caution", "bot"),
}


def look_of(state):
    """The look of a state in any case; a state that is not in the table keeps its own words in the neutral tone."""
    code = str(state).strip().lower()
    return LOOKS.get(code) or StateStyle(code.replace("_", " ").capitalize(), "", "")
