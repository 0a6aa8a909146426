"""Every text that pages show: what templates and modules hand to gettext."""

import ast
import re
from dataclasses import dataclass

from django.template.base import Lexer, TokenType
from django.utils.translation import trim_whitespace

from tests.source_tree import files, python_files

SINGLE = {"_", "gettext", "gettext_lazy", "gettext_noop"}
PLURAL = {"ngettext", "ngettext_lazy"}
CONTEXT = {"pgettext", "pgettext_lazy"}
CONSTANT = re.compile(r"""\b_\(("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\)""")
TITLE = re.compile(r"^title: (.+)$", re.MULTILINE)


@dataclass(frozen=True)
class Message:
    """A text as gettext looks it up: with its plural and its context where it has them."""

    singular: str
    plural: str = ""
    context: str = ""


def messages():
    """(file name, Message) of every template, every module and every shipped prompt of a scorer."""
    for file in files():
        if file.name.startswith("templates/") and file.name.endswith((".html", ".txt")):
            yield from ((file.name, message) for message in _of_template(file.text))
        elif file.name.startswith("reviews/scorers/prompts/") and file.name.endswith(".yaml"):
            yield file.name, Message(TITLE.search(file.text)[1])
    for file in python_files(tests=False):
        if "gettext" in file.text:
            yield from ((file.name, message) for message in _of_module(file.tree))


def texts():
    """(file name, text) of the same; what is put in stands in its place as `%(name)s`."""
    for name, message in messages():
        yield from ((name, text) for text in (message.singular, message.plural) if text)


def _of_module(tree):
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        values = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        if name in SINGLE and values:
            yield Message(values[0])
        elif name in PLURAL and len(values) == 2:
            yield Message(*values)
        elif name == "define":  # of evalhub.lib.reasons, whose two sentences are marked one by one
            sentences = [each.args[0].value for each in node.args if isinstance(each, ast.Call)]
            if len(sentences) == 2:
                yield Message(*sentences)
        elif name in CONTEXT and len(values) == 2:
            yield Message(values[1], context=values[0])


def _of_template(source):
    tokens, skipped = iter(Lexer(source).tokenize()), False
    for token in tokens:
        words = token.split_contents() if token.token_type == TokenType.BLOCK else []
        command = words[0] if words else ""
        if command in ("comment", "endcomment"):
            skipped = command == "comment"
        if skipped or token.token_type in (TokenType.TEXT, TokenType.COMMENT):
            continue
        yield from (Message(_constant(found)) for found in CONSTANT.findall(token.contents))
        if command in ("translate", "trans") and words[1][0] in "\"'":
            yield Message(_constant(words[1].split("|")[0]), context=_context(words))
        elif command in ("blocktranslate", "blocktrans"):
            yield _of_block(words, tokens)


def _of_block(words, tokens):
    """The Message of a block, whose tokens are taken; as Django's own tag makes it of them."""
    parts = [[]]
    for token in tokens:
        if token.token_type == TokenType.BLOCK:
            if token.contents.strip() != "plural":
                break
            parts.append([])
        elif token.token_type == TokenType.VAR:
            parts[-1].append(f"%({token.contents})s")
        elif token.token_type == TokenType.TEXT:
            parts[-1].append(token.contents.replace("%", "%%"))
    joined = ["".join(part) for part in parts]
    if "trimmed" in words:
        joined = [trim_whitespace(part) for part in joined]
    return Message(*joined, context=_context(words))


def _constant(quoted):
    """The message of a literal in a template, where a percent sign stands twice."""
    text = ast.literal_eval(quoted) if "\\" in quoted else quoted[1:-1]
    return text.replace("%", "%%")


def _context(words):
    return words[words.index("context") + 1][1:-1] if "context" in words else ""
