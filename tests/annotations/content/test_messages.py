"""Conversations in the shapes that people store them in."""

import pytest

from annotations.content.messages import messages


def shape(found):
    return [(m.role, m.name, [(said.kind, said.name, said.text) for said in m.blocks]) for m in found]


@pytest.mark.parametrize(
    "value",
    [
        [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Yes"}],
        {"messages": [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "Yes"}]},
        {"model": "x", "conversations": [{"from": "human", "value": "Hi"}, {"from": "gpt", "value": "Yes"}]},
        [{"speaker": "Customer", "text": "Hi"}, {"speaker": "Agent", "text": "Yes"}],
        [{"role": "user", "parts": [{"text": "Hi"}]}, {"role": "model", "parts": [{"text": "Yes"}]}],
        [{"role": "user", "content": [{"type": "input_text", "text": "Hi"}]},
         {"role": "assistant", "content": [{"type": "output_text", "text": "Yes"}]}],
        [{"role": "user", "content": ["Hi"]}, {"role": "assistant", "content": None, "refusal": "Yes"}],
    ],
)  # fmt: skip
def test_common_shapes_read_alike(value):
    assert shape(messages(value)) == [("user", "", [("text", "", "Hi")]), ("assistant", "", [("text", "", "Yes")])]


def test_calls_and_results_of_the_chat_shape_and_calls_and_results_as_parts():
    found = messages(
        [
            {"role": "assistant", "content": "", "tool_calls": [{"function": {"name": "f", "arguments": '{"a": 1}'}}]},
            {"role": "tool", "name": "f", "content": "12"},
        ]
    )
    assert shape(found) == [("assistant", "", [("call", "f", '{\n  "a": 1\n}')]), ("tool", "f", [("result", "", "12")])]

    found = messages([
        {"role": "assistant", "content": [
            {"type": "thinking", "thinking": "Hm."}, {"type": "text", "text": "I look."},
            {"type": "tool_use", "name": "f", "input": {}}]},
        {"role": "user", "content": [{"type": "tool_result", "content": [{"type": "text", "text": "12"}]}]},
    ])  # fmt: skip
    assert shape(found) == [
        ("assistant", "", [("thinking", "", "Hm."), ("text", "", "I look."), ("call", "f", "{}")]),
        ("user", "", [("result", "", "12")]),
    ]


def test_calls_and_results_as_messages_of_their_own_and_images_are_named_and_not_shown():
    found = messages(
        [
            {"role": "user", "content": "Hi"},
            {"type": "function_call", "name": "f", "arguments": "{broken"},
            {"type": "function_call_output", "output": "12"},
        ]
    )
    assert shape(found)[1:] == [("assistant", "", [("call", "f", "{broken")]), ("tool", "", [("result", "", "12")])]

    found = messages([{"role": "user", "content": [{"type": "image_url", "image_url": {"url": "https://e.example"}}]}])
    assert found[0].blocks[0].kind == "file" and found[0].blocks[0].name == "image_url"


def test_an_unknown_role_keeps_its_name_and_a_turn_may_say_nothing_and_odd_parts_are_kept_as_they_are():
    assert shape(messages([{"role": "Judge Dee", "content": "Order"}])) == [("", "Judge Dee", [("text", "", "Order")])]

    assert shape(messages([{"role": "user", "content": ""}, {"role": "assistant", "content": None}])) == [
        ("user", "", []),
        ("assistant", "", []),
    ]

    found = messages([{"role": "user", "content": [3, {"type": "tool_use"}, {"odd": 1}, None]}])
    assert [said.kind for said in found[0].blocks] == ["text", "call", "file"]


@pytest.mark.parametrize(
    "value",
    [
        "Hi", None, 3, [], {}, [1], ["Hi"], [[]], [{"role": "user"}], [{"content": "Hi"}],
        [{"role": 3, "content": "x"}],
        [{"role": "user", "content": "Hi"}, "and then"], {"messages": []}, {"messages": "Hi"},
        {"messages": [{"role": "user", "content": "Hi"}], "context": "x", "more": "y"},
        [{"from": "2024-01-01", "to": "2024-02-01"}],
    ],
)  # fmt: skip
def test_other_values_are_no_conversation(value):
    assert messages(value) is None
