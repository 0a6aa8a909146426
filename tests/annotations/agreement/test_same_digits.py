"""Page, API and `manage.py agreement` print the same digits for the same labels."""

import io
import json

import pytest
from django.core.management import call_command

from annotations.agreement.actions import snapshots
from annotations.agreement.bands import written
from annotations.agreement.intervals import FEW_DISAGREE
from annotations.models import Judgement
from tests.annotations.panel import answer_all, make_panel

# An order of their own, and texts that no option has: neither may change a digit.
NAMES = {"correct": "zeta", "partly": "alpha", "wrong": "mu"}
LEVELS = {"verdict": "nominal", "score": "ordinal", "seconds": "interval"}
BOUNDS = ("value", "low", "high")


@pytest.fixture
def task(acme):
    task = make_panel(acme, rows=30)
    answer_all(task)
    snapshots.compute(task=task)
    return task


def of_command(task, key, folder):
    """What the command prints for a file of the question's answers."""
    path, out = folder / f"{key}.csv", io.StringIO()
    rows = (
        Judgement.objects.filter(question__key=key, annotation__task=task)
        .order_by("-pk")
        .values_list(
            "annotation__item", "annotation__annotator__name", "annotation__annotator__kind", "value", "number"
        )
    )
    lines = [
        f"{item},{name},{NAMES.get(value) if key == 'verdict' else f'{number:g}'},{kind}"
        for item, name, kind, value, number in rows
    ]
    path.write_text("\n".join(["item,annotator,value,kind", *lines]) + "\n")
    call_command("agreement", str(path), "--level", LEVELS[key], stdout=out)
    return json.loads(out.getvalue())["scopes"]


def test_api_page_and_command_give_the_same_digits(task, bob, api_of, client_of, tmp_path):
    body = api_of(bob).get(f"/v1/annotations/tasks/{task.pk}/progress").json()
    html = client_of(bob).get(f"/tasks/{task.pk}/agreement/").content.decode()

    for key in LEVELS:
        shown, found = body["agreement_metrics"]["questions"][key], of_command(task, key, tmp_path)

        for scope in ("people", "machines", "between", "everyone"):
            stored = shown[scope]["krippendorff_alpha"]
            assert stored["low"] < stored["value"] < stored["high"], scope
            assert [stored[name] for name in BOUNDS] == [found[scope][name] for name in BOUNDS], scope
            assert stored["n_items"] > FEW_DISAGREE
        people = found["people"]
        assert f"95 % CI {written(people['low'])} to {written(people['high'])}, {people['n_items']} items" in html, key
