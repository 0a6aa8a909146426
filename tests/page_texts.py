"""Every text that pages show: what templates and modules hand to gettext."""

import ast
import re

from tests.source_tree import python_files, templates

NAMES = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"}
COMMENT = re.compile(r"{#.*?#}|{% comment .*?{% endcomment %}", re.DOTALL)
LITERAL = re.compile(r"""(?:{%\s*translate\s+|\b_\()(["'])(.*?)\1""")
BLOCK = re.compile(r"{%\s*blocktranslate\b.*?%}(.*?){%\s*endblocktranslate\s*%}", re.DOTALL)


def texts():
    """(file name, text) of every template and every module of the product."""
    for file in templates():
        page = COMMENT.sub("", file.text)
        yield from ((file.name, found[2]) for found in LITERAL.finditer(page))
        yield from ((file.name, part) for found in BLOCK.finditer(page) for part in found[1].split("{% plural %}"))
    for file in python_files(tests=False):
        if "gettext" in file.text:
            yield from ((file.name, text) for text in _of_module(file.tree))


def _of_module(tree):
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in NAMES:
            yield from (
                each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)
            )
