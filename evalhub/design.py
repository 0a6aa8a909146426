"""The living page of the design, `/design/`: every part in every state, for people who work on EvalHub itself."""

from datetime import timedelta

from django import forms
from django.shortcuts import render
from django.utils import timezone

from evalhub.accounts.access import MEMBER, requires
from evalhub.lib import charts
from evalhub.lib.charts import Cell, EstimateMark, Head, Shares, State, numbers
from evalhub.lib.errors import NotFound
from evalhub.templatetags.states import LOOKS

PARTS = [
    ("colours", "Colours"),
    ("type", "Type"),
    ("buttons", "Buttons"),
    ("chips", "Chips and judges"),
    ("stats", "Stats and progress"),
    ("fields", "Fields"),
    ("questions", "Questions"),
    ("tables", "Tables and lists"),
    ("moving", "Tabs, menus, dialogs, toasts"),
    ("states", "Empty, error, loading"),
    ("quotes", "Quotes, code"),
    ("pictures", "Pictures"),
]
ALICE, CAROL, JUDGE = Head("Alice", "human"), Head("Carol with quite a long name", "human"), Head("judge-small", "llm")
RULE = Head("keyword rule", "program")


@requires(MEMBER)
def design(request):
    """Staff only; for others the page does not exist."""
    if not request.user.is_staff:
        raise NotFound("There is no such page.")
    return render(request, "design/design.html", samples())


def samples():
    """Invented values, one for each state that a part can be in."""
    now = timezone.now()
    return {
        "parts": PARTS,
        "states": sorted(LOOKS),
        "moments": [now, now - timedelta(minutes=3), now - timedelta(hours=5), now - timedelta(days=40), None],
        "form": SampleForm(),
        "bad_form": SampleForm({"name": "", "threshold": "7", "format": "csv"}),
        "options": _options(),
        "many_options": [{"value": str(n), "label": f"Option {n}", "description": ""} for n in range(1, 13)],
        "picked": ["partly"],
        "tabs": _tabs(),
        "crumbs": [{"label": "Tasks", "href": "#colours"}, {"label": "Support answers", "href": "#colours"}],
        "record": {
            "value": "partly",
            "confidence": 0.82,
            "quotes": ["not a <mistake>"],
            "abstained": False,
            "cost": None,
        },
        "pictures": [
            _scopes(),
            _rates(),
            _pairs(),
            _labels(),
            _progress(),
            _over_time(),
            _spend(),
            _latency(),
            _nothing(),
        ],
    }


class SampleForm(forms.Form):
    """Each kind of field, with help and with errors."""

    name = forms.CharField(max_length=80, help_text="As annotators will see it.")
    threshold = forms.FloatField(min_value=0, max_value=1, help_text="From 0 to 1; 0.66 asks for two of three.")
    format = forms.ChoiceField(choices=[("csv", "CSV"), ("jsonl", "JSONL")])
    note = forms.CharField(widget=forms.Textarea(attrs={"rows": 3}), required=False)
    blind = forms.BooleanField(label="Hide what machines said until a person has answered", required=False)


def _options():
    return [
        {"value": "correct", "label": "Correct", "description": "Every statement holds against the reference."},
        {"value": "partly", "label": "Partly correct", "description": "The main point holds, something is missing."},
        {"value": "wrong", "label": "Wrong", "description": ""},
        {"value": "rtl", "label": "غير واضح", "description": ""},
    ]


def _tabs():
    return [
        {"label": "Overview", "href": "#moving", "current": True},
        {"label": "Items", "href": "#moving", "count": 120},
        {"label": "Annotations", "href": "#moving", "count": 0},
        {"label": "Settings", "href": "#moving"},
    ]


def _scopes():
    reason = "Not defined yet: only one model answered. Add a second one."
    estimates = [
        EstimateMark("People", 0.74, 0.61, 0.84, 120, "human"),
        EstimateMark("Machines", None, kind="llm", reason=reason),
        EstimateMark("Between people and machines", 0.58, 0.44, 0.70, 120, "between"),
        EstimateMark("Keyword rule", -0.08, -0.20, 0.05, 14, "program"),
    ]
    finding = "People agree well; the model agrees with them less than they do with each other."
    return charts.dot_intervals(estimates, title="Alpha by scope", finding=finding, least_n=20, reference=0.667)


