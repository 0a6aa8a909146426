"""What the documents say of the tree is so."""

import re
from pathlib import Path

from django.conf import settings

from tests.source_tree import ROOT, complain, files, python_files

LINK = re.compile(r"\]\((?!https?:|mailto:|#)([^)#\s]+)")


def documents():
    return [file for file in files() if file.name.endswith(".md")]


def test_links_between_documents_lead_somewhere():
    complain(
        (
            f"{file.name}: {link}"
            for file in documents()
            for link in LINK.findall(file.text)
            if not (file.path.parent / link).exists()
        ),
        "A link of a document names a file of the tree.",
    )


def test_decisions_say_why_and_what_follows():
    parts = ["# ", "**Context.** ", "**Decision.** ", "**Consequences.** "]

    complain(
        (
            f"{file.name}: {part!r} is missing"
            for file in documents()
            if file.name.startswith("docs/decisions/")
            for part in parts
            if f"\n{part}" not in f"\n{file.text}"
        ),
        "A decision has a title, its context, the decision and its consequences.",
    )
    assert len(list(Path(ROOT, "docs/decisions").glob("*.md"))) >= 4


def architecture():
    return (ROOT / "docs/architecture.md").read_text()


def test_every_sweep_is_in_the_table_with_its_seconds():
    units = {"s": 1, "min": 60, "h": 3_600, "day": 86_400}
    rows = re.findall(r"^\| `([\w.]+)` \| ([\d.]+) (\w+) \|", architecture(), re.M)

    assert {task: float(number) * units[unit] for task, number, unit in rows} == {
        entry["task"]: entry["schedule"] for entry in settings.CELERY_BEAT_SCHEDULE.values()
    } | dict.fromkeys(settings.SWEEPS, settings.SWEEP_SECONDS)


def test_architecture_names_modules_that_exist():
    """Whole modules in the walks, packages with slashes in the tables."""
    walks = architecture().split("## Five walks")[1].split("\n## ")[0]
    modules = [name.replace(".", "/") + ".py" for name in re.findall(r"`((?:\w+\.)+\w+)`", walks)]
    packages = re.findall(r"`((?:evalhub|datasets|annotations|reviews|experiments)/[\w/]*)`", architecture())

    complain(
        (
            name
            for name in modules + packages
            if not any((ROOT / at).exists() for at in (name, f"{name[:-3]}/__init__.py"))
        ),
        "docs/architecture.md names something that is not there.",
    )
    assert walks.count("\n### ") == 5 and len(modules) > 40


def test_every_feature_is_in_the_architecture():
    complain(
        (
            file.name
            for file in python_files(tests=False)
            if re.fullmatch(r"(annotations|reviews|experiments)/\w+/__init__\.py", file.name)
            and (file.path.parent / "actions").is_dir()
            and f"`{file.name.removesuffix('/__init__.py')}`" not in architecture()
        ),
        "docs/architecture.md says what each feature does.",
    )
