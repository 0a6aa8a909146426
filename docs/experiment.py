"""An experiment over the API: python docs/experiment.py ADDRESS, with an admin's key in BOSS."""

import json
import os
import sys
import time
import urllib.request

ADDRESS = sys.argv[1].rstrip("/") + "/v1"
NUMBERS = range(1, 121)
CASES = [{"external_id": f"q{n}", "input": f"What is {n} + {n}?", "expected_output": str(2 * n)} for n in NUMBERS]
OUTPUTS = [
    {"external_id": f"q{n}", "system": system, "text": str(2 * n + (n % often == 0))}
    for n in NUMBERS
    for system, often in (("v4", 3), ("v5", 12))
]


def call(method, path, body=None):
    """The JSON answer to one request."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(ADDRESS + path, data=data, method=method)
    request.add_header("Authorization", f"Bearer {os.environ['BOSS']}")
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.loads(response.read())


# An open version with the outputs of two variants.
dataset = call("POST", "/datasets", {"name": f"Sums {time.time():.0f}"})["dataset_id"]
version = call("POST", f"/datasets/{dataset}/versions/open", {})
way = f"/datasets/{dataset}/versions/{version['version_number']}"
call("POST", f"{way}/cases", {"cases": CASES})
call("POST", f"{way}/outputs", {"outputs": OUTPUTS})

# The plan. It never changes once the experiment has started.
plan = {
    "name": "Sums: v5 against v4",
    "hypothesis": "v5 is right more often.",
    "type": "PROMPT_COMPARISON",
    "dataset_version_id": version["version_id"],
    "variants": [{"name": name, "is_control": name == "v4", "config": {"output_name": name}} for name in ("v4", "v5")],
    "primary_metric": "exact_match",
    "secondary_metrics": [{"metric": "correctness", "scores": "people"}],
    "scoring": {"judges": ["simulated-careful"]},
    "config": {"method": "sequential", "significance_level": 0.05, "minimum_sample_size": 30},
}
experiment = call("POST", "/experiments", plan)
address = f"/experiments/{experiment['experiment_id']}"
print(f"{experiment['status']}: {experiment['config']['planned_n']} pairs are planned")

# Each variant is evaluated, with the same scorers.
experiment = call("POST", f"{address}/start")
for variant in experiment["variants"]:
    job = {"status": "queued"}
    while job["status"] in ("queued", "running"):
        time.sleep(0.5)
        job = call("GET", f"/evaluations/batch/{variant['evaluation_id']}")

# Ask people about cases that are drawn by chance.
asked = call("POST", f"{address}/label-requests", {"n_cases": 40, "seed": 7})
print(f"{asked['n_items']} outputs of {asked['n_cases']} cases wait for people")

# A look: it is stored, and is safe at any time with the sequential method.
found = call("GET", f"{address}/results")
print(f"{found['verdict']}: {found['analysis']['recommendation']}")
for check in found["health"]:
    print(f"  {check['check']}: {check['state']}, {check['reason']}")
shown = found["differences"][0]["running"]
print(f"difference {shown['value']:.3f}, at every look {shown['low']:.3f} to {shown['high']:.3f}, p {shown['p']:.2g}")

# Decide it for good.
winner = found["analysis"]["winner"] or "no_winner"
experiment = call("POST", f"{address}/conclude", {"winner": winner, "notes": "Fewer wrong sums."})
print(f"{experiment['status']} with look {experiment['conclusion']['look']}")
