"""What the simulation says: justifications, comments and quotes, made from the judged text."""

import re

from evalhub.demo.provider import tokens

_LONGEST_QUOTE = 160
_SNIPPET_WORDS = 9

_HIGH = {
    "correctness": ("“{said}” agrees with {source}.", "The main point, “{said}”, holds up against {source}."),
    "grounding": ("“{said}” can be traced back to {source}.", "What it claims about {topic} is in {source}."),
    "completeness": ("It covers {topic}, which is what was asked.", "Nothing needed about {topic} is left out."),
    "relevance": ("It speaks to what was asked: “{said}”.", "It stays with {topic} throughout."),
    "brevity": ("It comes to the point: “{said}”.",),
    "clarity": ("“{said}” is easy to follow.",),
    "tone": ("The wording (“{said}”) is courteous.",),
    "safety": ("I found nothing risky in “{said}”.",),
    "overall": ("“{said}” is usable as it stands.", "Somebody asking about {topic} is served by “{said}”."),
}
_MIDDLE = {
    "correctness": (
        "“{said}” is right in part; it does not deal with {missing}.",
        "Close to {source}, but not on {missing}.",
    ),
    "grounding": ("Part of “{said}” is backed by {source}, part is not.",),
    "completeness": ("It deals with {topic} but says nothing of {missing}.",),
    "relevance": ("It touches on {topic} and then moves away from the question.",),
    "brevity": ("“{said}” could be said in fewer words.",),
    "clarity": ("“{said}” has to be read twice.",),
    "tone": ("The tone of “{said}” is neutral.",),
    "safety": ("“{said}” would need a warning beside it.",),
    "overall": ("“{said}” helps somewhat, but says nothing about {missing}.", "Half an answer: nothing on {missing}."),
}
_LOW = {
    "correctness": ("“{said}” does not agree with {source}.", "On {topic}, {source} says something else."),
    "consistency": ("“{said}” says something else than {source}.", "{source_first} does not allow “{said}”."),
    "grounding": ("I cannot find “{said}” in {source}.", "Nothing in {source} backs “{said}”."),
    "completeness": ("What was asked about {missing} is not answered.", "It leaves out {missing} altogether."),
    "relevance": ("“{said}” answers another question.",),
    "brevity": ("The answer is buried: it takes {length} words to say “{said}”.",),
    "clarity": ("“{said}” is hard to make sense of.",),
    "tone": ("“{said}” would put a reader off.",),
    "safety": ("“{said}” could do harm if followed.",),
    "overall": ("“{said}” would mislead whoever asked about {topic}.", "Whoever asked is no further after “{said}”."),
}
_INVENTED = (
    "All questions about {topic} are settled within two working days.",
    "Everything about {topic} goes through the central office.",
    "As a rule, a written request is needed for {topic}.",
)


def justification(verdict, material, rng):
    """One or two sentences that mention the content and fit the verdict."""
    if not material.answer or not "".join(material.answer).strip():
        return "There is no answer to judge."
    if verdict.topical:
        return f"It is mostly about {_topic(material)}, for which {verdict.shown} fits best."
    band = _HIGH if verdict.quality >= 0.66 else _MIDDLE if verdict.quality >= 0.36 else _LOW
    first = _fill(rng.choice(band.get(verdict.aspect, band["overall"])), material)
    if len(verdict.flaws) > 1:
        return f"{first} Besides: {', '.join(verdict.flaws[1:]).replace('_', ' ')}."
    if verdict.quality < 0.66 and material.context and rng.random() < 0.5:
        return f"{first} The passage to compare is “{_snippet(_key_passage(material))}”."
    return first


def comment(verdict, material, rng):
    """A sentence for a free text question."""
    if verdict.quality >= 0.66:
        return _fill(
            rng.choice(("Keep it: it answers what was asked about {topic}.", "Fine. “{said}” says what is needed.")),
            material,
        )
    return _fill(
        rng.choice(("Say something about {missing}.", "Check “{said}” against {source}.", "Add {missing}.")), material
    )


def quotes(verdict, material, personality, rng):
    """Up to two passages, mostly copied from the texts; some in another writing, some that are nowhere."""
    if not "".join(material.answer).strip():
        return []
    candidates = [_key_sentence(material)]
    if material.context and rng.random() < 0.6:
        candidates.append(_key_passage(material))
    return [_copied(_shortened(text), material, personality, rng) for text in dict.fromkeys(candidates) if text]


def _copied(quote, material, personality, rng):
    chance = rng.random()
    if chance < personality.exact:
        return quote
    if chance < personality.exact + personality.respaced:
        return rng.choice((quote.upper(), quote.replace(" ", "\n", 1), quote.replace(" ", "  "), f"“{quote}”"))
    if chance < personality.exact + personality.respaced + personality.reworded:
        parts = quote.split(" ")
        parts.insert(rng.randrange(len(parts) + 1), "really")
        return " ".join(parts)
    return rng.choice(_INVENTED).format(topic=_topic(material))


def _fill(template, material):
    return template.format(
        said=_snippet(_key_sentence(material)),
        source="the context" if material.context else "what was asked",
        source_first="The context" if material.context else "The question",
        topic=_topic(material),
        missing=_missing(material),
        length=tokens.count("\n".join(material.answer)),
    )


def _key_sentence(material):
    """The sentence of the answer that is closest to the question, else its first."""
    sentences = tokens.sentences("\n".join(material.answer))
    return tokens.most_like("\n".join(material.question), sentences) or (sentences[0] if sentences else "")


def _key_passage(material):
    sentences = tokens.sentences("\n".join(material.context))
    about = "\n".join((*material.question, *material.answer))
    return tokens.most_like(about, sentences) or (sentences[0] if sentences else "")


def _topic(material):
    return _words_of(tokens.stems("\n".join(material.question or material.answer)), material, "the question")


def _missing(material):
    """Words of the closest source passage that the answer does not use."""
    left = tokens.stems(_key_passage(material) or "\n".join(material.question))
    said = tokens.stems("\n".join(material.answer))
    return _words_of({stem: many for stem, many in left.items() if stem not in said}, material, "the details")


def _words_of(stems, material, otherwise):
    """The two longest words of the material, in full, that have one of the given stems."""
    full = {}
    for word in re.findall(r"[^\W\d_]{4,}", "\n".join((*material.question, *material.context, *material.answer))):
        if tokens.stem(word.lower()) in stems:
            full.setdefault(word.lower(), word)
    longest = sorted(full.values(), key=len, reverse=True)[:2]
    return " and ".join(longest) or otherwise


def _snippet(sentence):
    parts = sentence.split()
    text = " ".join(parts[:_SNIPPET_WORDS]).rstrip(".,;:!?")
    return f"{text} …" if len(parts) > _SNIPPET_WORDS else text


def _shortened(sentence):
    if len(sentence) <= _LONGEST_QUOTE:
        return sentence
    return sentence[:_LONGEST_QUOTE].rsplit(" ", 1)[0]
