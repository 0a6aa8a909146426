"""A rubric study of the demo organization: how far reports of an invented country tell of pressure on its press."""

import datetime

from django.core.files.base import File
from django.db import transaction

from evalhub.demo.people import CONTENT
from experiments.studies.actions import evidence, studies, windows

MODELS = ["simulated-careful", "simulated-hasty"]
REPORTS = "press_reports.jsonl"
SETTINGS = {
    "rubric_models": MODELS,
    "scoring_models": MODELS,
    "critic_model": "simulated-strict",
    "samples_per_model": 2,
    "scale_size": 4,
    "seed": 7,
}


@transaction.atomic
def study(*, organization, by, name="How hard is it to report?", window_name="Alderland, spring", is_sample=False):
    """Have two models write rubrics for the concept and score the reports with them, each answer criticized."""
    window = windows.create(
        organization=organization,
        name=window_name,
        concept="pressure on the press",
        country="Alderland",
        start_date=datetime.date(2026, 3, 1),
        end_date=datetime.date(2026, 4, 30),
        by=by,
    )
    with (CONTENT / REPORTS).open("rb") as source:
        evidence.read_file(window=window, upload=File(source, name=REPORTS), by=by)
    return studies.create(
        organization=organization,
        name=name,
        window=window,
        settings=SETTINGS,
        start=True,
        is_sample=is_sample,
        by=by,
    )
