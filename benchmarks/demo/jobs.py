"""Job directories of the demo organization, as a pipeline hands them over, and a grading of cheaper models."""

import io
import tarfile

from evalhub.demo.people import CONTENT
from reviews.jobs.actions import intake
from reviews.quality.actions import gradings

PANEL = ["simulated-careful", "simulated-hasty"]


def hand_over(admin):
    """Upload each directory of the demo as an archive, to be reviewed by a panel of two."""
    for folder in sorted((CONTENT / "jobs").iterdir()):
        intake.upload(
            organization=admin.organization,
            file=_packed(folder),
            name=f"{folder.name}.tar.gz",
            models=PANEL,
            by=admin.user,
        )


def grade(admin, version):
    """Have two cheaper models answer the first questions of a dataset, beside the one that is in use."""
    gradings.create(
        organization=admin.organization,
        name="Would a smaller model do?",
        dataset_version=version,
        by=admin.user,
        task_type="support answers",
        baseline_model=PANEL[0],
        candidate_models=["simulated-hasty", "simulated-plain"],
        judge="embedding_similarity",
        most_cases=20,
    )


def _packed(folder):
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        archive.add(folder, folder.name)
    packed.seek(0)
    return packed
