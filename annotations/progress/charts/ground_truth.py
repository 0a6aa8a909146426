"""How many items have ground truth, and who it comes from: that of people apart from what is provisional."""

from annotations.progress.charts import NO_LABEL, UNDECIDED
from evalhub.lib import charts
from evalhub.lib.charts import numbers
from evalhub.lib.translation import gettext as _
from evalhub.lib.translation import gettext_noop

# (label, sources, tone), best first
PARTS = (
    (gettext_noop("Adjudicated"), ("adjudicated", "expert", "imported"), "done"),
    (gettext_noop("Consensus of people"), ("consensus",), "nearly"),
    (
        gettext_noop("One person, or people with models (provisional)"),
        ("mixed", "single_human", "mixed_single_human"),
        "begun",
    ),
    (gettext_noop("Models alone (provisional)"), ("llm_panel",), "faintly"),
    (gettext_noop("No agreement yet"), (UNDECIDED,), "attention"),
    (gettext_noop("No label yet"), (NO_LABEL,), "rest"),
)


@charts.registry.register("task_ground_truth")
class TaskGroundTruth(charts.PageChart):
    page = "task_overview"
    title = gettext_noop("Ground truth")
    order = 20

    def chart(self, subject):
        total = sum(subject.truth.values())
        if not total:
            return None
        parts = [
            charts.State(_(label), sum(subject.truth.get(source, 0) for source in sources), tone)
            for label, sources, tone in PARTS
        ]
        words = {"done": numbers.count(parts[0].count + parts[1].count), "total": numbers.count(total)}
        share = numbers.percent_short(subject.task.consensus_threshold)
        return charts.progress_by_state(
            parts,
            title=_("Ground truth"),
            finding=_("%(done)s of %(total)s items have ground truth by people") % words,
            definition=_("Consensus threshold: %(share)s of the votes.") % {"share": share},
        )
