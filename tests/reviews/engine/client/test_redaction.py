"""Redaction of the language-model client."""

from reviews.engine.client.redaction import cleaned, scrub, scrub_json


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


def test_messages_are_one_short_line_and_pages_none():
    assert cleaned("a\n  b\x00\u200bc") == "a b c"
    assert len(cleaned("x " * 2000)) < 700

    trace = 'Internal error Traceback (most recent call last):\n  File "/srv/app/main.py", line 3, in f\n    boom()'
    for text, found in [
        ("<!DOCTYPE html><html><body>nginx</body></html>", ""),
        ("  <HTML>", ""),
        ("<h1>502 Bad Gateway</h1>", ""),
        (trace, "Internal error"),
        ("cannot open /srv/vllm/models/llama.bin: no such file", "cannot open [path removed] no such file"),
        ("at /opt/app/server.py:120 in run", "at [path removed] in run"),
        ("C:\\Users\\a\\b.txt is gone", "[path removed] is gone"),
        ("java.lang.Error at com.acme.Main.run(Main.java:12)", "java.lang.Error"),
    ]:
        assert cleaned(text).replace(":", "") == found.replace(":", ""), text


def test_ordinary_words_and_judged_text_stay():
    for text in [
        "See https://platform.openai.com/docs/guides/error-codes/api-errors for more.",
        "Invalid URL (POST /v1/foo)",
        "1 < 2 and a/b/c",
        "Use max_tokens and/or stop.",
        "The model `gpt-9` does not exist.",
    ]:
        assert cleaned(text) == text

    value = {"a": ["sk-looks-like-a-key", "it was secret-key-9"], "n": 1}
    assert scrub_json(value, "secret-key-9", "") == {"a": ["sk-looks-like-a-key", "it was [key removed]"], "n": 1}
