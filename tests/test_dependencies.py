"""pyproject.toml names what the code uses and nothing else, and docs/dependencies.md says why."""

import importlib.metadata
import re
import tomllib
from functools import cache

from tests.source_tree import ROOT, complain, python_files

WORD = re.compile(r"[\w-]+")
NAME = re.compile(r"^[A-Za-z0-9._-]+")


def plain(name):
    return re.sub(r"[-_.]+", "-", NAME.match(name).group()).lower()


@cache
def declared():
    """{group: requirements as they are written}."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    extras = [line for lines in project["project"]["optional-dependencies"].values() for line in lines]
    return {
        "runtime": project["project"]["dependencies"],
        "extras": extras,
        "dev": project["dependency-groups"]["dev"],
    }


@cache
def modules_of():
    """{distribution: its top modules} of what is installed."""
    found = {}
    for module, distributions in importlib.metadata.packages_distributions().items():
        for distribution in distributions:
            found.setdefault(plain(distribution), set()).add(module)
    return found


def extras_of(name):
    """What stands in brackets behind it: psycopg[binary,pool]."""
    lines = [line for lines in declared().values() for line in lines if plain(line) == name]
    return set(re.findall(r"\w+", re.sub(r"^[^\[]*\[?([^\]]*).*$", r"\1", lines[0])))


def importable():
    """Top modules of what is declared, and of what that brings along: celery's kombu is a part of its interface."""
    ours = {plain(line) for lines in declared().values() for line in lines}
    found = {module for name in ours for module in modules_of().get(name, ())}
    for name in ours & set(modules_of()):
        for line in importlib.metadata.requires(name) or []:
            extra = re.search(r"extra == .(\w+)", line)
            if extra is None or extra.group(1) in extras_of(name):
                found |= modules_of().get(plain(line), set())
    return found


def test_every_dependency_is_used():
    plugs = {}
    for group in ("pytest11", "console_scripts"):
        for plug in importlib.metadata.entry_points(group=group):
            plugs.setdefault(plain(plug.dist.name), set()).add(plug.name)
    loaded = re.findall(r'"-p", "(\w+)"', (ROOT / "pyproject.toml").read_text())
    texts = {"runtime": [], "dev": [" ".join(loaded)]}
    for file in python_files():
        texts["dev" if file.is_test or file.room == "benchmarks" else "runtime"].append(file.text)
    texts["dev"] += texts["runtime"]

    def is_used(name, texts):
        words = modules_of().get(name, {name}) | plugs.get(name, set())
        return any(word in text and word in WORD.findall(text) for text in texts for word in words)

    complain(
        (
            f"{line} ({group})"
            for group, found in texts.items()
            for line in declared()[group]
            if not is_used(plain(line), found)
        ),
        "A dependency that nothing imports or names is removed.",
    )
    assert not set(map(plain, declared()["runtime"])) & set(map(plain, declared()["dev"]))


def test_every_dependency_has_a_reason():
    rows = re.findall(r"^\| ([A-Za-z0-9._-]+(?:\[[^\]]*\])?) \|", (ROOT / "docs/dependencies.md").read_text(), re.M)
    names = [re.split(r"[<>=]", line)[0] for lines in declared().values() for line in lines]

    assert sorted(set(rows) - {"package"}) == sorted(names)
    assert len(rows) == len(set(rows) | {"package"}) + 2, "A package has one row."
