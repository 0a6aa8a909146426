"""The rows of a batch as they are sent: written to a file once, so that a large batch takes no memory."""

import contextlib
import json
import tempfile
from decimal import Decimal

from django.db import transaction

from evalhub.lib.errors import EvalHubError, InvalidInput
from reviews.engine.batches.actions import leases
from reviews.engine.batches.adapters.base import Row
from reviews.engine.client import completion
from reviews.engine.limits.actions import cost_estimates, rate_limiter
from reviews.engine.models import LLMBatchItem
from reviews.engine.models.llm_request import BATCHED
from reviews.engine.requests.actions import calls, due_requests, results, reuse
from reviews.engine.stages import registry
from reviews.engine.stages.base import Prepared

AT_ONCE = 200
IN_MEMORY = 1 << 20
ROW_OVERHEAD_BYTES = 200  # what a wire writes around a body
RELATED = tuple(f"request__{name}" for name in due_requests.RELATED)


class Rows:
    """Iterating gives the Rows anew each time. `usd` is the most that they may cost, None without a known price.

    `left_from` is the number of the first item that had no room any more, None when all had.
    """

    def __init__(self, file, *, model, most_bytes, most_tokens):
        self.count = self.n_bytes = self.input_tokens = 0
        self.left_from = None
        self._file, self._most_bytes, self._most_tokens = file, most_bytes, most_tokens
        self._bodies = _Bodies()
        self._rates = cost_estimates.rates_of([model]).get(model)
        self.usd = None if self._rates is None else Decimal(0)

    @property
    def headers(self):
        return self._bodies.headers

    def __iter__(self):
        self._file.seek(0)
        for line in self._file:
            yield Row(**json.loads(line))

    def add(self, item, call):
        """Whether there was room for it; the first always has. ValueError when the call cannot be asked at all."""
        row = {"custom_id": item.custom_id, "body": self._bodies.body(call)}
        line = json.dumps(row, ensure_ascii=False).encode() + b"\n"
        n_bytes = self.n_bytes + len(line) + ROW_OVERHEAD_BYTES
        tokens = rate_limiter.estimate(call)[0]
        input_tokens = self.input_tokens + tokens
        is_full = self._most_tokens is not None and input_tokens > self._most_tokens
        if self.count and (n_bytes > self._most_bytes or is_full):
            self.left_from = item.number
            return False
        self._file.write(line)
        self.count, self.n_bytes, self.input_tokens = self.count + 1, n_bytes, input_tokens
        if self._rates is not None:
            self.usd += self._rates.usd(tokens, call.max_tokens, in_batch=True)
        return True


@contextlib.contextmanager
def written(batch, *, most_bytes, most_tokens=None):
    """The Rows of a batch's open items, as many as there is room for.

    What cannot or need not be asked is ended on the way: its item is closed and not among them. Keeps the lease.
    """
    with tempfile.SpooledTemporaryFile(max_size=IN_MEMORY) as file:
        rows = Rows(file, model=batch.model, most_bytes=most_bytes, most_tokens=most_tokens)
        for items in open_items(batch):
            leases.renew(batch)
            if not _write(rows, items):
                break
        yield rows


def open_items(batch):
    """Lists of at most AT_ONCE open items, in order, with all that asking needs; a fixed number of statements each."""
    last, found = -1, None
    while found is None or len(found) == AT_ONCE:
        waiting = batch.items.filter(status="queued", number__gt=last, request__state=BATCHED)
        found = list(waiting.select_related(*RELATED).order_by("number")[:AT_ONCE])
        if found:
            yield found
            last = found[-1].number


def _write(rows, items):
    """Whether all had room."""
    left = _without_given(items)
    questions = calls.prepared([item.request for item in left]) if left else {}
    kept = results.kept_of(questions)
    prepared = [(item.request, questions[item.request.pk]) for item in left]
    earlier = reuse.reusable_attempts((request, each) for request, each in prepared if isinstance(each, Prepared))
    for item in left:
        question = questions[item.request.pk]
        try:
            if isinstance(question, EvalHubError):
                raise question
            if item.request.pk in kept and _record_kept(item, question, kept[item.request.pk]):
                continue
            if item.request.pk in earlier and _record_reused(item, question, earlier[item.request.pk]):
                continue
            if not rows.add(item, question.call):
                return False
        except EvalHubError as error:
            _refuse(item, error)
        except ValueError as error:
            _refuse(item, InvalidInput(str(error), code="cannot_be_asked"))
    return True


def _without_given(items):
    """Those not answered yet: an answer that is stored already ends its request without a row."""
    asked = [item.request for item in items]
    given = registry[asked[0].stage.kind].given(asked)
    for item in items:
        if item.request.pk in given:
            with transaction.atomic():
                results.finish_given(item.request, given[item.request.pk])
                close(item, "ok", "given")
    return [item for item in items if item.request.pk not in given]


@transaction.atomic
def _record_kept(item, question, kept):
    """Whether the answer that is in the ledger already ends the request, or puts it back in line, without a row."""
    is_settled = results.record_kept(item.request, question, kept)
    if is_settled:
        close(item, "ok", "kept")
    return is_settled


@transaction.atomic
def _record_reused(item, question, earlier):
    """Whether an earlier answer to the same question ends the request without a row."""
    is_settled = results.record_reused(item.request, question, earlier)
    if is_settled:
        close(item, "ok", "reused")
    return is_settled


@transaction.atomic
def _refuse(item, error):
    results.refuse(item.request, error)
    close(item, "error", error.code)


def close(item, status, code):
    """End an item, inside the transaction that lets its request go on."""
    LLMBatchItem.objects.filter(pk=item.pk, status="queued").update(status=status, error_code=code[:60])


class _Bodies:
    """Bodies of calls, written as those of direct calls are."""

    def __init__(self):
        self.headers = {}

    def body(self, call):
        form = completion.form_of(call)
        for name, value in form.meant.items():
            self.headers[name] = _joined(self.headers.get(name), value)
        return form.body(call.messages)


def _joined(old, new):
    """Values of a header that lists things, each of them once."""
    return ",".join(dict.fromkeys(part.strip() for part in f"{old or ''},{new}".split(",") if part.strip()))