def _rates():
    estimates = [
        EstimateMark("Alice", 0.91, 0.84, 0.95, 96, "human"),
        EstimateMark("judge-small", 0.78, 0.69, 0.85, 96, "llm"),
        EstimateMark("Keyword rule", 0.43, None, None, 8, "program"),
    ]
    finding = "Alice matches the ground truth more often than the model does."
    return charts.bar_intervals(estimates, title="Share equal to ground truth", finding=finding, least_n=20)


def _pairs():
    heads = [ALICE, CAROL, JUDGE, RULE]
    alone = Cell(None, reason="Carol and the keyword rule share no item yet")
    cells = [
        [None, Cell(0.81, 120), Cell(0.62, 118), Cell(0.12, 40)],
        [Cell(0.81, 120), None, Cell(0.55, 12), alone],
        [Cell(0.62, 118), Cell(0.55, 12), None, Cell(-0.04, 40)],
        [Cell(0.12, 40), alone, Cell(-0.04, 40), None],
    ]
    finding = "Alice and Carol agree most; the keyword rule agrees with nobody."
    return charts.heat_grid(heads, heads, cells, title="Alpha of each pair", finding=finding, least_n=20)


def _labels():
    groups = [Shares("Alice", (61, 30, 9, 4), "human"), Shares("judge-small", (91, 12, 8, 3), "llm")]
    finding = "The model says “correct” far more often than Alice."
    return charts.stacked_shares(groups, [o["label"] for o in _options()], title="Labels by judge", finding=finding)


def _nothing():
    return charts.stacked_shares([Shares("Alice", (0, 0))], ["Yes", "No"], title="Labels", finding="No labels yet.")


def _progress():
    states = [
        State("All three answers", 88, "done"),
        State("Two answers", 20, "nearly"),
        State("One answer", 24, "begun"),
        State("Flagged", 5, "attention"),
        State("Open", 63),
    ]
    finding = "88 of 200 items have all three answers; 63 wait for their first."
    return charts.progress_by_state(states, title="Items by state", finding=finding)


def _over_time():
    values = [0.40, 0.48, 0.50, 0.55, None, 0.60, 0.62, 0.61, 0.66, 0.68, 0.70, 0.70, 0.73, 0.74]
    points = [
        EstimateMark(f"{day} May", v, v and v - 0.1, v and v + 0.08, 20 * day, "human", "no answers on this day")
        for day, v in enumerate(values, start=1)
    ]
    finding = "Agreement among people rose after the guideline changed on 4 May."
    return charts.line(
        points, title="Alpha of people by day", finding=finding, high=1.0, write=numbers.point, least_n=40
    )


WEEKS = (
    "7 Sep",
    "14 Sep",
    "21 Sep",
    "28 Sep",
    "5 Oct",
    "12 Oct",
    "19 Oct",
    "26 Oct",
    "2 Nov",
    "9 Nov",
    "16 Nov",
    "23 Nov",
)


def _spend():
    groups = [
        charts.Group("Careful judge", (24, 31, 29, 36, 32, 30, 38, 44, 46, 50, 47, 8), "hue-1"),
        charts.Group("Long-context judge", (0, 0, 0, 0, 12, 12, 15, 18, 23, 35, 33, 6), "hue-2"),
        charts.Group("Fast judge", (7, 7, 7, 8, 8, 8, 8, 8, 12, 11, 11, 2), "hue-3"),
    ]
    finding = "Spend tripled in 12 weeks, from $31 to $91 a week."
    return charts.stacked_bars(
        WEEKS,
        groups,
        title="Spend by week",
        finding=finding,
        definition="The week of 23 November has one day so far.",
        write=lambda value: f"${value:.2f}",
        write_tick=lambda value: f"${value:g}",
        is_last_open=True,
    )


def _latency():
    seconds = [(1.9, 5.8), (1.9, 5.9), (2.0, 6.1), (1.9, 6.0), (2.0, 6.4), (2.1, 6.3), (2.1, 6.2)]
    seconds += [(2.0, 6.6), (2.1, 6.8), (2.3, 9.4), (2.1, 6.9), (2.1, 6.8)]
    series = [
        charts.Series(
            [EstimateMark(week, each[i], n=400, kind="llm") for week, each in zip(WEEKS, seconds, strict=True)],
            name,
            hue,
        )
        for i, (name, hue) in enumerate((("p50", "hue-1"), ("p95", "hue-4")))
    ]
    finding = "Half of the calls answer within 2.1 s, 95 % within 6.8 s."
    return charts.lines(
        series, title="Latency by week", finding=finding, unit="calls", write=lambda value: f"{value:g} s"
    )
