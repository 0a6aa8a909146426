"""The agreement tab of a task: figures with intervals, pairs, confusions, and who did how much; the same as CSV."""

import csv
import datetime
import io
from dataclasses import dataclass

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from annotations.agreement import figures as agreement
from annotations.agreement.actions import summary
from annotations.agreement.charts import QuestionSubject
from annotations.agreement.tasks import agree
from annotations.agreement.views import answer_statistics, csv_rows, label_lines
from annotations.labels.measures import measured
from annotations.labels.types import registry as label_types
from annotations.progress.actions import completion
from annotations.tasks.models import Question
from annotations.tasks.views.lookup import task_of
from annotations.tasks.views.tabs import task_tabs
from evalhub.accounts.access import requires
from evalhub.lib.charts import panels
from evalhub.lib.spreadsheet import safe_row


@dataclass(frozen=True)
class Basis:
    """What the figures rest on: answers that count, those left out and why, the first and the last day, guidelines."""

    counted: int
    flagged: int
    not_blind: int
    first: datetime.datetime | None
    last: datetime.datetime | None
    guidelines: list


@requires("read")
@require_safe
def task_agreement(request, task_id):
    task = task_of(request, task_id)
    figures = summary.figures_of(task)
    counted, is_linked = answer_statistics.counted_questions(task), request.membership.may("audit")
    spreads = answer_statistics.spreads(task) if figures.questions else [None] * len(counted)
    questions = [
        _shown(task, question, spread, figures, is_linked)
        for question, spread in zip(counted, spreads, strict=True)
        if question.key in figures.questions
    ]
    context = {
        "task": task,
        "tabs": task_tabs(task, "agreement", request.membership),
        "figures": figures,
        "questions": questions,
        "column_heads": [head for _key, head in agreement.columns()],
        "has_machines": any(question.figures.between for question in questions),
        "annotators": summary.annotator_counts(task, figures),
        "counts": completion.counts_of([task])[task.pk],
        "basis": _basis(figures),
    }
    return render(request, "annotations/progress/task_agreement.html", context)


@requires("read")
@require_safe
def agreement_csv(request, task_id):
    """Every figure of the page, a line each."""
    task = task_of(request, task_id)
    figures = summary.figures_of(task)
    asked = Question.objects.filter(schema_version_id=task.schema_version_id).order_by("position")
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\r\n")
    writer.writerow(csv_rows.COLUMNS)
    writer.writerows(safe_row(row) for row in csv_rows.rows(figures, {row.key: _value_labels(row) for row in asked}))
    response = HttpResponse("\ufeff" + text.getvalue(), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="agreement-{task.pk}.csv"'
    return response


@requires("read")
def agreement_recompute(request, task_id):
    task = task_of(request, task_id)
    if request.method == "POST":
        agree.delay_on_commit(str(task.pk))
        messages.success(request, _("Recomputing. Reload in a moment."))
    return redirect("annotations:task_agreement", task.pk)


@dataclass(frozen=True)
class QuestionShown:
    """One measured question: its figures, its charts, and a line per label where values can be listed."""

    figures: agreement.QuestionFigures
    panels: list
    lines: list


def _shown(task, question, spread, figures, is_linked):
    address = reverse("annotations:adjudication_list", args=[task.pk]) + f"?state=all&question={question.key}"

    def of_pair(first, second):
        return f"{address}&first={first}&second={second}"

    def of_labels(label, other, between):
        return f"{address}&label={label:g}&other={other:g}&between={between}"

    subject = QuestionSubject(
        title=question.title,
        scopes=figures.questions[question.key],
        matrix=figures.pair_matrices.get(question.key),
        spread=spread.chart,
        labels=list(_value_labels(question).values()),
        **{"href_of_pair": of_pair, "href_of_labels": of_labels} if is_linked else {},
    )
    level = measured(question).level  # pyright: ignore[reportOptionalMemberAccess]
    return QuestionShown(
        agreement.question_figures(question.key, subject, level=level),
        panels("task_agreement", subject),
        label_lines.lines_of(subject),
    )


def _value_labels(question):
    """{value: its label} of a question whose values can be listed, in their order; empty otherwise."""
    declared, label_type = measured(question), label_types[question.label_type]
    if declared is None or not declared.is_counted:
        return {}
    display, value_of = label_type.display, label_type.from_consensus
    return {number: display(question.config, value_of(question.config, number)) for number in declared.domain or ()}


def _basis(figures):
    """The Basis of the figures at hand, None before the first ones."""
    rows = [scopes["people"]["krippendorff_alpha"] for scopes in figures.questions.values() if "people" in scopes]
    found = next((row.details["basis"] for row in rows if "basis" in row.details), None)
    if found is None:
        return None
    times = {name: datetime.datetime.fromisoformat(found[name]) if found[name] else None for name in ("first", "last")}
    return Basis(**found | times | {"guidelines": [number for number in found["guidelines"] or [] if number]})
