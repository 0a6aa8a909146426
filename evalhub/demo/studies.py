"""A rubric study of the demo organization: how far reports of an invented country tell of pressure on its press."""

import datetime

from django.core.files.base import File

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


def study(admin):
    """Have two models write rubrics for the concept and score the reports with them, each answer criticized."""
    window = windows.create(
        organization=admin.organization,
        name="Alderland, spring",
        concept="pressure on the press",
        country="Alderland",
        start_date=datetime.date(2026, 3, 1),
        end_date=datetime.date(2026, 4, 30),
        by=admin.user,
    )
    with (CONTENT / REPORTS).open("rb") as source:
        evidence.read_file(window=window, upload=File(source, name=REPORTS), by=admin.user)
    studies.create(
        organization=admin.organization,
        name="How hard is it to report?",
        window=window,
        settings=SETTINGS,
        start=True,
        by=admin.user,
    )
