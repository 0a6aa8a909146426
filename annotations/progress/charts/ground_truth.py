"""How far the ground truth of a task's items is; each item is in one state."""

from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

# (label, step of `completion`, tone), best first
PARTS = (
    (gettext_noop("Fully decided"), "full", "done"),
    (gettext_noop("Decided in part"), "part", "nearly"),
    (gettext_noop("Labels differ"), "contested", "attention"),
    (gettext_noop("One label, more needed"), "waiting", "begun"),
    (gettext_noop("Labelled, not decided"), "undecided", "faintly"),
    (gettext_noop("No label"), "unlabelled", "rest"),
)


@charts.registry.register("task_ground_truth")
class TaskGroundTruth(charts.PageChart):
    page = "task_truth"
    title = gettext_noop("Ground truth")

    def chart(self, subject):
        parts = [charts.State(_(label), subject.truth.items[step], tone) for label, step, tone in PARTS]
        total = sum(part.count for part in parts)
        if not total:
            return None
        words = {"total": numbers.count(total)} | {
            name: numbers.count(subject.truth.items[name]) for name in ("full", "part")
        }
        share = numbers.percent_short(subject.task.consensus_threshold)
        return charts.progress_by_state(
            parts,
            title=_("Ground truth"),
            finding=_("%(full)s of %(total)s items fully decided by people, %(part)s in part") % words,
            definition=_("Consensus threshold: %(share)s of the votes.") % {"share": share},
        )
