"""The page of one case in full."""

from datasets.actions import imports
from datasets.views.case_texts import case_rows, input_parts
from tests import factories
from tests.datasets.files import received

HOSTILE = "<script>alert(1)</script>"
ROWS = [
    {"question": "What is 0?", "context": "", "expected_output": "0", "output_gpt": " \n ", "topic": "sums"},
    {"question": "What is 1?", "context": "Add.", "expected_output": "1", "output_gpt": "?", "topic": "a,b",
     "acceptable_answers": ["one", "uno"]},
    {"question": HOSTILE, "expected_output": HOSTILE, "output_gpt": HOSTILE, "id": HOSTILE, HOSTILE: HOSTILE},
    {"question": "q", "outputs": {"bot": {"error": "It timed out.", "model": "gpt-4o-mini", "latency_ms": 1400,
     "cost_usd": "0.25"}, "plain": "Yes."}},
]  # fmt: skip


def test_a_case_in_full_with_what_is_known_of_its_outputs_and_conversation_is_read_message_by_message(
    acme, client_of, bob
):
    version = imports.run(version=received(ROWS, dataset=factories.make_dataset(acme)))
    client, path = client_of(bob), f"{version.get_absolute_url()}cases/"
    first, second, hostile, last = (client.get(f"{path}{row}/").content.decode() for row in range(4))
    listed = client.get(path).content.decode()
    for words in ("Row 2", "What is 1?", "Add.", "Expected output", "Model output: gpt", f'href="{path}0/"', "topic"):
        assert words in second
    assert "Acceptable answers" in second and "uno" in second
    assert "Empty" in first and "Only whitespace" in first
    for page in (hostile, listed):
        assert "<script>alert" not in page and "&lt;script&gt;alert(1)" in page
    assert all(text in last for text in ("It timed out.", "gpt-4o-mini", "1.4 s", "$0.25"))
    assert last.count("<dt>Cost</dt>") == 1 and f'href="{path}4/"' not in last
    assert client.get(f"{path}4/").status_code == 404

    messages = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": ["part"]}, {"content": "Bye"}]
    parts = input_parts({"conversation": messages, "system_prompt": "Be kind.", "extra": {"a": 1}})
    assert [(part.title, part.text, part.value) for part in parts] == [
        ("Conversation: user", "Hi", None), ("Conversation: assistant", "", ["part"]),
        ("Conversation: message", "Bye", None), ("System prompt", "Be kind.", None), ("Extra", "", {"a": 1}),
    ]  # fmt: skip


def test_excerpt_of_an_input(db):
    excerpts = [
        ({"prompt": "x" * 400}, "x" * 300 + "…"),
        ({"conversation": [{"role": "user", "content": "Hi"}]}, "Hi"),
        ({"conversation": ["odd"]}, '["odd"]'),
        ({"a": "One", "b": 2}, "One · 2"),
        ("plain", "plain"),
        (7, "7"),
    ]
    version = factories.make_version(rows=[{"input": value} for value, _ in excerpts])

    assert [row.input for row in case_rows(version.cases.order_by("row_index"))] == [text for _, text in excerpts]
    assert all(input_parts(value) for value, _ in excerpts)
