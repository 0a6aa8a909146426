"""The report of an experiment as a PDF file: the blocks of its page, from the same stored look."""

from django.http import HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from evalhub.lib.charts import numbers
from evalhub.lib.pdf import document
from evalhub.lib.pdf.document import Block
from evalhub.templatetags.states import look_of
from experiments.trials.analysis.health import FAILED, PASSED, WAITING
from experiments.trials.models.experiment_metric import GUARDRAIL, LOWER
from experiments.trials.views import results
from experiments.trials.views.experiments import plan_context
from experiments.trials.views.frame import variants_of
from experiments.trials.views.labels import TYPE_LABELS

TONES = {PASSED: "positive", FAILED: "negative", WAITING: "caution"}


def content(experiment, look, position="") -> bytes:
    """Of one look, `position` that of a treatment. The same look of the same experiment is the same file, in one
    language."""
    context = {"variants": variants_of(experiment)} | plan_context(experiment)
    context |= results.shown(experiment, look, position)
    state = str(look_of(experiment.status).label)
    when = {"n": look.number, "date": _moment(look.looked_at)}
    origin = (str(experiment.pk), _("look %(n)s") % when, f"sha256 {look.data_fingerprint[:12]}", look.code_version)
    words = {PASSED: _("passed"), FAILED: _("failed"), WAITING: _("not yet")}
    rows = [(each["label"], each["reason"], words[each["state"]], TONES[each["state"]]) for each in context["checks"]]
    note = _("The figures below are grey: they come from data that are not healthy.")
    found = [document.heading(_("Health")), document.checks(rows)]
    return document.render(
        title=experiment.name,
        lead=", ".join([str(TYPE_LABELS[experiment.type]), state, _("look %(n)s of %(date)s") % when]),
        footer=" · ".join(origin),
        language=(get_language() or "en").split("-")[0],
        blocks=[
            document.verdict(look.sentence, context["verdict"]["words"], context["verdict"]["tone"]),
            *([*found, document.paragraph(note)] if context["is_unhealthy"] else found),
            *_pictures(context),
            *_traffic(context),
            *_slices(context),
            *_decision(experiment),
            *_plan(experiment, context),
            *_origin(experiment, look),
        ],
    )


def answer(experiment, look, position="") -> HttpResponse:
    """The file to download."""
    name = f"experiment-{experiment.pk}-look-{look.number}.pdf"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return HttpResponse(content(experiment, look, position), content_type="application/pdf", headers=headers)


def _moment(moment):
    return f"{moment:%Y-%m-%d %H:%M} UTC"


def _pictures(context) -> list[Block]:
    titles = {
        "sequence": _("Primary metric at each look"),
        "metrics": _("Metrics"),
        "guardrails": _("Guardrails"),
        "outcomes": _("Wins, ties, losses"),
        "posterior": _("Posterior"),
    }
    below = {"metrics": [document.paragraph(context["worth"])] if context["worth"] else []}
    below["posterior"] = [document.facts(context["beliefs"])]
    found = []
    for key, title in titles.items():
        picture = context["pictures"][key]
        if picture is not None:
            drawn = document.chart(picture, is_grey=context["is_unhealthy"])
            found += [document.heading(title), drawn, *below.get(key, [])]
        elif key == "metrics":
            none = _("Nothing has been measured in both variants yet.")
            found += [document.heading(title), document.paragraph(none)]
        elif key == "sequence":
            found += [document.heading(title), document.paragraph(context["why_no_sequence"])]
    return found


