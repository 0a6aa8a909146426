"""Modules and classes are named after the thing they are: GLOSSARY.md refuses some words."""

import re

import pytest

from tests.source_tree import complain, python_files

REFUSED = set(
    "said told asked met laid drawn wanted standing witness shelf place words look stretch remark following settling "
    "preparing reserving observing replying".split()
)
REFUSED_MODULES = REFUSED | {"handed_in", "held_work", "resending", "pacing"}
# A look at an experiment is what its interim analysis is called.
OF_THE_FIELD = {"ExperimentLook", "ExperimentLookList", "experiment_look"}
CLASS = re.compile(r"^\s*class (\w+)", re.M)
PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z][a-z0-9]*")


def refused_of_class(name):
    return {part.lower() for part in PART.findall(name)} & REFUSED


def refused_of_module(stem):
    return (set(stem.split("_")) & REFUSED) | {name for name in REFUSED_MODULES if f"_{name}_" in f"_{stem}_"}


def test_modules_and_classes_have_names_of_the_glossary():
    files = [file for file in python_files(tests=False) if "/migrations/" not in file.name]
    classes = (
        f"{file.name}: {name}"
        for file in files
        for name in CLASS.findall(file.text)
        if name not in OF_THE_FIELD and refused_of_class(name)
    )
    modules = (file.name for file in files if file.path.stem not in OF_THE_FIELD and refused_of_module(file.path.stem))

    complain([*modules, *classes], "A noun of the field, see GLOSSARY.md: names in code.")


@pytest.mark.parametrize("name", ["Told", "RunStanding", "_Asked", "AddPlace"])
def test_refused_class_names_are_found(name):
    assert refused_of_class(name)


def test_refused_module_names_are_found():
    assert refused_of_module("held_work") and refused_of_module("desk_standing") and not refused_of_module("placement")
