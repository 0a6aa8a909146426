"""The runs in the terminal: a table that redraws itself, and what a manager may do with one of them."""

import time
import uuid

from django.core.management.base import BaseCommand, CommandError
from django.db.models import Case, Value, When

from evalhub.accounts.models import Organization
from evalhub.lib.errors import EvalHubError
from evalhub.templatetags.components import counted, dollars, duration
from reviews.engine.models.evaluation_run import ENDED
from reviews.engine.runs.actions import controls, supervisor
from reviews.engine.runs.views import summary, totals
from reviews.engine.views.labels import note_of_run
from reviews.models import EvaluationRun
from reviews.scorers.actions import task_runs

SHOWN = 20
LOOK_AGAIN_SECONDS = 2.0
BAR = 24
SIGNS = {"done": "#", "failed": "x", "batched": "=", "running": ">", "waiting": ".", "cancelled": "-", "later": " "}
FROM_THE_TOP = "\x1b[H\x1b[J"  # of the screen, and clear what follows

HELP = """
Show the newest runs, those that go on first: stage by stage how many requests are done (#), failed (x), in a provider
batch (=), being asked (>), waiting (.) and cancelled (-), the pace, the time left and the cost. With --watch the table
is drawn again every two seconds until no run goes on, or until Ctrl-C.

With a verb and the id of a run: pause, resume or cancel it; stop-at RUN_ID STAGE begins nothing after that stage
(without a stage the stop is lifted); retry RUN_ID [STAGE] puts failed requests back in line; ask-anew RUN_ID STAGE
asks all of a stage again; repeat RUN_ID has the model answer every item of its task once more. Workers
take it up with their next sweep, within 15 seconds.
"""


class Command(BaseCommand):
    help = HELP

    def add_arguments(self, parser):
        parser.add_argument("verb", nargs="?", choices=list(VERBS), help="what to do; without one the runs are shown")
        parser.add_argument("run_id", nargs="?", metavar="RUN_ID")
        parser.add_argument("stage", nargs="?", metavar="STAGE", default="")
        parser.add_argument("--watch", action="store_true", help="draw the table again and again")
        parser.add_argument("--organization", metavar="SLUG", help="of these runs; all when not given")

    def handle(self, *, verb, run_id, stage, watch, organization, **options):
        found = _runs(organization)
        if verb is None:
            self._show(found, watch=watch)
            return
        run = _run(found, run_id)
        try:
            said = VERBS[verb](run, stage)
        except EvalHubError as error:
            raise CommandError(error.message) from error
        supervisor.advance(run)
        self.stdout.write(said)

    def _show(self, found, *, watch):
        is_screen = self.stdout.isatty()
        while True:
            shown = list(found[:SHOWN])
            table = "\n".join(line for run in shown for line in lines_of(run)) or "No runs yet."
            self.stdout.write((FROM_THE_TOP if watch and is_screen else "") + table)
            if not watch or all(run.status in ENDED for run in shown):
                return
            try:
                time.sleep(LOOK_AGAIN_SECONDS)
            except KeyboardInterrupt:
                return


def lines_of(run):
    """The lines of one run that comes with its task, its annotator and prefetched stages."""
    note = str(run.held_reason or note_of_run(run))
    repetition = f"  repetition {run.round}" if run.round > 1 else ""
    yield f"{run.pk}  {totals.label_of(run).label}  {_one_line(str(run))}{repetition}"
    if note:
        yield f"  {_one_line(note)}"
    for line in summary.stages_of(run):
        yield f"  {line.title[:28]:<28} [{bar(line)}] {_facts(line)}"
    yield ""


def bar(line):
    """The parts of a stage as signs; a part that is there has one sign at least."""
    drawn = ""
    for part in line.parts:
        if part.count:
            drawn += SIGNS[part.kind] * max(round(BAR * part.count / line.expected), 1)
    return drawn[:BAR].ljust(BAR)


def _facts(line):
    progress = line.progress
    facts = [f"{counted(progress.done)} of {counted(line.expected)}"]
    facts += [f"{counted(part.count)} {part.label}" for part in line.parts if part.count and part.kind in _TOLD]
    if progress.recent:
        facts.append(f"{progress.per_minute:.0f} a minute")
    if progress.seconds_left is not None:
        facts.append(f"about {duration(progress.seconds_left)} left")
    if progress.reused:
        facts.append(f"{counted(progress.reused)} reused")
    if line.simulated:
        facts.append("simulated")
    elif progress.calls:
        facts.append("cost unknown" if progress.cost_usd is None else dollars(progress.cost_usd))
    return ", ".join(facts)


def _one_line(text):
    """Without what could move the cursor of a terminal."""
    return "".join(char if char.isprintable() else " " for char in text)[:200]


def _runs(slug):
    found = EvaluationRun.objects.prefetch_related("stages__annotator").select_related("task", "annotator")
    if slug is not None:
        organization = Organization.objects.filter(slug=slug).first()
        if organization is None:
            raise CommandError(f"There is no organization {slug!r}. Valid: the slug of one.")
        found = found.for_organization(organization)
    return found.alias(ended=Case(When(status__in=ENDED, then=Value(1)), default=Value(0))).order_by("ended", "-pk")


def _run(found, text):
    try:
        run = found.select_related("organization").filter(pk=uuid.UUID(text or "")).first()
    except ValueError:
        run = None
    if run is None:
        raise CommandError(f"There is no run {text!r}. Valid: an id, as this command shows it without a verb.")
    return run


def _repeat(run, stage):
    again = task_runs.repeat(run=run, by=None)
    return f"Repetition {again.round} is started: {again.pk}."


def _set_state(state, said):
    def act(run, stage):
        controls.set_state(run=run, desired_state=state, by=None)
        return said

    return act


def _stop_at(run, stage):
    controls.stop_at(run=run, stage=stage, by=None)
    return f"Begins nothing after {stage}." if stage else "The stop is lifted."


def _retry(run, stage):
    names = [each.name for each in run.stages.all()]
    if stage and stage not in names:
        raise CommandError(f"The run has no stage {stage!r}. Valid: {', '.join(dict.fromkeys(names))}.")
    count = controls.retry_failed(run=run, stage=stage or None, by=None)
    return f"{counted(count)} failed requests queued again." if count else "No failed requests."


def _ask_anew(run, stage):
    controls.ask_anew(run=run, stage=stage, by=None)
    return f"All of {stage} is asked anew."


_TOLD = ("failed", "batched", "running", "waiting", "cancelled")
VERBS = {
    "pause": _set_state("pause", "Paused. What is being asked at this moment still comes in."),
    "resume": _set_state("run", "Goes on."),
    "cancel": _set_state("cancel", "Cancelled. What is being asked at this moment still comes in."),
    "stop-at": _stop_at,
    "retry": _retry,
    "ask-anew": _ask_anew,
    "repeat": _repeat,
}
