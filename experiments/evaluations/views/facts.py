"""The five facts on top of an evaluation, and the sentences about what it found."""

from collections import Counter
from dataclasses import dataclass

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from evalhub.lib.charts import numbers
from evalhub.templatetags.components import duration
from evalhub.templatetags.states import look_of
from experiments.evaluations import summary_estimates


@dataclass(frozen=True)
class Fact:
    """Without a `value`, `reason` says why; `kind` is whose mark stands before the label."""

    label: str
    value: str = ""
    note: str = ""
    reason: str = ""
    kind: str = ""
    href: str = ""


def facts_of(evaluation, rows, main, n_complete, spent):
    """Facts of MetricRows; `main` is the row that speaks for the evaluation, `spent` what its calls cost."""
    values = {"n": numbers.count(n_complete), "all": numbers.count(evaluation.n_outputs)}
    n_failed = evaluation.n_outputs - n_complete
    note = _("none failed")
    if not evaluation.has_ended:
        note = _("more to come")
    elif n_failed:
        n = len({code for row in rows for code in row.summary.failed})
        words = ngettext("%(failed)s not, %(n)s reason", "%(failed)s not, %(n)s reasons", n)
        note = words % {"failed": numbers.count(n_failed), "n": n}
    href = reverse("experiments:result_list", args=[evaluation.pk])
    return [
        Fact(_("Scored on every metric"), _("%(n)s of %(all)s") % values, note, href=href),
        *([_metric(main), _people(main)] if main else []),
        _cost(spent),
        _gate(evaluation),
    ]


def main_row(rows):
    """The row that speaks for the evaluation: the first of a jury, else of a model, else the first."""
    by_kind = {row.summary.annotator.kind: row for row in reversed(rows)}
    return by_kind.get("jury") or by_kind.get("llm") or (rows[0] if rows else None)


def _metric(row):
    note = ", ".join(filter(None, (row.interval or row.reason, numbers.counted(row.summary.n_cases))))
    note = note if row.value else ""  # the reason is in place of the value
    name = summary_estimates.titled(row.summary.question, row.summary.reducer)
    return Fact(name, row.value, note, row.reason, row.summary.annotator.kind)


def _people(row):
    label = _("%(metric)s, people") % {"metric": row.name}
    if row.people is None:
        return Fact(label, reason=_("No labels yet"), kind="human")
    return Fact(label, row.people_text, row.people_note, kind="human")


def _cost(spent):
    label = _("Cost")
    if not spent.calls:
        return Fact(label, "$0", _("no call of a model"))
    calls = ngettext("%(n)s call", "%(n)s calls", spent.calls) % {"n": numbers.count(spent.calls)}
    if spent.simulated and not spent.cost_usd:
        return Fact(label, "$0", _("%(calls)s, simulated") % {"calls": calls})
    if spent.cost_usd is None or spent.unpriced_calls:
        return Fact(label, reason=_("No known price"), note=calls)
    return Fact(label, numbers.usd(float(spent.cost_usd)), calls)


def _gate(evaluation):
    """What the newest decision of a gate says; how long it took where no gate has decided."""
    newest = evaluation.gate_results.select_related("gate").order_by("-decided_at", "-pk").first()
    if newest is None:
        return _time(evaluation)
    label = _("Gate: %(name)s") % {"name": newest.gate.name} if newest.gate else _("Gate")
    counts = Counter(condition["state"] for condition in newest.conditions)
    note = ", ".join(f"{numbers.count(n)} {look_of(state).label.lower()}" for state, n in counts.most_common())
    return Fact(label, str(look_of(newest.state).label), note)


def _time(evaluation):
    label = _("Duration")
    if evaluation.started_at is None or evaluation.finished_at is None:
        return Fact(label, reason=_("Not finished yet"))
    return Fact(label, duration((evaluation.finished_at - evaluation.started_at).total_seconds()))


def findings_of(main):
    """Sentences: what the main metric says, what people say of the same outputs, and how far failures could move it."""
    if main is None or not main.value:
        return []
    name = summary_estimates.titled(main.summary.question, main.summary.reducer)
    values = {"metric": name, "value": main.value, "interval": main.interval}
    found = [
        _("%(metric)s is %(value)s (%(interval)s).") % values
        if main.interval
        else _("%(metric)s is %(value)s.") % values
    ]
    if main.people is not None:
        words = _("People gave the same outputs %(value)s (%(note)s).")
        found.append(words % {"value": main.people_text, "note": main.people_note})
    return found + ([main.could_be] if main.could_be else [])
