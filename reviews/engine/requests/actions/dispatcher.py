"""Direct calls: claim, prepare, reserve, send many at a time, and write what came back in groups."""

import asyncio
import logging
import queue
import random
import threading
import time
from collections import Counter
from concurrent.futures import Future
from dataclasses import dataclass, replace

from django.conf import settings
from django.db import connection

from evalhub.lib.database.errors import LOST
from evalhub.lib.errors import EvalHubError
from evalhub.lib.processes import stopping
from evalhub.lib.processes.bulkhead import Contained
from reviews.engine.actions import provider_keys
from reviews.engine.actions.reasons import ANSWER_AWAITED, CALL_FAILED, NOT_PREPARED, NOT_STORABLE, TOO_LATE
from reviews.engine.client import completion, endpoints, event_loop
from reviews.engine.client.endpoints import resolve
from reviews.engine.client.exchange import BLOCKED, FATAL, RETRYABLE, Outcome
from reviews.engine.limits.actions import provider_health, rate_limiter
from reviews.engine.models import LLMRequest
from reviews.engine.models.llm_attempt import LATE, UNREADABLE
from reviews.engine.requests.actions import attempts, calls, due_requests, reservations, results, reuse
from reviews.engine.stages import registry
from reviews.engine.stages.base import Finding, Prepared

logger = logging.getLogger(__name__)
GROUP_SECONDS = 0.05
LARGEST_GROUP = 100
LOOK_SECONDS = 1.0  # between looks for what is due while all places of a model's provider are taken
GRACE_SECONDS = 5.0  # after its deadline a call that still has not ended is given up
MOST_WRITES = 3  # of an answer that a busy database does not take
AWAITED_SECONDS = 2
LONGEST_SECONDS = 3600.0
LOOK_AGAIN_SECONDS, PATIENCE_SECONDS = 1.0, 60.0  # while the database is away and calls are under way


@dataclass(eq=False)
class _Flight:
    """A call under way; `writes` counts the times that its answer could not be written."""

    granted: reservations.Granted
    sent_at: float
    future: Future
    writes: int = 0

    @property
    def request(self):
        return self.granted.request

    def age(self):
        return time.monotonic() - self.sent_at


