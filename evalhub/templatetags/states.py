"""How every state is said and toned on screen: one table, so that the same state looks the same everywhere."""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class StateLook:
    """`tone` is a class of `.chip` ("" is neutral), `icon` a lucide name."""

    label: str
    tone: str
    icon: str


LOOKS = {
    # work that people set up
    "draft": StateLook(_("Draft"), "", "pencil"),
    "active": StateLook(_("Active"), "positive", "play"),
    "paused": StateLook(_("Paused"), "caution", "pause"),
    "completed": StateLook(_("Completed"), "accent", "check"),
    "open": StateLook(_("Open"), "info", "plus"),
    "published": StateLook(_("Published"), "positive", "lock"),
    "deprecated": StateLook(_("Deprecated"), "", "archive"),
    # work that the worker does
    "pending": StateLook(_("Waiting"), "", "clock"),
    "waiting": StateLook(_("Waiting"), "", "clock"),
    "preparing": StateLook(_("Preparing"), "info", "loader"),
    "ready": StateLook(_("Ready"), "positive", "check"),
    "queued": StateLook(_("Waiting"), "", "clock"),
    "running": StateLook(_("Running"), "info", "loader"),
    "succeeded": StateLook(_("Done"), "positive", "check"),
    "done": StateLook(_("Done"), "positive", "check"),
    "partly failed": StateLook(_("Completed, some failed"), "caution", "triangle-alert"),
    "failed": StateLook(_("Failed"), "negative", "circle-alert"),
    "cancelled": StateLook(_("Cancelled"), "", "ban"),
    "cancel": StateLook(_("Cancelled"), "", "ban"),
    "pause": StateLook(_("Paused"), "caution", "pause"),
    "run": StateLook(_("Running"), "info", "loader"),
    "expired": StateLook(_("Expired"), "", "clock"),
    "unreadable": StateLook(_("Unreadable"), "negative", "circle-alert"),
    "waiting for the provider": StateLook(_("Waiting for the provider"), "caution", "clock"),
    "valid": StateLook(_("Valid"), "positive", "check"),
    "invalid": StateLook(_("Invalid"), "negative", "circle-alert"),
    # an item in an annotator's hands
    "leased": StateLook(_("In progress"), "info", "pencil"),
    "prefetched": StateLook(_("Reserved"), "", "clock"),
    "submitted": StateLook(_("Submitted"), "positive", "check"),
    "skipped": StateLook(_("Skipped"), "", "skip-forward"),
    "flagged": StateLook(_("Flagged"), "caution", "flag"),
    "returned": StateLook(_("Returned"), "caution", "undo-2"),
    "late": StateLook(_("Late, not counted"), "caution", "clock"),
    "released": StateLook(_("Released"), "", "undo-2"),
    "withdrawn": StateLook(_("Withdrawn"), "", "undo-2"),
    # how a quote was found in its source
    "exact": StateLook(_("Verbatim"), "positive", "check"),
    "whitespace": StateLook(_("Found, spacing differs"), "positive", "check"),
    "fuzzy": StateLook(_("Found, wording differs"), "caution", "equal-approximately"),
    "missing": StateLook(_("Not found in source"), "negative", "search-x"),
    # what an auditor decided
    "accept": StateLook(_("Accepted"), "positive", "check"),
    "override": StateLook(_("Overridden"), "caution", "pencil-line"),
    "evidence_wrong": StateLook(_("Evidence wrong"), "negative", "search-x"),
    "cannot_judge": StateLook(_("Cannot judge"), "", "circle-question-mark"),
    "guideline_gap": StateLook(_("Guideline gap"), "caution", "book-open"),
    # people, keys, invitations
    "revoked": StateLook(_("Revoked"), "negative", "ban"),
    "blocked": StateLook(_("Blocked"), "negative", "ban"),
    "invited": StateLook(_("Invited"), "info", "mail"),
    "accepted": StateLook(_("Accepted"), "positive", "check"),
    # what a dataset is for
    "evaluation": StateLook(_("Evaluation"), "", ""),
    "benchmark": StateLook(_("Benchmark"), "", ""),
    "golden_set": StateLook(_("Golden set"), "", ""),
    "annotation_queue": StateLook(_("Annotation queue"), "", ""),
    # where ground truth comes from
    "adjudicated": StateLook(_("Adjudicated"), "accent", "gavel"),
    "consensus": StateLook(_("Consensus"), "positive", "users"),
    "expert": StateLook(_("Expert"), "accent", "graduation-cap"),
    "imported": StateLook(_("Imported"), "", "upload"),
    "mixed": StateLook(_("People and models"), "caution", "users"),
    "single_human": StateLook(_("One person"), "caution", "user"),
    "mixed_single_human": StateLook(_("One person and models"), "caution", "user"),
    "llm_panel": StateLook(_("Models alone"), "caution", "bot"),
}


def look_of(state):
    """The look of a state in any case; a state that is not in the table keeps its own words in the neutral tone."""
    code = str(state).strip().lower()
    return LOOKS.get(code) or StateLook(code.replace("_", " ").capitalize(), "", "")
