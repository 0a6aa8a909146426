"""The report of one job as a PDF file."""

from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from evalhub.lib.charts import numbers
from evalhub.templatetags.states import look_of
from reviews.jobs.views.charts import figure

MOST_NAMED = 40  # characters that cannot be shown


def document(report):
    """The bytes of the PDF. `report` is a `job_report.Report`."""
    from evalhub.lib.pdf.paper import Paper

    written = _Collecting()
    _write(written, report)
    mark = _("Simulated") if report.board.simulated else ""
    title, language = str(report.job), get_language() or "en"
    with Paper(words=written.words, title=title, mark=mark, foot=title, language=language) as paper:
        _write(paper, report)
        return bytes(paper.output())


class _Collecting:
    """Takes what a paper takes and keeps the words: fonts are chosen before the first sheet."""

    missing = ""
    is_full = False

    def __init__(self):
        self._parts = [_of_missing("\N{REPLACEMENT CHARACTER}")]

    @property
    def words(self):
        return "\n".join(self._parts)

    def heading(self, text, size=0):
        self._parts.append(str(text))

    def paragraph(self, text, **looks):
        self._parts.append(str(text))

    def quote(self, text, source=""):
        self._parts += [str(text), str(source)]

    def facts(self, pairs):
        self._parts += [f"{name} {value}" for name, value in pairs]


def _write(paper, report):
    job = report.job
    paper.heading(str(job), size=18)
    paper.paragraph(
        _("%(method)s, report of %(date)s") % {"method": report.method, "date": _moment(report.made_at)}, grey=True
    )
    if paper.missing:
        paper.paragraph(_of_missing(paper.missing), grey=True)
    _write_verdict(paper, report)
    if job.event:
        _write_figures(paper, job)
    for card in report.board.cards:
        _write_member(paper, card)
    for person in report.board.people:
        paper.heading(person.name)
        paper.paragraph(_("Overall %(score)s") % {"score": _score(person.overall)}, bold=True)
        paper.paragraph(person.reason)
    if job.strategy == "review":
        _write_decisions(paper, report.decisions)
    _write_origin(paper, report)


def _write_verdict(paper, report):
    job = report.job
    paper.heading(_("Verdict"))
    if report.verdict:
        paper.paragraph(report.verdict[0], size=13, bold=True)
    paper.paragraph(report.signed, bold=not report.verdict)
    if job.sign_off_note:
        paper.paragraph(job.sign_off_note)
    paper.paragraph(_("Confidence %(confidence)s on a scale from 0 to 1.") % {"confidence": _score(job.confidence)})
    if job.spread is not None:
        words = _("The %(n)s models lie %(spread)s apart.")
        paper.paragraph(words % {"n": report.board.answered, "spread": _score(job.spread)})
    if job.strategy == "score":
        paper.paragraph(_("It was drawn from the method's range; no model and no person has read the job."))
    if report.board.simulated:
        paper.paragraph(
            _("Simulated: answers of this panel come from the local simulated provider, not from a real model."),
            bold=True,
        )


def _write_figures(paper, job):
    paper.heading(_("What was estimated"))
    event = job.event
    ends = {"low": figure(event["ci_lower"]), "high": figure(event["ci_upper"])}
    paper.facts(
        [
            (_("Estimate"), figure(event["effect_estimate"])),
            (_("Interval"), _("%(low)s to %(high)s") % ends),
            (_("Cases"), numbers.count(event["sample_size"])),
            (_("Cost to scale"), figure(event["cost_to_scale"])),
            *((_("Warning"), words) for words in job.warnings),
        ]
    )


def _write_member(paper, card):
    paper.heading(card.member.annotator.model)
    if card.overall is None:
        paper.paragraph(_("No answer: %(why)s") % {"why": card.member.error or card.look.label})
        return
    words = _("Overall %(overall)s, mean of dimensions %(mean)s")
    means = {"overall": _score(card.overall.score.effective_score), "mean": _score(card.member.overall_mean)}
    paper.paragraph(words % means, bold=True)
    if card.member.is_flagged:
        paper.paragraph(_("Overall and mean differ by more than .05."))
    if card.member.critique is not None:
        words = _("Critic: experts would agree %(share)s.")
        paper.paragraph(words % {"share": _score(card.member.critique.expert_agreement)})
    for line in card.dimensions:
        if paper.is_full:
            paper.paragraph(_("What follows here is left out: it stands on the page of this report."), grey=True)
            return
        paper.heading(f"{line.title}: {_change(line)}", size=10.5)
        paper.paragraph(line.score.justification)
        for each in line.quotes:
            paper.quote(each.quote.quote, f"{each.file}  {look_of(each.quote.match).label}".strip())


def _write_decisions(paper, decisions):
    paper.heading(_("Decisions of auditors"))
    if not decisions:
        paper.paragraph(_("No answer was audited yet."))
    for model, dimension, decision, before, after, note in decisions:
        change = _score(after) if before == after else f"{_score(before)} → {_score(after)}"
        paper.facts([(dimension, f"{decision}, {change}, {model}" + (f"\n{note}" if note else ""))])


def _write_origin(paper, report):
    job = report.job
    paper.heading(_("Where it comes from"))
    files = [
        (file["name"], _("missing") if file["missing"] else f"{file['path']}\nsha256 {file['sha256']}")
        for file in job.files
    ]
    paper.facts(
        [
            (_("Directory"), job.name),
            (_("Method"), f"{report.method} ({job.model_type})"),
            *((_("Prompt version"), version) for version in report.board.prompt_versions),
            *([(_("Content"), f"sha256 {job.content_sha256}")] if job.content_sha256 else []),
            *files,
            (_("Handed over"), _moment(job.created_at)),
            (_("Ended"), _moment(job.finished_at)),
            (_("Job"), str(job.pk)),
        ]
    )


def _change(line):
    if line.is_overridden:
        return f"{_score(line.score.effective_score)} ({_score(line.score.score)})"
    return _score(line.score.score)


def _score(value):
    return _("none") if value is None else numbers.point(value)


def _moment(moment):
    return f"{timezone.localtime(moment):%Y-%m-%d %H:%M %Z}" if moment else ""


def _of_missing(characters):
    named = ", ".join(f"U+{ord(character):04X}" for character in characters[:MOST_NAMED])
    words = _(
        "Some characters cannot be shown in this file and stand as a question mark: %(named)s. The page of this"
        " report shows them."
    )
    return words % {"named": named + (" …" if len(characters) > MOST_NAMED else "")}
