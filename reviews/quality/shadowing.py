"""A share of the calls is asked of a baseline too and graded, without anybody waiting or noticing a failure."""

import hashlib
import random
import threading
from concurrent.futures import ThreadPoolExecutor, wait

from reviews.quality.errors import InvalidGrading
from reviews.quality.results import checked_score

MOST_WAITING = 100  # shadows under way; beyond that calls are not shadowed until some have ended


def is_sampled(key, shadow_rate):
    """Whether the call of this name is one of the share that is shadowed: always the same for the same name."""
    digest = hashlib.sha256(str(key).encode()).digest()
    return int.from_bytes(digest[:8]) < shadow_rate * 2**64


class ShadowedAdapter:
    """An LLMAdapter that answers with the candidate, always, and grades a share of the answers against a baseline.

    The candidate is asked once and first; its response is what is graded. `on_result(result)` gets each
    GradingResult, `on_failure(error)` whatever goes wrong in the baseline, the judge or `on_result`; what `on_failure`
    itself raises is lost. Shadows never charge the caller's budget tracker. With `is_background` the caller does not
    wait for them: `flush` does, and `shutdown` takes no more.
    """

    def __init__(
        self, *, candidate, baseline, judge, shadow_rate, on_result, on_failure, is_background=False, draw=random.random
    ):
        try:
            self.shadow_rate = checked_score(shadow_rate)
        except InvalidGrading:
            raise InvalidGrading(f"shadow_rate is {shadow_rate!r}. Valid: a number from 0 to 1.") from None
        self.candidate, self.baseline, self.judge = candidate, baseline, judge
        self._on_result, self._on_failure = on_result, on_failure
        self._is_background, self._draw = is_background, draw
        # A future keeps every exception of its work, so that none of them reaches the caller.
        self._pool = ThreadPoolExecutor(max_workers=1, thread_name_prefix="shadow")
        self._waiting = set()
        self._lock = threading.Lock()
        self._is_open = True

    def validate_config(self, config):
        return self.candidate.validate_config(config)

    def execute_prompt(self, prompt, config):
        """The candidate's response; what the candidate raises is the caller's, and nothing is shadowed then."""
        response = self.candidate.execute_prompt(prompt, config)
        if self._draw() < self.shadow_rate:
            future = self._begin(self._shadow, response, prompt, config)
            if future and not self._is_background:
                wait([future])
        return response

    def flush(self, timeout_seconds=None):
        """Wait for the shadows under way; False when the time was not enough."""
        with self._lock:
            waiting = set(self._waiting)
        return not wait(waiting, timeout=timeout_seconds).not_done

    def shutdown(self):
        """Finish what is under way and shadow nothing more; the candidate still answers."""
        with self._lock:
            self._is_open = False
        self._pool.shutdown(wait=True)

    def _begin(self, work, *values):
        """The future of the work, or None when nothing more is taken."""
        with self._lock:
            if not self._is_open or len(self._waiting) >= MOST_WAITING:
                return None
            future = self._pool.submit(self._isolated, work, *values)
            self._waiting.add(future)
        future.add_done_callback(self._ended)
        return future

    def _ended(self, future):
        with self._lock:
            self._waiting.discard(future)

    def _isolated(self, work, *values):
        """Run the work and hand its exception, whatever it is, to the callback."""
        inner = ThreadPoolExecutor(max_workers=1, thread_name_prefix="shadow-call")
        with inner:
            error = inner.submit(work, *values).exception()
        if error is not None:
            self._on_failure(error)

    def _shadow(self, response, prompt, config):
        quiet = config.unbudgeted()
        baseline = self.baseline.execute_prompt(prompt, quiet)
        self._on_result(self.judge.judge(baseline, response, prompt=prompt, run_config=quiet))
