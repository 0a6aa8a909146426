"""The page's way from item to item: how long the server takes from "Submit and next" to the next item."""

import re
import time
from dataclasses import dataclass

import httpx
from django.test import Client

from benchmarks import seeds
from benchmarks.figures import Section, ms, percentile

ANSWERS = ("correct", "partly", "wrong")
FIELD = re.compile(r'<input type="hidden" name="([a-z_]+)" value="([^"]*)"')
ITEM = re.compile(r'action="/annotate/[^/]+/items/(\d+)/submit/"')
HTMX = {"HX-Request": "true", "HX-Target": "work", "HX-Current-URL": "http://127.0.0.1/annotate/"}
WARM_UP = 10  # each thread of the server imports and connects first


@dataclass(frozen=True)
class Size:
    """Items of the task, the annotator's own answers among them, and how many steps of each kind are measured."""

    items: int
    own: int
    steps: int


FULL = Size(items=50_000, own=20_000, steps=100)
QUICK = Size(items=5_000, own=2_000, steps=20)


@dataclass(frozen=True)
class Open:
    """The item on screen: its number and what its form posts beside the answer."""

    item_id: int
    fields: dict

    @classmethod
    def read(cls, html):
        found = ITEM.search(html)
        if found is None:
            raise SystemExit(f"There is no form in {html[:300]!r}.")
        return cls(item_id=int(found.group(1)), fields=dict(FIELD.findall(html)))


class Annotator:
    """Works as the page does, with the headers of htmx and a session, on one connection that is kept."""

    def __init__(self, server, task, person):
        self._root = f"/annotate/{task.pk}"
        browser = Client(SERVER_NAME="localhost")
        browser.force_login(person.annotator.user)
        cookies = {name: morsel.value for name, morsel in browser.cookies.items()}
        self._client = httpx.Client(base_url=f"http://127.0.0.1:{server.port}", cookies=cookies, timeout=30)
        page = self._client.get(f"{self._root}/")
        self._token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page.text).group(1)
        self._open = Open.read(self._post("next/", {}).text)
        self.bytes = {}

    def step(self, *, prefetched):
        """Seconds that submit and next item took. The next item is laid by before, as after the first answer."""
        laid_by = self._lay_by() if prefetched else None
        body = self._open.fields | {"q-verdict": ANSWERS[self._open.item_id % 3], "time_spent_seconds": "12.5"}
        body |= {"prefetched": laid_by.headers["X-Prefetched"]} if prefetched else {}
        begun = time.perf_counter()
        answer = self._post(f"items/{self._open.item_id}/submit/", body)
        seconds = time.perf_counter() - begun
        if prefetched != ("X-Use-Prefetched" in answer.headers):
            raise SystemExit(f"Laid by: {prefetched}, but the answer was the other kind: {dict(answer.headers)}")
        self.bytes[prefetched] = len(answer.content)
        self._open = Open.read(laid_by.text if prefetched else answer.text)
        return seconds

    def close(self):
        self._client.close()

    def _lay_by(self):
        answer = self._post("prefetch/", {})
        if answer.status_code != 200:
            raise SystemExit(f"The next item could not be laid by: {answer.status_code}.")
        return answer

    def _post(self, path, body):
        answer = self._client.post(f"{self._root}/{path}", data=body, headers=HTMX | {"X-CSRFToken": self._token})
        if answer.status_code >= 300:
            raise SystemExit(f"{path} answered {answer.status_code}: {answer.text[:300]!r}")
        return answer


def run(site, *, quick):
    size = QUICK if quick else FULL
    site.prepare("collectstatic", "--noinput")
    where = seeds.organization()
    [person] = seeds.people(where, 1)
    task = seeds.task(seeds.version(where, size.items), items=size.items)
    seeds.own_answers(task, person, size.own)
    seeds.settle()
    annotator = Annotator(site.serve(), task, person)
    durations = {True: [], False: []}
    for number in range(size.steps + WARM_UP):
        for prefetched in (True, False):  # in turn, so that noise meets both
            seconds = annotator.step(prefetched=prefetched)
            if number >= WARM_UP:
                durations[prefetched].append(seconds)
    annotator.close()
    return report(size, durations, annotator.bytes)


def report(size, durations, sizes):
    section = Section("From item to item", "make bench ARGS='next_item'")
    section.text.append(
        f"One annotator with {size.own:,} own answers in a task of {size.items:,} items, {size.steps} steps of each"
        " kind in turn: the answer is posted as htmx does, and the response is the next item, or, where the browser has"
        " laid it by, the word to show it. From sending to the last byte, over a kept connection. Times in ms."
    )
    names = {True: "next item laid by", False: "next item in the response"}
    section.table(
        ["", "kB", "p50", "p95"],
        [
            [name, f"{sizes[kind] / 1000:.1f}", *(ms(percentile(durations[kind], share)) for share in (0.5, 0.95))]
            for kind, name in names.items()
        ],
    )
    section.at_most(f"{names[True]}, p95", percentile(durations[True], 0.95) * 1000, 50, "ms")
    section.at_most(f"{names[False]}, p95", percentile(durations[False], 0.95) * 1000, 150, "ms")
    return section
