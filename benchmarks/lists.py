"""Lists and full-text search over many rows: pages and API over HTTP, by filter, order and depth."""

import http.client
import json
import time
from urllib.parse import quote, urlencode

from annotations.models import Annotator
from benchmarks import seeds
from benchmarks.figures import Section, median, ms, percentile
from evalhub.lib.orders import cursor_of, keys_of

TEXTS = (
    "order",  # all cases
    "billing",  # a third of them
    "bil",
    "order 4711",
    "order 47 days",
    '"order 123456"',
    "23456",  # in the middle of an id
    "case-99",
    "shipping -days",
    "quarantine",  # none
    "working days",  # all outputs
    "6 working",
)


def run(site, *, quick):
    rows, rounds = (20_000, 3) if quick else (1_000_000, 15)
    site.prepare("collectstatic", "--noinput")
    where = seeds.organization()
    [admin] = seeds.people(where, 1, role="admin")
    [annotator] = seeds.people(where, 1)
    version = seeds.version(where, rows)
    task = seeds.task(version, items=rows, overlap=1)
    seeds.annotations(task, by=[annotator], overlap=1)
    indexed = _index()
    seeds.settle()
    caller = Caller(site.serve().port, admin)
    section = Section(f"Lists of {rows:,} rows", "make bench ARGS='lists'")
    section.text.append(
        f"A version of {rows:,} cases with an output each, and a task over them with an annotation of each item, over"
        f" HTTP on one connection, each address {rounds} times. The worker indexed cases and outputs in {indexed:.0f}"
        f" s, {2 * rows / indexed:,.0f} rows/s. Times in ms."
    )
    lists, searches = addresses(version, task, rows)
    for what, found, limit in (("list", lists, 150), ("search", searches, 200)):
        times = {name: _times(caller, urls, rounds) for name, urls in found.items()}
        section.table(
            [what, "p50", "p95", "slowest", "its address"],
            [[name, *_figures(measured)] for name, measured in times.items()],
        )
        everything = [seconds for measured in times.values() for _url, seconds in measured]
        section.at_most(f"{what}, p95 of all", percentile(everything, 0.95) * 1000, limit, "ms")
    return section


def addresses(version, task, rows):
    """({list: addresses}, {list: addresses that search it}); deep ones are in the middle."""
    api = f"/v1/datasets/{version.dataset_id}/versions/{version.version_number}"
    page = f"/datasets/{version.dataset_id}/versions/{version.version_number}/cases/"
    api_task, items = f"/v1/annotations/tasks/{task.pk}", f"/tasks/{task.pk}/items/"
    api_items, annotations = f"{api_task}/items", f"{api_task}/annotations"
    cases = [f"{api}/cases?limit=50", *(f"{api}/cases?limit=50&{query}" for query in _case_queries(rows // 2))]
    lists = {
        "cases, API": cases,
        "cases, page": [page, *(f"{page}?{query}" for query in _case_queries(_cursor(version, rows // 2)))],
        "outputs, API": [f"{api}/outputs", f"{api}/outputs?after={rows // 2}.0"],
        "items, page": [items, *(f"{items}?{query}" for query in _item_queries(task, rows // 2))],
        "items, API": [f"{api_items}?limit=50", f"{api_items}?limit=50&state=open&flagged=false"],
        "annotations, API": [annotations, *(f"{annotations}?{query}" for query in _annotation_queries())],
    }
    searches = {
        name: [f"{address}{quote(text)}" for text in TEXTS]
        for name, address in {
            "cases, API": f"{api}/cases?limit=50&search=",
            "cases, API, in the middle": f"{api}/cases?limit=50&after={rows // 2}&search=",
            "cases, page": f"{page}?q=",
            "outputs, API": f"{api}/outputs?search=",
            "items, page": f"{items}?q=",
            "items, API": f"{api_items}?limit=50&search=",
            "annotations, API": f"{annotations}?search=",
        }.items()
    }
    return lists, searches


def _cursor(version, row_index):
    """What the page after a row has in its address."""
    return cursor_of(keys_of(version.cases.all(), ["row_index", "pk"]), version.cases.get(row_index=row_index))


def _case_queries(after):
    filters = [{"category": "billing"}, {"difficulty": {"gte": 3}}, {"category": {"in": ["returns"]}, "difficulty": 2}]
    return [
        f"after={after}",
        *(urlencode({"filter": json.dumps(each)}) for each in filters),
        urlencode({"filter": json.dumps(filters[1]), "after": after}),
    ]


def _item_queries(task, position):
    cursor = cursor_of(keys_of(task.items.all(), ["position"]), task.items.get(position=position))
    states = [f"state={state}" for state in ("open", "in_work", "agreeing", "disagreeing", "complete", "withdrawn")]
    people = [f"annotator={pk}" for pk in Annotator.objects.values_list("pk", flat=True)]  # of all answers, of none
    orders = ["sort=-item", "sort=-disagreement", "sort=disagreement", f"after={cursor}"]
    narrow = ["label=verdict%3Dwrong", "flagged=true", "flagged=false&state=open", "disagreement=0.2"]
    return [*orders, *states, *narrow, *people]


def _annotation_queries():
    found = ["kind=human", "flagged=true", "origin=api", "question=verdict", "since=2030-01-01", "exposure=blind"]
    return [*found, "kind=llm", "origin=import", "exposure=saw_people"]  # the last ones find nothing among all


class Caller:
    """Sends requests on one connection, with the key and the session of a person."""

    def __init__(self, port, person):
        self._connection = http.client.HTTPConnection("127.0.0.1", port, timeout=600)
        cookies = "; ".join(f"{name}={value}" for name, value in seeds.cookies(person).items())
        self._api, self._pages = {"Authorization": f"Bearer {person.key}"}, {"Cookie": cookies}

    def seconds(self, url):
        """How long a GET took to its last byte; SystemExit where it did not answer 200."""
        begun = time.perf_counter()
        self._connection.request("GET", url, headers=self._api if url.startswith("/v1/") else self._pages)
        answer = self._connection.getresponse()
        body = answer.read()
        if answer.status != 200:
            raise SystemExit(f"{url} answered {answer.status}: {body[:300]!r}")
        return time.perf_counter() - begun


def _times(caller, urls, rounds):
    """[(url, seconds)] of rounds through the addresses, after one that is not counted."""
    for url in urls:
        caller.seconds(url)
    return [(url, caller.seconds(url)) for _round in range(rounds) for url in urls]


def _figures(measured):
    seconds = [each for _url, each in measured]
    urls = dict.fromkeys(url for url, _seconds in measured)
    medians = {url: median([each for met, each in measured if met == url]) for url in urls}
    slowest = max(medians, key=medians.get)
    shown = slowest.partition("?")[2] or "no query"
    return [ms(median(seconds)), ms(percentile(seconds, 0.95)), ms(medians[slowest]), f"`{shown}`"]


def _index():
    """Seconds that the worker needs to index all cases and outputs."""
    from datasets.actions import search_index

    begun = time.perf_counter()
    while not search_index.INDEX.round().is_over:
        pass
    return time.perf_counter() - begun
