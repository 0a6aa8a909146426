"""The pages of cases: who may read them, one case in full."""

import pytest

from datasets.actions import imports
from datasets.models import DatasetVersion
from datasets.views.case_texts import case_rows, input_parts
from tests import factories
from tests.datasets.files import received

HOSTILE = "<script>alert(1)</script>"
ROWS = [
    {"question": f"What is {n}?", "expected_output": str(n), "output_gpt": "?", "topic": ["sums", "a,b"][n % 2],
     "score": n, "urgent": n < 2, "tags": ["new"] if n == 3 else [], "other": n if n else "text"}
    for n in range(60)
]  # fmt: skip


pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def acme(module_db):
    return factories.make_organization("acme")


@pytest.fixture(scope="module")
def imported(acme):
    return imports.run(version=received(ROWS, dataset=factories.make_dataset(acme))).pk


@pytest.fixture
def version(db, imported):
    return DatasetVersion.objects.get(pk=imported)


@pytest.fixture
def client(client_of, bob):
    return client_of(bob)


@pytest.fixture
def cases_path(version):
    return f"{version.get_absolute_url()}cases/"


@pytest.mark.parametrize(
    ("who", "status"), [("bob", 200), ("rita", 200), ("vera", 200), ("alice", 403), ("mallory", 404)]
)
def test_who_may_read_cases(cases_path, request, client_of, who, status):
    client = client_of(request.getfixturevalue(who))

    assert client.get(cases_path).status_code == status
    assert client.get(f"{cases_path}0/").status_code == status


def test_one_case_in_full(client, cases_path):
    page = client.get(f"{cases_path}3/").content.decode()

    for words in ("Row 4", "What is 3?", "Expected output", "Model output: gpt", f'href="{cases_path}2/"', "urgent"):
        assert words in page
    assert f'href="{cases_path}60/"' not in client.get(f"{cases_path}59/").content.decode()
    assert client.get(f"{cases_path}60/").status_code == 404


def test_texts_without_words_say_so(client, acme):
    row = {"question": "What is 5?", "context": "", "expected_output": "5", "output": " \n "}
    version = imports.run(version=received([row], dataset=factories.make_dataset(acme)))

    page = client.get(f"{version.get_absolute_url()}cases/0/").content.decode()

    assert ("Empty" in page, "Only whitespace" in page) == (True, True)


def test_case_is_printed_as_text(client, acme):
    row = {"question": HOSTILE, "expected_output": HOSTILE, "output": HOSTILE, "id": HOSTILE, HOSTILE: HOSTILE}
    version = imports.run(version=received([row], dataset=factories.make_dataset(acme)))

    for path in ("", "0/"):
        page = client.get(f"{version.get_absolute_url()}cases/{path}").content.decode()
        assert "<script>alert" not in page and "&lt;script&gt;alert(1)" in page


def test_conversation_is_read_message_by_message():
    messages = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": ["part"]}, {"content": "Bye"}]

    parts = input_parts({"conversation": messages, "system_prompt": "Be kind.", "extra": {"a": 1}})

    assert [(part.title, part.text, part.value) for part in parts] == [
        ("Conversation: user", "Hi", None), ("Conversation: assistant", "", ["part"]),
        ("Conversation: message", "Bye", None), ("System prompt", "Be kind.", None), ("Extra", "", {"a": 1}),
    ]  # fmt: skip


@pytest.mark.parametrize(("value", "excerpt"), [
    ({"prompt": "x" * 400}, "x" * 300 + "…"),
    ({"conversation": [{"role": "user", "content": "Hi"}]}, "Hi"),
    ({"conversation": ["odd"]}, '["odd"]'),
    ({"a": "One", "b": 2}, "One · 2"),
    ("plain", "plain"),
    (7, "7"),
])  # fmt: skip
def test_excerpt_of_an_input(db, value, excerpt):
    case = factories.make_case(factories.make_version(rows=0), 0, input=value)

    assert case_rows([case])[0].input == excerpt
    assert input_parts(value)


def test_what_is_known_of_an_answer_is_on_the_page_of_its_case(client, acme):
    answer = {"error": "It timed out.", "model": "gpt-4o-mini", "latency_ms": 1400, "cost_usd": "0.25"}
    rows = [{"question": "q", "outputs": {"bot": answer, "plain": "Yes."}}]
    version = imports.run(version=received(rows, dataset=factories.make_dataset(acme)))

    page = client.get(f"/datasets/{version.dataset_id}/versions/1/cases/0/").content.decode()

    assert all(text in page for text in ("It timed out.", "gpt-4o-mini", "1.4 s", "$0.25"))
    assert page.count("<dt>Cost</dt>") == 1