class Dispatcher:
    """Asks models for one process, up to `concurrency` calls at a time; one thread does the bookkeeping.

    A provider that does not answer takes no more than these: each other one has a quarter of as many besides. Safe to
    run in any number of processes and to be killed anywhere: until a call is sent nothing is spent, and from then on
    the ledger holds a try. No database connection is held while models think and nothing came back.
    """

    def __init__(self, concurrency=None):
        self._concurrency = concurrency or settings.LLM_CONCURRENCY
        self._share = max(self._concurrency // 4, 1)
        self._flying = {}
        self._answers = queue.SimpleQueue()
        self._beat_at = self._looked_at = 0.0
        self._progress_at = time.monotonic()
        self._began_at = time.monotonic()
        self.is_retired = False

    def run(self, seconds):
        """Work until nothing is due, the time is over or the process is to end; returns how many requests it took.

        While the database is away it holds on to what is under way: those answers are paid for.
        """
        end, taken = time.monotonic() + seconds, 0
        while True:
            found = 0
            try:
                if time.monotonic() < end and not (self.is_retired or stopping.requested()):
                    found = self._take()
                    taken += found
                if self._flying:
                    self._collect()
                elif not found:
                    return taken
            except LOST as error:
                if not self._flying or time.monotonic() > end + PATIENCE_SECONDS or connection.in_atomic_block:
                    raise
                logger.warning("%s calls wait for the database: %s", len(self._flying), error)
                connection.close()
                time.sleep(LOOK_AGAIN_SECONDS)

    def work(self, claimed):
        """Ask about these claimed requests, all at once, and write what comes back."""
        self._send(claimed)
        while self._flying:
            self._collect()

    def look(self):
        """Have it look for what is due at once; from any thread."""
        self._looked_at = 0.0
        self._answers.put(None)

    def idle(self):
        """Seconds since an answer was last written."""
        return time.monotonic() - self._progress_at

    def age(self):
        return time.monotonic() - self._began_at

    def _take(self):
        """Claim and send what is due, as far as there are places; returns how many requests."""
        free = self._concurrency - len(self._flying)
        if free < self._share and time.monotonic() - self._looked_at < LOOK_SECONDS:
            return 0
        self._looked_at = time.monotonic()
        flying = Counter(reservations.provider_model(flight.request)[0] for flight in self._flying.values())
        left, claimed = list(due_requests.due_by_provider(most=self._concurrency).items()), []
        random.shuffle(left)
        while left:
            provider, stages = left.pop()
            part = -(-(free - len(claimed)) // (len(left) + 1)) if free >= self._share else 0
            room = max(part, self._share - flying[provider])
            claimed += due_requests.claim_many(stages, limit=room) if room > 0 else []
        self._send(claimed)
        return len(claimed)

    def _send(self, claimed):
        """All together, or one by one when that fails: what is wrong with one request costs no other its turn."""
        with Contained("Preparing requests", passes=LOST) as work:
            self._start(claimed)
        if work.error is None:
            return
        left = due_requests.still_ours(claimed, without=self._flying)
        if len(claimed) > 1:
            for request in left:
                self._send([request])
        elif left:
            with Contained(f"Giving back request {left[0].pk}", passes=LOST):
                results.fail(left[0], Finding(RETRYABLE, {}, "not_prepared", NOT_PREPARED()))

    def _start(self, claimed):
        claimed = [request for request in claimed if request.pk not in self._flying]
        left = {request.pk: request for request in self._without_given(claimed)}
        ready, kept = [], results.kept_of(left)
        questions = calls.prepared(left.values())
        earlier = reuse.reusable_attempts(
            (left[pk], each) for pk, each in questions.items() if isinstance(each, Prepared)
        )
        for pk, question in questions.items():
            if isinstance(question, EvalHubError):
                results.refuse(left[pk], question)
            elif pk in kept and results.record_kept(left[pk], question, kept[pk]):
                continue
            elif pk not in earlier or not results.record_reused(left[pk], question, earlier[pk]):
                ready.append((left[pk], question))
        for granted in reservations.reserve(ready):
            keys = provider_keys.keys_of(granted.request.run.organization_id)
            with endpoints.using(keys):
                call = granted.question.call
                asked = _asked(completion.acomplete(call), has_own_key=resolve(call.model).provider in keys)
                future = event_loop.start(_in_time(asked, settings.LLM_CALL_SECONDS))
            flight = self._flying[granted.request.pk] = _Flight(granted, time.monotonic(), future)
            future.add_done_callback(lambda done, flight=flight: self._answers.put(flight))

    def _without_given(self, claimed):
        """Those not answered yet: an answer that is stored already ends its request without a call.

        What another request is about to bring is waited for; it is asked for first, so that none slips through.
        """
        left = []
        by_stage = {}
        for request in claimed:
            by_stage.setdefault(request.stage_id, []).append(request)
        for alike in by_stage.values():
            plug_in = registry[alike[0].stage.kind]
            awaited = plug_in.awaited(alike)
            given = plug_in.given(alike)
            for request in alike:
                if request.pk in awaited:
                    results.put_off(request, seconds=AWAITED_SECONDS, reason=ANSWER_AWAITED())
                elif request.pk in given:
                    results.finish_given(request, given[request.pk])
                else:
                    left.append(request)
        return left

    def _collect(self):
        """Wait for an answer, take those that come right behind it, if any can, and write them as a group."""
        group, end = [], None
        while len(group) < min(LARGEST_GROUP, len(self._flying)):
            try:
                if not group and self._answers.empty():
                    due_requests.give_connection_back()
                wait = min(settings.BEAT_SECONDS, LOOK_SECONDS) if end is None else max(end - time.monotonic(), 0)
                flight = self._answers.get(timeout=wait)
            except queue.Empty:
                break
            if flight is None:
                break
            if self._flying.get(flight.request.pk) is flight and flight not in group:
                group.append(flight)
            end = end or time.monotonic() + GROUP_SECONDS
        # Flights past their deadline whose calls have not ended, whatever holds them: they end here.
        late = settings.LLM_CALL_SECONDS + GRACE_SECONDS
        given_up = [each for each in self._flying.values() if each.age() > late and not each.future.done()]
        for flight in given_up:
            flight.future.cancel()
        self._write([*group, *[flight for flight in given_up if flight not in group]])
        self._keep_leases()

    def _write(self, group):
        """All together, or one by one when that fails; what cannot be written keeps no other from being so."""
        if not group:
            return
        try:
            with Contained(f"Writing {len(group)} answers", passes=LOST) as work:
                outcomes = [_outcome_of(flight) for flight in group]
                self._record(
                    group,
                    [
                        _result(flight, outcome, flight.granted.question.read(outcome))
                        for flight, outcome in zip(group, outcomes, strict=True)
                    ],
                )
            error = work.error
        except LOST as problem:
            if connection.in_atomic_block or not _database_answers():
                for flight in group:
                    self._answers.put(flight)
                raise
            error = problem
        if error is not None and len(group) > 1:
            self._write_one_by_one(group)
        elif isinstance(error, LOST) and group[0].writes < MOST_WRITES:
            group[0].writes += 1
            self._answers.put(group[0])
        elif error is not None:
            self._write_without_content(group[0])
        self._progress_at = time.monotonic()

    def _write_one_by_one(self, group):
        left = list(group)
        try:
            while left:
                self._write([left[0]])
                del left[0]
        finally:
            for flight in left[1:]:
                self._answers.put(flight)

    def _write_without_content(self, flight):
        """The answer of one call that no table takes: its cost if possible, else no more than that it came."""
        outcome = _outcome_of(flight)
        spoiled = Outcome(
            RETRYABLE, error_class="not_storable", error_message=NOT_STORABLE(), simulated=outcome.simulated
        )
        priced = replace(
            spoiled,
            usage=outcome.usage,
            cost_usd=outcome.cost_usd,
            price=outcome.price,
            cost_status=outcome.cost_status,
            latency_ms=outcome.latency_ms,
        )
        finding = Finding(UNREADABLE, {}, "not_storable", NOT_STORABLE())
        for kept in (priced, spoiled):
            with Contained(f"Writing that request {flight.request.pk} was answered", passes=LOST) as work:
                self._record([flight], [_result(flight, kept, finding)])
            if work.error is None:
                return
        self._flying.pop(flight.request.pk)  # its lease runs out, and others may try

    def _record(self, group, found):
        attempts.complete_many(found)
        with Contained("Noting how providers answered", passes=LOST):
            rate_limiter.correct(
                [
                    (flight.granted.grant, None if each.outcome.error_class == "not_configured" else each.outcome.usage)
                    for flight, each in zip(group, found, strict=True)
                ]
            )
            provider_health.note_many(
                [
                    (
                        *reservations.provider_model(flight.request),
                        each.finding.status,
                        each.finding.error_class,
                        each.finding.message,
                        each.outcome.retry_after_seconds,
                    )
                    for flight, each in zip(group, found, strict=True)
                ]
            )
        results.record_many(
            [
                results.RecordedAnswer(flight.request, each.attempt, each.outcome, each.finding)
                for flight, each in zip(group, found, strict=True)
                if each.attempt.status != LATE
            ]
        )
        for flight in group:
            self._flying.pop(flight.request.pk)

    def _keep_leases(self):
        """Extend the leases of what is under way, up to its deadline; those lost meanwhile are noticed when settled."""
        if not self._flying or time.monotonic() - self._beat_at < settings.BEAT_SECONDS:
            return
        self._beat_at = time.monotonic()
        in_time = [pk for pk, flight in self._flying.items() if flight.age() < settings.LLM_CALL_SECONDS]
        LLMRequest.objects.filter(pk__in=in_time).extend_leases(seconds=settings.LEASE_SECONDS)


async def _asked(call, *, has_own_key):
    """What a call comes to. What is wrong with an organization's own key ends its request and holds up nobody else."""
    outcome = await call
    return replace(outcome, status=FATAL) if has_own_key and outcome.status == BLOCKED else outcome


async def _in_time(call, seconds):
    """What a call comes to, or a TimeoutError after so many seconds, whatever its wire does."""
    async with asyncio.timeout(seconds):
        return await call


def _outcome_of(flight):
    """What came of a flight; a call that raised is a mistake of ours, and one that has not ended is late."""
    call, future = flight.granted.question.call, flight.future
    failed = Outcome(RETRYABLE, simulated=resolve(call.model).simulated, latency_ms=round(flight.age() * 1000))
    if not future.done() or future.cancelled() or isinstance(future.exception(), TimeoutError):
        return replace(failed, error_class="timeout", error_message=TOO_LATE(seconds=f"{settings.LLM_CALL_SECONDS:g}"))
    error = future.exception()
    if error is None:
        return future.result()
    if not isinstance(error, Exception):
        raise error
    logger.error("Request %s: the call raised.", flight.request.pk, exc_info=error)
    return replace(failed, error_class="call_failed", error_message=CALL_FAILED())


def _result(flight, outcome, finding):
    return attempts.AttemptResult(flight.granted.attempt, flight.granted.question, outcome, finding)


def _database_answers():
    """Whether it is there: what failed then is about the statement and not about the connection."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except LOST:
        return False
    return True


_turn = threading.Lock()
_taking = []  # the Dispatcher of this process that takes what is due; others only write what still comes in


def run(seconds):
    """`Dispatcher.run` in a thread of its own, until a later call takes over, which happens after `seconds`.

    0 at once while another one of this process is at it: that one looks for what is due. One in which no call has
    ended for a long time is replaced, and its calls come in beside those of the new one.
    """
    dispatcher = _take_over(seconds)
    if dispatcher is None:
        return 0
    try:
        return dispatcher.run(LONGEST_SECONDS)
    finally:
        with _turn:
            dispatcher.is_retired = True
        due_requests.give_connection_back()


def _take_over(seconds):
    with _turn:
        for other in _taking:
            is_stalled = other.idle() > settings.WATCHDOG_SECONDS
            if not other.is_retired and not is_stalled and other.age() < seconds:
                other.look()
                return None
            if is_stalled and not other.is_retired:
                logger.error("No call has ended for %.0f s although some are due; others take over.", other.idle())
                event_loop.renew_if_stuck()
            other.is_retired = True
        _taking[:] = [Dispatcher()]
        return _taking[0]


def work(*, request):
    """Ask about one claimed request."""
    Dispatcher(concurrency=1).work([request])
    if not connection.in_atomic_block:
        connection.close()
