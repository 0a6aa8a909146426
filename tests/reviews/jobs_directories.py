"""Job directories on disk for tests, and models that review what they are shown."""

import json
import re
from pathlib import Path

from tests.reviews.machine import answer, outcome_of

RESULTS = {"effect_estimate": 10.0, "ci_lower": 5.0, "ci_upper": 15.0, "cost_to_scale": 100.0, "sample_size": 50}
KEYS = "initiative_id confidence cost return_best return_median return_worst model_type sample_size".split()
REPORT = "The groups were balanced at the start: all standardized differences are below 0.1."


def make_directory(folder, name="job-impact-engine-1", *, manifest=None, results=RESULTS, files=None):
    """A job directory below `folder`: an experiment to be reviewed, unless told otherwise."""
    path = Path(folder) / name
    path.mkdir(parents=True)
    standing = {
        "schema_version": "2.0",
        "model_type": "experiment",
        "evaluate_strategy": "review",
        "created_at": "2025-06-01T12:00:00+00:00",
        "files": {
            "impact_results": {"path": "impact_results.json", "format": "json"},
            "balance": {"path": "balance.md", "format": "markdown"},
        },
    }
    (path / "balance.md").write_text(REPORT)
    if results is not None:
        text = results if isinstance(results, str) else json.dumps(results)
        (path / "impact_results.json").write_text(text)
    for file, text in (files or {}).items():
        (path / file).write_text(text)
    if manifest is not False:
        wanted = manifest if isinstance(manifest, str) else json.dumps(standing | (manifest or {}))
        (path / "manifest.json").write_text(wanted)
    return path


def written(path):
    """{name: content} of the result files in a directory."""
    return {file.name: json.loads(file.read_text()) for file in Path(path).glob("*_result.json")}


def review_of(call, *, score=0.8, overall=0.75, quotes=("standardized differences are below 0.1",), **changes):
    """A complete review in answer to a call: every dimension that its schema names gets the same score."""
    schema = call.response_format.model_json_schema()
    names = schema["$defs"]["DimensionReview"]["properties"]["name"]["enum"]
    reference = re.search(r"Case reference: (\w+)", call.messages[1]["content"])[1]
    dimensions = [
        {"name": name, "justification": f"On {name} the files are clear.", "quotes": list(quotes), "score": score}
        for name in names
    ]
    checks = [{"check": "Estimate in its interval", "finding": "10 lies in 5 to 15.", "passed": "yes"}]
    return {"case_ref": reference, "checks": checks, "dimensions": dimensions, "overall": overall} | changes


def reviewing(**parts):
    """A stand-in for the model that reviews jobs, and agrees as a critic."""

    def play(call):
        if call.response_format.__name__ != "MethodReview":
            return outcome_of(answer(call, value=0.8))
        return outcome_of(review_of(call, **parts))

    return play
