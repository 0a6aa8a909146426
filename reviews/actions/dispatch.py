"""Direct calls: claim, prepare, reserve, send many at a time, and write what came back in groups."""

import logging
import queue
import time

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection

from evalhub.lib import stopping
from evalhub.lib.errors import EvalHubError
from reviews.actions import ledger, preparing, requests, reserving, settling
from reviews.limits import health, pacing
from reviews.llm import client, loop
from reviews.models import LLMRequest
from reviews.models.llm_attempt import LATE
from reviews.stages import registry

logger = logging.getLogger(__name__)
GROUP_SECONDS = 0.05
LARGEST_GROUP = 100
AWAITED, AWAITED_SECONDS = "The same is being asked elsewhere, and its answer will do here too.", 2
LOOK_AGAIN_SECONDS, PATIENCE_SECONDS = 1.0, 60.0  # while the database is away and calls are under way


class Dispatcher:
    """Asks models for one process, up to `concurrency` calls at a time; one thread does the bookkeeping.

    Safe to run in any number of processes and to be killed anywhere: until a call is sent nothing is spent, and from
    then on the ledger holds a try. No database connection is held while models think and nothing came back.
    """

    def __init__(self, concurrency=None):
        self._concurrency = concurrency or settings.LLM_CONCURRENCY
        self._flying = {}
        self._answers = queue.SimpleQueue()
        self._beat_at = 0.0

    def run(self, seconds):
        """Work until nothing is due, the time is over or the process is to end; returns how many requests it took.

        While the database is away it holds on to what is under way: those answers are paid for.
        """
        end, taken = time.monotonic() + seconds, 0
        while True:
            free, found = self._concurrency - len(self._flying), 0
            try:
                if free >= max(self._concurrency // 4, 1) and time.monotonic() < end and not stopping.requested():
                    found = self._take(free)
                    taken += found
                if self._flying:
                    self._collect()
                elif not found:
                    return taken
            except (OperationalError, InterfaceError) as error:
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

    def _take(self, limit):
        claimed = requests.claim_many(requests.stages_due(), limit=limit)
        self._send(claimed)
        return len(claimed)

    def _send(self, claimed):
        claimed = [request for request in claimed if request.pk not in self._flying]
        left = {request.pk: request for request in self._without_given(claimed)}
        ready, kept = [], settling.kept_of(left)
        for pk, question in preparing.prepared(left.values()).items():
            if isinstance(question, EvalHubError):
                settling.refuse(left[pk], question)
            elif pk not in kept or not settling.settle_kept(left[pk], question, kept[pk]):
                ready.append((left[pk], question))
        for flight in reserving.reserve(ready):
            self._flying[flight.request.pk] = flight
            future = loop.start(client.acomplete(flight.question.call))
            future.add_done_callback(lambda done, flight=flight: self._answers.put((flight, done)))

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
                    settling.put_off(request, seconds=AWAITED_SECONDS, reason=AWAITED)
                elif request.pk in given:
                    settling.finish_given(request, given[request.pk])
                else:
                    left.append(request)
        return left

    def _collect(self):
        """Wait for an answer, take those that come right behind it, if any can, and write them as a group."""
        group, end = [], None
        while len(group) < min(LARGEST_GROUP, len(self._flying)):
            try:
                if not group and self._answers.empty():
                    requests.give_connection_back()
                wait = settings.BEAT_SECONDS if end is None else max(end - time.monotonic(), 0)
                group.append(self._answers.get(timeout=wait))
            except queue.Empty:
                break
            end = end or time.monotonic() + GROUP_SECONDS
        answered = [each for each in group if not self._crashed(*each)]
        try:
            if answered:
                self._write([(flight, done.result()) for flight, done in answered])
        except (OperationalError, InterfaceError):
            for each in answered:
                self._answers.put(each)
            raise
        self._keep_leases()

    def _crashed(self, flight, done):
        """A call that ended in no Outcome is a mistake of ours: its lease runs out, and others may try."""
        error = done.exception()
        if error is not None:
            logger.error("request %s: the call raised", flight.request.pk, exc_info=error)
            self._flying.pop(flight.request.pk)
        return error is not None

    def _write(self, answered):
        told = [
            ledger.Told(flight.attempt, flight.question, outcome, flight.question.read(outcome))
            for flight, outcome in answered
        ]
        ledger.complete_many(told)
        pacing.settle([
            (flight.grant, None if outcome.error_class == "not_configured" else outcome.usage)
            for flight, outcome in answered
        ])
        health.note_many([
            (*reserving.asked_of(flight.request), each.finding.status, each.finding.error_class, each.finding.message,
             each.outcome.retry_after_seconds)
            for (flight, _), each in zip(answered, told, strict=True)
        ])
        settling.settle_many([
            settling.Settled(flight.request, flight.attempt, outcome, each.finding)
            for (flight, outcome), each in zip(answered, told, strict=True) if flight.attempt.status != LATE
        ])
        for flight, _ in answered:
            self._flying.pop(flight.request.pk)

    def _keep_leases(self):
        """Extend the leases of what is under way; those lost meanwhile are noticed when they are settled."""
        if not self._flying or time.monotonic() - self._beat_at < settings.BEAT_SECONDS:
            return
        self._beat_at = time.monotonic()
        LLMRequest.objects.filter(pk__in=self._flying).extend_leases(seconds=settings.LEASE_SECONDS)


def run(seconds):
    """`Dispatcher.run`, in a thread of its own."""
    try:
        return Dispatcher().run(seconds)
    finally:
        requests.give_connection_back()


def work(*, request):
    """Ask about one claimed request."""
    Dispatcher(concurrency=1).work([request])
    if not connection.in_atomic_block:
        connection.close()
