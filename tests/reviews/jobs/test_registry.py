"""The registry of methods."""

from pathlib import Path

import pytest

from evalhub.lib.env import SettingError
from reviews.jobs import methods
from reviews.jobs.errors import JobError
from reviews.jobs.methods import MethodReviewerRegistry, packages_named
from reviews.jobs.methods.base import MethodReviewer


def test_methods_are_folders_with_ranges_by_exact_names():
    folders = sorted(path.parent.name for path in Path(methods.__file__).parent.glob("*/reviewer.py"))
    assert MethodReviewerRegistry.available() == folders and "experiment" in folders

    ranges = MethodReviewerRegistry.confidence_map()
    assert ranges["experiment"] == (0.85, 1.0) and ranges["quasi_experimental"] == (0.60, 0.85)
    assert list(ranges) == MethodReviewerRegistry.available()

    for name in ["Experiment", "experiment ", "", None, 7, "x" * 500]:
        with pytest.raises(JobError, match="Available: experiment, ") as refused:
            MethodReviewerRegistry.create(name)

        assert refused.value.category == "unknown_method" and refused.value.field == "model_type", name
        assert len(refused.value.message) < 300, name


def test_reviewers_are_made_anew_for_a_range_that_exists():
    assert MethodReviewerRegistry.create("matching") is not MethodReviewerRegistry.create("matching")

    for confidence_range in [(0.9, 0.8), (-0.1, 0.5), (0.5, 1.1)]:
        with pytest.raises(ValueError, match="confidence_range"):
            MethodReviewerRegistry.register("odd")(
                type("Odd", (MethodReviewer,), {"confidence_range": confidence_range})
            )

        assert "odd" not in MethodReviewerRegistry.available(), confidence_range


def test_packages_are_parted_by_colons(monkeypatch):
    monkeypatch.setenv("EVALHUB_METHOD_PACKAGES", "json: email.mime:")

    assert packages_named() == ["json", "email.mime"]


@pytest.mark.parametrize("name", ["no_such_package", "json.no.such", ".relative"])
def test_package_that_is_not_there_is_named(monkeypatch, name):
    monkeypatch.setenv("EVALHUB_METHOD_PACKAGES", f"json:{name}")

    with pytest.raises(SettingError, match="EVALHUB_METHOD_PACKAGES names") as refused:
        packages_named()

    assert repr(name) in str(refused.value)