def _traffic(context) -> list[Block]:
    """Units and quantiles of traffic, shares and gains of a bandit; nothing of cases."""
    found = []
    if context.get("traffic"):
        heads = (
            _("Variant"),
            _("Share of new units"),
            _("Chance to be best"),
            _("Units"),
            _("Without outcome"),
            _("Mean"),
        )
        rows = [
            (each["name"], each["share"], each["chance"] or "–", *map(numbers.count, _units(each)), each["mean"])
            for each in context["traffic"]
        ]
        found += [document.heading(_("Units of each variant")), document.table(heads, rows)]
    if context.get("allocation"):
        picture = document.chart(context["allocation"], is_grey=context["is_unhealthy"])
        found += [document.heading(_("Shares of new units over time")), picture]
    if context.get("bandit"):
        rows = [(name, _("%(gain)s a unit") % {"gain": gain}) for name, gain, _of_all in context["bandit"]["gains"]]
        found += [document.heading(_("What the bandit gained")), document.facts(rows)]
    if context.get("quantiles"):
        heads = (_("Metric"), _("Quantile"), context["control"], context["chosen"], _("Difference"))
        names = ("metric", "quantile", "control", "treatment", "difference")
        rows = [[each[name] for name in names] for each in context["quantiles"]]
        found += [document.heading(_("Quantiles")), document.table(heads, rows)]
    return found


def _units(row):
    return row["units"], row["without_outcome"]


def _slices(context) -> list[Block]:
    rows = [*context.get("slices", []), *context.get("more_slices", [])]
    if not rows:
        return []
    heads = (_("Slice"), _("Pairs"), _("Difference"), _("p, corrected"), _("Finding"))
    cells = [(each["label"], numbers.count(each["n"]), each["difference"], each["p"], each["finding"]) for each in rows]
    note = _("Slices are exploratory: none of them changes the verdict.")
    return [
        document.heading(context["slices_title"]),
        document.table(heads, cells),
        document.paragraph(note, is_muted=True),
    ]


def _decision(experiment) -> list[Block]:
    if experiment.concluded_at is None:
        return []
    look, winner, by = experiment.conclusion, experiment.winner, experiment.concluded_by
    rows = [
        (_("Decision"), _("Ship %(name)s") % {"name": winner.name} if winner else _("No winner")),
        (_("Decided by"), f"{by.display_name}, {_moment(experiment.concluded_at)}" if by else ""),
        (_("Notes"), experiment.notes),
    ]
    if look is not None:
        of = {"number": look.number, "n": numbers.count(look.n)}
        rows.append((_("Look"), _("Look %(number)s, with %(n)s pairs or units") % of))
    rows.append((_("Frozen"), _("Nothing in this experiment can change any more.")))
    return [document.heading(_("Decision record")), document.facts([row for row in rows if row[1]])]


def _plan(experiment, context) -> list[Block]:
    hypothesis = [document.heading(_("Hypothesis")), document.paragraph(experiment.hypothesis)]
    judges = [(_("Models as judges"), ", ".join(context["judges"]))] if context["judges"] else []
    rules = [*context["rules"], *judges, *context["policy"], (_("Created"), _moment(experiment.created_at))]
    metrics = [
        (
            each["metric"].key,
            each["role"],
            _("lower") if each["metric"].direction == LOWER else _("higher"),
            f"{each['metric'].margin:g}" if each["metric"].role == GUARDRAIL else "",
            each["scores"],
        )
        for each in context["metrics"]
    ]
    variants = [
        (each.name, _("Control") if each.is_control else "", numbers.share(each.traffic_allocation))
        for each in context["variants"]
    ]
    heads = (_("Metric"), _("Role"), _("Better"), _("Margin"), _("Whose scores count"))
    return [
        *(hypothesis if experiment.hypothesis else []),
        document.heading(_("How it is decided")),
        document.facts(rules),
        document.table(heads, metrics),
        document.table((_("Variant"), _("Role"), _("Share")), variants),
    ]


def _origin(experiment, look) -> list[Block]:
    rows = [
        (_("Experiment"), str(experiment.pk)),
        (_("Look"), f"{look.number}, {_moment(look.looked_at)}"),
        (_("Data"), f"sha256 {look.data_fingerprint}"),
        (_("Code"), look.code_version),
        (_("As JSON"), f"/v1/experiments/{experiment.pk}/results"),
    ]
    return [document.heading(_("Provenance")), document.facts(rows)]
