"""Pytest plugin: what a test needs, and `--kind` to run the tests of one kind alone.

A test needs services (Postgres, Valkey) when it uses the database, lies in a folder of processes, or is marked
`services`. All others are pure: `--kind=pure` runs them without starting anything.
"""

import re

import pytest

KINDS = ("all", "pure", "services")
DATABASE = {"db", "transactional_db", "django_db_setup", "live_server"}
ALL_IN_DATABASE = re.compile(r"^pytestmark = .*django_db", re.MULTILINE)
FOLDERS = ("tests/end_to_end/", "tests/drills/", "tests/local/")


def pytest_addoption(parser):
    parser.addoption("--kind", choices=KINDS, default="all", help="only tests without services, or only others")


def pytest_ignore_collect(collection_path, config):
    """Not even reads a module whose mark says that all of its tests use the database, when only pure ones are run."""
    if config.getoption("kind") == "pure" and collection_path.suffix == ".py":
        if ALL_IN_DATABASE.search(collection_path.read_text()):
            return True
    return None


def needs_services(item):
    if item.get_closest_marker("django_db") or item.get_closest_marker("services"):
        return True
    return not DATABASE.isdisjoint(item.fixturenames) or any(folder in item.nodeid for folder in FOLDERS)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    kind = config.getoption("kind")
    if kind == "all":
        return
    chosen = [item for item in items if needs_services(item) == (kind == "services")]
    config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
    items[:] = chosen
