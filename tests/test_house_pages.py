"""Rules of templates, static files, plug-ins and their documentation."""

import importlib
import pkgutil
import re

from evalhub.lib.registry import Registry
from tests.source_tree import ROOT, complain, files, python_files, templates

# Each of them turns text into HTML after it has escaped or sanitised it, and has tests of its own that say so.
MAKERS_OF_HTML = {"evalhub/lib/markdown.py", "evalhub/lib/charts/svg.py"}
NAMED_BY_DJANGO = {"400.html", "403.html", "403_csrf.html", "404.html", "429.html", "500.html", "503.html"}
NAMED_BY_ALLAUTH = ("account/", "allauth/")
APPS = ["evalhub", "datasets", "annotations", "reviews", "experiments"]
COMMENT = re.compile(r"{#.*?#}|{% comment .*?{% endcomment %}|<!--.*?-->", re.DOTALL)
TAG = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)


def registries():
    """{dotted name: Registry} of every package of the project that offers one."""
    found = {}
    for app in APPS:
        package = importlib.import_module(app)
        for module in pkgutil.walk_packages(package.__path__, prefix=f"{app}."):
            if module.ispkg and ".migrations" not in module.name and not module.name.startswith("evalhub.local"):
                things = vars(importlib.import_module(module.name)).values()
                found.update((module.name, thing) for thing in things if isinstance(thing, Registry))
    return found


def module_of(thing):
    return getattr(thing, "__module__", None) or type(thing).__module__


def test_stored_text_is_never_trusted():
    python = re.compile(r"\bmark_safe\b|\bSafe(String|Text)\(|\bSafeData\b")
    page = re.compile(r"\|\s*safe(seq)?\b|{%\s*autoescape\s+off")

    complain(
        (
            f"{file.name}:{number}"
            for pattern, group in ((python, python_files(tests=False)), (page, templates()))
            for file in group
            if file.name not in MAKERS_OF_HTML
            for number, line in enumerate(file.lines, 1)
            if pattern.search(line)
        ),
        "Text is printed as text; only the named modules make HTML.",
    )


def test_pages_hold_no_scripts_styles_or_handlers():
    rules = {
        "inline script": re.compile(r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")", re.I),
        "inline style": re.compile(r"<style\b|\sstyle\s*=", re.I),
        "inline handler": re.compile(r"\son[a-z]+\s*=|\bhx-on\b|\bhx-vars\b", re.I),
        "script in a value": re.compile(r"=\s*[\"']\s*(javascript|js):", re.I),
        "another host": re.compile(r"(?:src|href|action|hx-get|hx-post)\s*=\s*[\"'](?:https?:)?//", re.I),
    }

    complain(
        (
            f"{file.name}: {what}: {found.group()!r}"
            for file in templates()
            for what, rule in rules.items()
            for found in rule.finditer(TAG.sub("", COMMENT.sub("", file.text)))
        ),
        "The page policy allows own scripts and styles from files only.",
    )


def test_forms_work_without_scripts_and_carry_the_token():
    forms = re.compile(r"<form\b[^>]*method=[\"']post[\"'][^>]*>(.*?)</form>", re.I | re.DOTALL)

    complain(
        (
            f"{file.name}: {found.group()[:80]!r}"
            for file in templates()
            for found in forms.finditer(COMMENT.sub("", file.text))
            if "csrf_token" not in found.group(1) and "csrfmiddlewaretoken" not in found.group(1)
        ),
        "A form that posts carries {% csrf_token %}.",
    )


def test_every_template_is_used():
    pages = "\n".join(COMMENT.sub("", file.text) for file in templates())
    code = "\n".join(file.text for file in python_files(tests=False))
    own = {getattr(thing, "template", None) for registry in registries().values() for thing in registry.values()}

    def is_used(name):
        known = name in NAMED_BY_DJANGO or name.startswith(NAMED_BY_ALLAUTH) or name in own
        return known or any(f'"{name}{end}' in text for text in (pages, code) for end in ('"', "#"))

    complain(
        (file.name for file in templates() if not is_used(file.name.removeprefix("templates/"))),
        "A template that nothing renders, extends or includes is dead.",
    )


def test_components_are_shared():
    def uses(name):
        """Includes in pages, and uses of the tag of the same name."""
        tag = re.compile(rf'"components/{name}\.html|{{% {name} ')
        return sum(len(tag.findall(COMMENT.sub("", file.text))) for file in templates())

    complain(
        (
            file.name
            for file in templates()
            if file.name.startswith("templates/components/") and uses(file.path.stem) < 2
        ),
        "A component is used at least twice; else it belongs into its page.",
    )


def test_every_static_file_is_used():
    text = "\n".join(file.text for file in files() if file.name.endswith((".html", ".css", ".js", ".py", ".md")))

    complain(
        (
            file.name
            for file in files()
            if file.name.startswith("static/") and file.name.removeprefix("static/") not in text
        ),
        "A static file that no page loads is dead.",
    )


def test_every_plug_in_has_its_own_test():
    def pattern(thing):
        *folders, name = module_of(thing).split(".")
        return "/".join(["tests", *folders, f"test_{name}*.py"]).replace("tests/evalhub/", "tests/")

    complain(
        (
            f"{key} of {name}: {pattern(thing)} is missing"
            for name, registry in registries().items()
            for key, thing in registry.items()
            if not list(ROOT.glob(pattern(thing)))
        ),
        "A plug-in is one file and one test file.",
    )


def test_every_plug_in_has_its_own_file():
    complain(
        (
            f"{module} holds {sorted(keys)}"
            for registry in registries().values()
            for module in {module_of(thing) for thing in registry.values()}
            if len(keys := [key for key, thing in registry.items() if module_of(thing) == module]) > 1
        ),
        "Adding one thing is adding one file.",
    )


def test_every_extension_point_is_documented():
    words = "\n".join(file.text for file in files() if file.name.startswith("docs/") and file.name.endswith(".md"))

    complain(
        (name for name in registries() if f"{name.replace('.', '/')}/" not in words),
        "docs/ names the folder of every registry and how to add to it.",
    )
