"""Redaction of the language-model client."""


from reviews.llm.redaction import message_of, scrub, scrub_json


def test_words_that_look_like_keys_are_removed():
    for text in [
        "Incorrect API key provided: sk-proj-abc123DEF456. Find it at",
        "Authorization: Bearer abcDEF1234567890",
        "key AIzaSyA1234567890abcdefghij refused",
        "GET /v1/models?key=abcdef123456&alt=json",
        "gsk_0123456789abcdef",
    ]:
        scrubbed = scrub(text)

        assert "[key removed]" in scrubbed, text
        assert "123" not in scrubbed, text


def test_the_secrets_of_the_process_are_removed_wherever_they_stand(monkeypatch):
    monkeypatch.setenv("MISTRAL_API_KEY", "plainwords")

    assert scrub("refused: plainwords!", "anotherone") == "refused: [key removed]!"
    assert scrub("x anotherone x", "anotherone") == "x [key removed] x"


def test_a_message_is_one_short_line():
    assert message_of(ValueError("a\n  b")) == "a b"
    assert message_of(ValueError()) == "ValueError"
    assert len(message_of(ValueError("x " * 2000))) < 700


def test_judged_text_in_json_is_kept_unless_it_holds_the_key_itself():
    value = {"a": ["sk-looks-like-a-key", "it was secret-key-9"], "n": 1}

    assert scrub_json(value, "secret-key-9", "") == {"a": ["sk-looks-like-a-key", "it was [key removed]"], "n": 1}
