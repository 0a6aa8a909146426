"""OpenAI's chat completions and embeddings, which many other servers speak too."""

import re

from evalhub.lib.env import env_str
from reviews.engine.client import score_tokens
from reviews.engine.client.exchange import Usage
from reviews.engine.client.wires import registry
from reviews.engine.client.wires.base import Answer, Request, Wire, count, first_object, part, text
from reviews.engine.client.wires.schemas import strict

_REASONING = re.compile(r"(o\d|gpt-5(?!-chat)|gpt-[6-9])")
_ORDINARY_OPENAI = re.compile(r"(gpt-(3|4)|chatgpt-|gpt-5-chat)")
_THINKING = frozenset({"reasoning_effort", "verbosity"})
_OF_OTHERS = frozenset({"thinking", "top_k"})  # other servers that speak this wire take them, OpenAI's own does not
_SAMPLING = frozenset({"temperature", "top_p", "frequency_penalty", "presence_penalty", "stop"})


@registry.register("openai")
class OpenAIWire(Wire):
    base = "https://api.openai.com/v1"
    parameters = frozenset(
        {
            "frequency_penalty",
            "presence_penalty",
            "reasoning_effort",
            "seed",
            "stop",
            "temperature",
            "thinking",
            "top_k",
            "top_p",
            "verbosity",
        }
    )

    def key_headers(self, key):
        organization = env_str("OPENAI_ORGANIZATION", "")
        named = {"openai-organization": organization} if organization else {}
        return {"authorization": f"Bearer {key}", **named}

    def chat(self, call, model):
        is_reasoning = bool(_REASONING.match(model))
        unfit = frozenset()
        if is_reasoning or _ORDINARY_OPENAI.match(model):
            unfit = _OF_OTHERS | (_SAMPLING if is_reasoning else _THINKING)
        # What a reasoning model does anyway may be said to it
        kept = {
            name: value
            for name, value in call.parameters.items()
            if name not in unfit or (name in ("temperature", "top_p") and value == 1)
        }
        body = {
            "model": model,
            "messages": [dict(message) for message in call.messages],
            "max_completion_tokens" if is_reasoning else "max_tokens": call.max_tokens,
            **kept,
        }
        if call.response_format is not None:
            form = {"name": call.response_format.__name__, "schema": strict(call.response_format), "strict": True}
            body["response_format"] = {"type": "json_schema", "json_schema": form}
        if call.top_logprobs and not is_reasoning:
            body |= {"logprobs": True, "top_logprobs": call.top_logprobs}
        return Request("/chat/completions", body, dropped=tuple(sorted(set(call.parameters) - set(kept))))

    def embeddings(self, call, model):
        texts = [message["content"] for message in call.messages]
        return Request("/embeddings", {"model": model, "input": texts, "encoding_format": "float"})

    def read(self, body):
        choice = first_object(body.get("choices"))
        message = part(choice, "message")
        refusal = text(part(message, "refusal"))
        finish = text(part(choice, "finish_reason"))
        content = _content(part(message, "content"))
        usage = body.get("usage")
        return Answer(
            text=content,
            finish="content_filter" if refusal else finish,
            refusal=refusal,
            thinking=text(part(message, "reasoning_content")) or text(part(message, "reasoning")),
            usage=Usage(
                prompt_tokens=count(part(usage, "prompt_tokens")),
                completion_tokens=count(part(usage, "completion_tokens")),
                cached=count(part(usage, "prompt_tokens_details", "cached_tokens")) or 0,
                cache_written=count(part(usage, "cache_creation_input_tokens")) or 0,
                reasoning=count(part(usage, "completion_tokens_details", "reasoning_tokens")) or 0,
            ),
            model=text(body.get("model")),
            is_empty=choice is None,
            raw=score_tokens.compacted(body, content),
        )

    def read_vectors(self, body):
        tokens = count(part(body, "usage", "prompt_tokens")) or None
        usage = Usage(tokens, None if tokens is None else 0)
        return Answer(usage=usage, model=text(body.get("model")), raw=body)


def _content(content):
    """A text, or a list of typed parts."""
    if isinstance(content, list):
        return "".join(text(part(each, "text")) for each in content)
    return text(content)
