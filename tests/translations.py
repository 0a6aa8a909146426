"""`make translations`: brings the catalogue of each language up to date with the texts of the product, and compiles it.

New texts come in without a translation, texts that are gone go, and what stands is kept.
"""

import re
import sys

import polib

from tests import page_texts
from tests.source_tree import ROOT

FOLDER = ROOT / "evalhub" / "locale"
METADATA = {"Content-Type": "text/plain; charset=utf-8", "Content-Transfer-Encoding": "8bit"}
PLURALS = {"de": "nplurals=2; plural=(n != 1);"}
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|%[sd]|{\w*}")


def path_of(language, suffix="po"):
    return FOLDER / language / "LC_MESSAGES" / f"django.{suffix}"


def update(language):
    """The catalogue of a language as it must be; its entries are in the order of their texts."""
    path = path_of(language)
    known = {key_of(entry): entry for entry in polib.pofile(str(path))} if path.exists() else {}
    catalogue = polib.POFile(wrapwidth=100)
    catalogue.metadata = METADATA | {"Language": language, "Plural-Forms": PLURALS[language]}
    for message in sorted({message for _, message in page_texts.messages()}, key=_order):
        key = (message.context, message.singular)
        if not catalogue or key_of(catalogue[-1]) != key:
            catalogue.append(polib.POEntry(msgid=message.singular, msgctxt=message.context or None))
        _translate(catalogue[-1], message, known.get(key) or polib.POEntry())
    return catalogue


def key_of(entry):
    return entry.msgctxt or "", entry.msgid


def problems_of(entry):
    """What a translation lacks: a text, or what is put in by name. One for a single thing may leave out the number."""
    texts = list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
    sources = [each for each in (entry.msgid, entry.msgid_plural) if each]
    if not all(texts):
        yield "has no translation"
    for text in filter(None, texts):
        if _placeholders(text) not in map(_placeholders, sources):
            yield f"puts in {_placeholders(text)}, not {_placeholders(sources[-1])}"
        if not any(_blanks(text) == _blanks(source) for source in sources):
            yield "has other blanks at its ends"


def _placeholders(text):
    return sorted(set(PLACEHOLDER.findall(text)))


def _blanks(text):
    return text[:1].isspace(), text[-1:].isspace()


def main():
    missing = 0
    for language in PLURALS:
        catalogue = update(language)
        path_of(language).parent.mkdir(parents=True, exist_ok=True)
        catalogue.save(str(path_of(language)))
        catalogue.save_as_mofile(str(path_of(language, "mo")))
        faulty = {entry.msgid: list(problems_of(entry)) for entry in catalogue}
        missing += sum(map(bool, faulty.values()))
        for text, problems in faulty.items():
            for problem in problems:
                print(f"{language}: {text!r} {problem}.", file=sys.stderr)
    return 1 if missing else 0


def _order(message):
    return message.singular.lower(), message.singular, message.context, message.plural


def _translate(entry, message, known):
    """Take over what is known; where a module or a template asks with a plural, the entry has one."""
    entry.msgid_plural = entry.msgid_plural or message.plural
    if entry.msgid_plural:
        entry.msgstr, entry.msgstr_plural = "", dict(known.msgstr_plural) or {0: "", 1: ""}
    else:
        entry.msgstr = known.msgstr


if __name__ == "__main__":
    sys.exit(main())
