"""Pytest plugin: what a test needs, and `--kind` to run the tests of one kind alone.

A test needs services (Postgres, Valkey) when it uses the database, lies in a folder of processes, or is marked
`services`. All others are pure: `--kind=pure` runs them without starting anything.
"""

import pytest

KINDS = ("all", "pure", "services")
DATABASE = {"db", "transactional_db", "django_db_setup", "live_server"}
FOLDERS = ("tests/end_to_end/", "tests/drills/", "tests/local/")


def pytest_addoption(parser):
    parser.addoption("--kind", choices=KINDS, default="all", help="only tests without services, or only others")


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
