"""The list of imports: whose, and which content."""

from annotations.models import ImportJob
from tests import factories
from tests.lists.walks import Walk, shown


def make_imports(organization, count=1, **fields):
    task = factories.make_task(factories.make_version(factories.make_dataset(organization)), name="Round 1")
    for number in range(count):
        values = {"kind": ["annotations", "prelabels"][number % 2], "format": "CSV", "file_name": f"a-{number}.csv"}
        ImportJob.objects.create(organization=organization, task=task, mapping={"item": "id"}, **values | fields)


def test_shows_own_imports_by_content(bob, acme, mallory):
    make_imports(acme, 2)

    def names(query=""):
        return [line.row.file_name for line in shown("imports", bob, query).lines]

    assert names("?sort=file_name") == ["a-0.csv", "a-1.csv"]
    assert names("?kind=prelabels") == ["a-1.csv"]
    assert names("?q=round") == names()
    assert shown("imports", mallory).lines == []


def walk(organization, member):
    make_imports(organization, 7, created_by=member.user)
    return Walk("/imports/", search="a-3", filter="kind", value="prelabels")
