"""The Python client over HTTP: answers submitted in bulk, and annotations read into a DataFrame."""

import sys
import time

from benchmarks import seeds
from benchmarks.figures import Section, median
from evalhub.accounts.models import ApiKey, Membership
from evalhub.accounts.models.api_key import hash_key
from evalhub.local.paths import ROOT


def run(site, *, quick):
    items, rounds = (2_000, 1) if quick else (20_000, 3)
    where = seeds.organization()
    crowd = seeds.people(where, 8)
    version = seeds.version(where, items)
    submitted, read = seeds.task(version, items=items, overlap=rounds + 1), seeds.task(version, items=items)
    seeds.annotations(read, by=crowd)
    seeds.settle()
    url = f"http://127.0.0.1:{site.serve().port}"
    section = Section("The Python client", "make bench ARGS='client'")
    section.text.append(
        f"One caller, a chunk or a page after the other; medians of {rounds}, without the first caller. A submission"
        " has one question, a reason, a confidence and a time, and names its case by external id."
    )
    _submissions(section, url, submitted, crowd[: rounds + 1], items)
    _frames(section, url, read, _reader(where), rounds)
    return section


def _submissions(section, url, task, crowd, items):
    rows = [
        {
            "external_id": f"case-{number}",
            "labels.verdict": ("correct", "partly", "wrong")[number % 3],
            "justifications.verdict": "It says so in the second sentence.",
            "confidences.verdict": 0.7,
            "time_spent_seconds": 3.5,
        }
        for number in range(items)
    ]
    seconds, again = [], []
    for person in crowd:
        client = _client(url, person.key)
        seconds.append(_seconds(client.submissions.push, str(task.pk), rows))
        again.append(_seconds(client.submissions.push, str(task.pk), rows))
    rate, repeated = items / median(seconds[1:]), items / median(again[1:])
    section.table(["rows", "submitted/s", "sent again/s"], [[f"{items:,}", f"{rate:,.0f}", f"{repeated:,.0f}"]])
    section.at_least("annotations submitted in bulk", rate, 2_000, "/s")


def _frames(section, url, task, key, rounds):
    client, table = _client(url, key), []
    for name, read in (
        ("annotations.frame", client.annotations.frame),
        ("annotations.judgements", client.annotations.judgements),
    ):
        read(str(task.pk))
        seconds = median([_seconds(read, str(task.pk)) for _ in range(rounds)])
        rows = len(read(str(task.pk)))
        table.append([name, f"{rows:,}", f"{seconds:.2f}", f"{rows / seconds:,.0f}"])
        section.at_least(f"rows of {name}", rows / seconds, 50_000, "/s")
    section.table(["into a DataFrame", "rows", "seconds", "rows/s"], table)


def _client(url, key):
    sys.path.insert(0, str(ROOT / "clients" / "python"))
    from evalhub_client import Client

    sys.path.pop(0)
    return Client(url, key)


def _reader(where):
    """The key of a person who may read."""
    [person] = seeds.people(where, 1, first=1_000)
    Membership.objects.filter(user=person.annotator.user).update(role="viewer")
    ApiKey.objects.filter(key_hash=hash_key(person.key)).update(scopes=["read"])
    return person.key


def _seconds(work, *given):
    start = time.perf_counter()
    work(*given)
    return time.perf_counter() - start
