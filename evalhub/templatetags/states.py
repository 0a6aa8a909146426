"""How every state is said and toned on screen: one table, so that the same state looks the same everywhere."""

from dataclasses import dataclass


@dataclass(frozen=True)
class StateLook:
    """`tone` is a class of `.chip` ("" is neutral), `icon` a lucide name."""

    label: str
    tone: str
    icon: str


LOOKS = {
    # work that people set up
    "draft": StateLook("Draft", "", "pencil"),
    "active": StateLook("Active", "positive", "play"),
    "paused": StateLook("Paused", "caution", "pause"),
    "completed": StateLook("Completed", "accent", "check"),
    "published": StateLook("Published", "positive", "lock"),
    "deprecated": StateLook("Deprecated", "", "archive"),
    # work that the worker does
    "pending": StateLook("Waiting", "", "clock"),
    "preparing": StateLook("Preparing", "info", "loader"),
    "ready": StateLook("Ready", "positive", "check"),
    "queued": StateLook("Waiting", "", "clock"),
    "running": StateLook("Running", "info", "loader"),
    "succeeded": StateLook("Done", "positive", "check"),
    "done": StateLook("Done", "positive", "check"),
    "failed": StateLook("Failed", "negative", "circle-alert"),
    "cancelled": StateLook("Cancelled", "", "ban"),
    "cancel": StateLook("Cancelled", "", "ban"),
    "pause": StateLook("Paused", "caution", "pause"),
    "run": StateLook("Running", "info", "loader"),
    "expired": StateLook("Expired", "", "clock"),
    "valid": StateLook("Valid", "positive", "check"),
    "invalid": StateLook("Invalid", "negative", "circle-alert"),
    # an item in an annotator's hands
    "leased": StateLook("In work", "info", "pencil"),
    "prefetched": StateLook("Reserved", "", "clock"),
    "submitted": StateLook("Submitted", "positive", "check"),
    "skipped": StateLook("Skipped", "", "skip-forward"),
    "flagged": StateLook("Flagged", "caution", "flag"),
    "returned": StateLook("Returned", "caution", "undo-2"),
    "late": StateLook("Late, not counted", "caution", "clock"),
    "released": StateLook("Released", "", "undo-2"),
    "withdrawn": StateLook("Withdrawn", "", "undo-2"),
    # how a quote was found in its source
    "exact": StateLook("Found word for word", "positive", "check"),
    "whitespace": StateLook("Found, spacing differs", "positive", "check"),
    "fuzzy": StateLook("Found, wording differs", "caution", "equal-approximately"),
    "missing": StateLook("Not found in source", "negative", "search-x"),
    # what an auditor decided
    "accept": StateLook("Accepted", "positive", "check"),
    "override": StateLook("Overridden", "caution", "pencil-line"),
    "evidence_wrong": StateLook("Evidence wrong", "negative", "search-x"),
    "cannot_judge": StateLook("Cannot judge", "", "circle-question-mark"),
    # people, keys, invitations
    "revoked": StateLook("Revoked", "negative", "ban"),
    "blocked": StateLook("Blocked", "negative", "ban"),
    "invited": StateLook("Invited", "info", "mail"),
    "accepted": StateLook("Accepted", "positive", "check"),
    # where ground truth comes from
    "adjudicated": StateLook("Adjudicated", "accent", "gavel"),
    "consensus": StateLook("Consensus", "positive", "users"),
    "expert": StateLook("Expert", "accent", "graduation-cap"),
    "imported": StateLook("Imported", "", "upload"),
}


def look_of(state):
    """The look of a state in any case; a state that is not in the table keeps its own words in the neutral tone."""
    code = str(state).strip().lower()
    return LOOKS.get(code) or StateLook(code.replace("_", " ").capitalize(), "", "")
