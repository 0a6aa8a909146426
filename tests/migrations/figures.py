"""The figures that the API and the pages show for an organization: numbers, codes and ids, and no wording.

Asked through `get(path)`, which answers with the parsed JSON of the API or the HTML of a page, so that any version of
the product can be asked.
"""

import math
import re
from html.parser import HTMLParser

OF_NOW = ("snapshot_at", "computed_at", "per_minute", "estimated_completion")  # they tell of the moment of asking
SKIPPED = ("time", "script", "style", "option", "textarea")
FRACTIONS = re.compile(r"(?<![\w.,:/-])[-−]?\d*\.\d+(?:\s?%)?(?![\w.:])|(?<![\w.,:/-])[-−]?\d+\s?%")


# {list of the API: (key of its rows, key of their id, addresses of one)}
DETAILS = {
    "evaluations": ("runs", "evaluation_id", ("/v1/evaluations/batch/{}", "/evaluations/{}/")),
    "gates": ("gates", "gate_id", ("/v1/gates/{}", "/gates/{}/")),
    "experiments": ("experiments", "experiment_id", ("/v1/experiments/{}", "/experiments/{}/")),
    "benchmarks/runs": ("runs", "run_id", ("/v1/benchmarks/runs/{}", "/benchmarks/runs/{}/")),
}


def of_organization(get, besides=()):
    """{address: figures} of the lists, of what they name, and of the addresses `besides`."""
    found, addresses = {}, [*_lists(), *besides]
    while addresses:
        address = addresses.pop()
        if address in found:
            continue
        answer = get(address)
        found[address] = _shown(answer) if address.startswith("/v1/") else _fractions(answer)
        addresses += _below(address, answer)
    return found


def missing(before, now, path=""):
    """What was recorded and differs or is gone; what an answer has besides is no difference."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key, value in before.items():
            yield from missing(value, now.get(key, "nothing"), f"{path} {key}".strip())
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for place, (one, other) in enumerate(zip(before, now, strict=True)):
            yield from missing(one, other, f"{path}[{place}]")
    elif isinstance(before, float) and isinstance(now, float):
        if not math.isclose(before, now, rel_tol=1e-9):
            yield f"{path}: {before} became {now}"
    elif before != now:
        yield f"{path}: {before} became {now}"


def _lists():
    yield from ("/v1/datasets?limit=100", "/v1/annotations/tasks?limit=100", "/v1/runs?limit=100", "/v1/annotators")
    yield from ("/v1/quality/gradings", "/v1/quality/calibrations", "/v1/quality/prompts", "/v1/quality/observations")
    yield from ("/v1/quality/route?task_type=support%20answers", "/v1/reviews/jobs", "/quality/")
    yield from ("/quality/calibration/", "/studies/", "/v1/evaluations?limit=100", "/v1/gates", "/v1/experiments")
    yield from ("/v1/benchmarks/suites", "/v1/benchmarks/runs")


def _below(address, answer):
    """Addresses of the rows of a list, and of the parts of a row."""
    name = address.partition("?")[0].removeprefix("/v1/")
    if name == "datasets":
        for row in answer["datasets"]:
            version = f"/v1/datasets/{row['dataset_id']}/versions/{row['latest_version_number']}"
            yield from (version, f"{version}/cases?limit=200")
    elif name == "annotations/tasks":
        for row in answer["tasks"]:
            task = row["task_id"]
            yield from (f"/v1/annotations/tasks/{task}{part}" for part in ("", "/progress", "/audits", "/annotators"))
            yield f"/tasks/{task}/agreement/"
    elif name == "runs":
        for row in answer["runs"]:
            yield from (f"/v1/runs/{row['run_id']}", f"/v1/runs/{row['run_id']}/stages")
    elif name == "quality/gradings":
        for row in answer["gradings"]:
            yield from (f"/v1/quality/gradings/{row['grading_id']}", f"/quality/gradings/{row['grading_id']}/")
    elif name == "reviews/jobs":
        yield from (f"/v1/reviews/jobs/{row['job_id']}" for row in answer["jobs"])
    elif name in DETAILS:
        rows, key, addresses = DETAILS[name]
        yield from (address.format(row[key]) for row in answer[rows] for address in addresses)
    elif name == "/studies/":
        for study in sorted(set(re.findall(r"/studies/([0-9a-f-]{36})/", answer))):
            yield from (f"/v1/studies/{study}/bundle", f"/studies/{study}/scorers/", f"/studies/{study}/verdicts/")
            yield from (
                f"/v1/studies/{study}/bundle/{table}?limit=250" for table in ("rubrics", "responses", "response_items")
            )


def _shown(value):
    """JSON without sentences, which may be worded anew at any time, and without answers of people and models."""
    if isinstance(value, dict):
        kept = ((key, _shown(each)) for key, each in value.items() if key not in OF_NOW)
        return {key: each for key, each in kept if each is not _SENTENCE}
    if isinstance(value, list):
        return [each for each in map(_shown, value) if each is not _SENTENCE]
    return _SENTENCE if isinstance(value, str) and (" " in value or len(value) > 80) else value


_SENTENCE = object()


def _fractions(html):
    """Numbers with decimals, and percentages, of a page's main part, as fractions in order of size: none twice."""
    reader = _Main()
    reader.feed(html)
    return {f"{number:g}": True for number in sorted(set(map(_number, FRACTIONS.findall(" ".join(reader.texts)))))}


def _number(text):
    number = float(text.rstrip("% \u00a0\u202f").replace("−", "-"))
    return round(number / 100, 6) if text.endswith("%") else number


class _Main(HTMLParser):
    def __init__(self):
        super().__init__()
        self.texts = []
        self._open = []

    def handle_starttag(self, tag, attrs):
        if tag in ("main", *SKIPPED):
            self._open.append(tag)

    def handle_endtag(self, tag):
        if tag in self._open:
            del self._open[len(self._open) - 1 - self._open[::-1].index(tag) :]

    def handle_data(self, data):
        if "main" in self._open and not set(self._open) & set(SKIPPED):
            self.texts.append(data)
