"""The tokens of an answer with those that a model held likely in their place, as OpenAI's wire tells them."""

import math
import re

from evalhub.demo.provider.prompts import rng_of

_TOKENS = re.compile(r"\d+|\D{1,4}")
_ELSEWHERE = 0.02  # of the probability of a place: on tokens that are no numbers


def likely_tokens(text, most):
    """[{token, logprob, bytes, top_logprobs}]; a number may have been a neighbour, any other token is sure."""
    return [_likely(token, _shares(token, text[:place])[:most]) for place, token in _placed(text)]


def _placed(text):
    return [(found.start(), found[0]) for found in _TOKENS.finditer(text)]


def _shares(token, before):
    if not token.isdigit():
        return [(token, 1.0)]
    rng, number = rng_of("tokens", before, token), int(token)
    near = {number: 1.0, number - 1: rng.uniform(0.02, 0.5), number + 1: rng.uniform(0.02, 0.5)}
    whole = sum(near.values()) / (1 - _ELSEWHERE)
    found = [(str(each), share / whole) for each, share in near.items() if each >= 0]
    return sorted([*found, ("null", _ELSEWHERE)], key=lambda each: -each[1])


def _likely(token, shares):
    told = [_token(each, share) for each, share in shares]
    own = next((each for each in told if each["token"] == token), _token(token, 1.0))
    return own | {"top_logprobs": told}


def _token(token, share):
    return {"token": token, "logprob": math.log(share), "bytes": list(token.encode("utf-8", "surrogatepass"))}
