"""A client that is generated from the OpenAPI document compiles, and its calls work."""

import compileall
import importlib
import json
import sys

import pytest
from openapi_python_client import Config, ErrorLevel, MetaType, generate
from openapi_python_client.config import ConfigFile

from tests import api_contract, factories

# Kinds of files, which the generator takes as bytes.
FILES = dict.fromkeys(
    ("application/jsonl", "application/pdf", "application/x-ndjson", "application/x-protobuf"),
    "application/octet-stream",
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(scope="module")
def package(tmp_path_factory):
    """The name of the generated package, which can be imported while the tests of this module run."""
    folder = tmp_path_factory.mktemp("generated")
    document = folder / "openapi.json"
    document.write_text(json.dumps(api_contract.document()))
    config = Config.from_sources(
        ConfigFile(post_hooks=[], content_type_overrides=FILES),
        MetaType.NONE,
        document,
        "utf-8",
        False,
        folder / "generated_client",
    )
    problems = generate(config=config)
    assert not [each for each in problems if each.level in (ErrorLevel.WARNING, ErrorLevel.ERROR)], problems
    sys.path.insert(0, str(folder))
    yield folder / "generated_client"
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == "generated_client"]:
        del sys.modules[name]


@pytest.fixture
def call(package, live_server, bob):
    """call("datasets.datasets_list", …) is what that function of the generated client answers."""
    client = importlib.import_module("generated_client").AuthenticatedClient(
        base_url=live_server.url, token=factories.make_api_key(bob).secret
    )

    def run(name, *words, **options):
        return importlib.import_module(f"generated_client.api.{name}").sync(*words, client=client, **options)

    with client:
        yield run


def test_every_module_compiles(package):
    assert compileall.compile_dir(package, quiet=1, workers=1)


def test_calls_work(call, acme, bob):
    models = importlib.import_module("generated_client.models")

    made = call("datasets.datasets_create", body=models.DatasetIn(name="Support answers", tags=["support"]))
    changed = call(
        "datasets.datasets_partial_update", made.dataset_id, body=models.DatasetChangeIn(description="Of March.")
    )
    listed = call("datasets.datasets_list", limit=1)

    assert (changed.name, changed.description, changed.tags) == ("Support answers", "Of March.", ["support"])
    assert [each.dataset_id for each in listed.datasets] == [made.dataset_id]


def test_enums_moments_and_errors_are_of_their_types(call, acme):
    task = factories.make_task(factories.make_version(factories.make_dataset(acme)))
    models = importlib.import_module("generated_client.models")

    found = call("annotations.annotations_tasks_list", since=task.created_at)
    missing = call("datasets.datasets_retrieve", acme.pk)

    assert [each.status.value for each in found.tasks] == ["ACTIVE"]
    assert found.tasks[0].created_at == task.created_at
    assert isinstance(missing, models.ErrorOut) and missing.error.code == "not_found"
