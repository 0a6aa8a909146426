"""The rules of the house that a linter cannot see. A broken rule is a question about the design, not about the rule."""

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from django.core.management import call_command

from benchmarks.references import PACKAGES
from evalhub.local import command_line
from tests.local.installation import FOREIGN
from tests.source_tree import ROOT, complain, files, python_files
from tests.test_dependencies import importable

MODULE_LINES, TEST_LINES = 500, 500
FUNCTION_LINES, USUAL_FUNCTION_LINES, LONGER_SHARE = 80, 30, 0.02
TASK_LINES = 10
FORBIDDEN_NAMES = {"util", "utils", "helper", "helpers", "misc", "common", "manager", "managers"}
ROOMS = set("evalhub datasets annotations reviews experiments templates static tests docs benchmarks clients".split())
TOP_FILES = {"manage.py", "pyproject.toml", "Dockerfile", "compose.yaml", "Makefile", ".gitignore"}
TOP_FILES |= {"README.md", "CONTRIBUTING.md", "CHANGELOG.md", "LICENSE"}
NO_PRODUCT = {"tests", "benchmarks", "docs", "clients"}
FLOORS = {"urls", "views", "api", "management", "forms", "actions", "stages", "models", "migrations"}
ANNOTATED = ("evalhub/lib/", "annotations/agreement/metrics/")
ROOMS_WITH_FLOORS = {"datasets", "annotations", "reviews", "experiments"}
NOT_PURE = {"apps", "client", "evaluate", "redis_buckets", "templatetags"}
FRAMEWORKS = {"django", "rest_framework", "celery", "psycopg", "litellm"}
HEAVY = ["litellm", "scipy.stats", "scipy.optimize", "duckdb", "openai", "pandas"]
# Built from parts, so that this file does not hold what it forbids.
HOSTS = ["pypi" + ".org", "python" + "hosted.org", "npm" + "js.org", "npm" + "js.com", "crates" + ".io"]
PLACES = ["/" + "work/", "/" + "root/", "/" + "home/", "lead" + "pg"]
UNFINISHED = re.compile(r"\b(TO" + r"DO|FIX" + r"ME|X" + r"XX|HA" + r"CK)\b")


def test_modules_fit_on_a_few_screens():
    complain(
        (
            f"{file.name}: {len(file.lines)} lines"
            for file in python_files()
            if len(file.lines) > (TEST_LINES if file.is_test else MODULE_LINES)
        ),
        f"A module stays under {MODULE_LINES + 1} lines, a test under {TEST_LINES + 1}. Split by noun.",
    )


def test_functions_fit_on_one_screen():
    long = [
        f"{file.name}:{function.line} {function.name}: {function.length} lines"
        for file in python_files()
        for function in file.outline.functions
        if function.length > FUNCTION_LINES
    ]

    complain(long, f"A function has at most {FUNCTION_LINES} lines, mostly under {USUAL_FUNCTION_LINES}.")


def test_most_functions_are_short():
    sizes = {
        f"{file.name}:{function.line} {function.name}": function.length
        for file in python_files(tests=False)
        for function in file.outline.functions
    }
    longer = {place: size for place, size in sizes.items() if size > USUAL_FUNCTION_LINES}
    share = len(longer) / len(sizes)

    words = "\n".join(f"  {place}: {size}" for place, size in sorted(longer.items(), key=lambda pair: -pair[1]))
    assert share <= LONGER_SHARE, f"{share:.1%} of functions have over {USUAL_FUNCTION_LINES} lines:\n{words}"


def test_names_say_what_is_inside():
    complain(
        (file.name for file in python_files() if FORBIDDEN_NAMES & set(Path(file.name).with_suffix("").parts)),
        "Name the thing: no module or folder is called utils, helpers, misc, common or manager.",
    )


def test_modules_open_with_one_sentence():
    def problem(file):
        words = file.outline.docstring
        if not words:
            return "no docstring"
        first = words.split("\n\n")[0].replace("\n", " ")
        return "" if re.match(r"\S.*[.:]$|.*[.:]$", first) else f"does not end a sentence: {first!r}"

    complain(
        (f"{file.name}: {problem(file)}" for file in python_files() if not file.outline.is_empty and problem(file)),
        "A module opens with one sentence that says what lives here.",
    )


def test_errors_are_caught_by_name():
    complain(
        (f"{file.name}:{line}" for file in python_files() for line in file.outline.broad_handlers),
        "Catch errors by name; a broad handler that ends in a bare raise may clean up.",
    )


def test_input_is_not_checked_by_assert():
    complain(
        (f"{file.name}:{line}" for file in python_files(tests=False) for line in file.outline.asserts),
        "assert is for tests: python -O drops it. Raise an EvalHubError or a ValueError.",
    )


def test_actions_take_keywords_with_by_last():
    def problem(function):
        named = [argument.arg for argument in function.args.kwonlyargs]
        positional = [argument.arg for argument in function.args.posonlyargs + function.args.args]
        if "by" in positional:
            return "by is positional"
        if "by" in named and positional:
            return f"{', '.join(positional)} are positional"
        return "by is not last" if "by" in named and named[-1] != "by" else ""

    complain(
        (
            f"{file.name}:{node.lineno} {node.name}: {problem(node)}"
            for file in python_files(tests=False)
            if "/actions/" in file.name
            for node in file.tree.body
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and problem(node)
        ),
        "Actions are keyword-only: the thing first, by= last.",
    )


def test_celery_tasks_only_call():
    def body_lines(function):
        first = function.body[1] if ast.get_docstring(function) and len(function.body) > 1 else function.body[0]
        return function.end_lineno - first.lineno + 1

    complain(
        (
            f"{file.name}:{node.lineno} {node.name}: {body_lines(node)} lines"
            for file in python_files(tests=False)
            if Path(file.name).name == "tasks.py"
            for node in file.tree.body
            if isinstance(node, ast.FunctionDef) and node.decorator_list and body_lines(node) > TASK_LINES
        ),
        f"A Celery task fetches by key and calls an action, in at most {TASK_LINES} lines.",
    )


def test_nothing_hides_behind_signals():
    pattern = re.compile(r"django\.(db\.models|core|dispatch).*\bsignals?\b|@receiver\b")

    complain(
        (
            f"{file.name}:{number}"
            for file in python_files(tests=False)
            for number, line in enumerate(file.lines, 1)
            if pattern.search(line)
        ),
        "No signals: an action says what else happens.",
    )


def test_public_functions_are_annotated():
    def public(body):
        for node in body:
            if isinstance(node, ast.ClassDef) and node.name[0] != "_":
                yield from public(node.body)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name[0] != "_":
                yield node

    def is_open(function):
        arguments = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
        named = [each for each in arguments if each.arg not in ("self", "cls")]
        return function.returns is None or any(each.annotation is None for each in named)

    complain(
        (
            f"{file.name}:{function.lineno} {function.name}"
            for file in python_files(tests=False)
            if file.name.startswith(ANNOTATED)
            for function in public(file.tree.body)
            if is_open(function)
        ),
        "Public functions of these packages have annotated parameters and returns.",
    )


def test_type_checker_is_pointed_at_what_exists():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["basedpyright"]

    assert [name for name in settings["include"] + settings["ignore"] if not (ROOT / name).exists()] == []


def test_no_unfinished_work_is_marked():
    complain(
        (
            f"{file.name}:{number}: {line.strip()[:80]}"
            for file in files()
            if file.name.endswith((".py", ".html", ".css", ".js"))
            for number, line in enumerate(file.lines, 1)
            if UNFINISHED.search(line)
        ),
        "Finish it, or leave it out.",
    )


@pytest.mark.parametrize("kind, words", [("host", HOSTS), ("place", PLACES)])
def test_tree_names_no_registry_and_no_machine(kind, words):
    complain(
        (f"{file.name}: {word}" for file in files() for word in words if word in file.text),
        f"A {kind} of one machine or registry is in the tree; it belongs into the environment.",
    )


def test_rooms_are_fixed():
    folders = {path.name for path in ROOT.iterdir() if path.is_dir() and path.name[0] != "."} - {"__pycache__"}
    kept = {file.name for file in files() if "/" not in file.name}

    assert folders <= ROOMS | {"screenshots"}, f"New rooms: {sorted(folders - ROOMS)}. The top level is fixed."
    assert folders >= ROOMS, f"Missing rooms: {sorted(ROOMS - folders)}."
    assert kept >= TOP_FILES, f"Missing at the top: {sorted(TOP_FILES - kept)}."


def test_what_is_on_no_floor_is_pure():
    complain(
        (
            f"{file.name}:{found.line} imports {', '.join(found.modules)}"
            for file in python_files(tests=False)
            if file.room in ROOMS_WITH_FLOORS and "/" in file.name
            if not (FLOORS | NOT_PURE).intersection(Path(file.name).with_suffix("").parts[1:])
            if Path(file.name).name != "tasks.py"
            for found in file.outline.imports
            if FRAMEWORKS & {name.split(".")[0] for name in found.modules}
        ),
        "A module is on a floor of its app, or it is pure: no Django, no Celery. Name it in the contracts too.",
    )


def run_python(code):
    command = [sys.executable, "-c", code]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300, check=False)


def test_pages_start_without_the_heavy_libraries():
    result = run_python(
        "import sys, django; django.setup(); import evalhub.urls;"
        f"heavy = {HEAVY}; found = [name for name in ['scipy', *heavy] if name in sys.modules];"
        "from evalhub.lib.statistics import mcnemar, means, quantiles; mcnemar.exact_p(3, 1);"
        "from evalhub.lib.statistics.experiments import mcnemar_power, power, wilcoxon;"
        "quantiles.of_values(range(99), 0.5); means.of_moments(9, 0.5, 0.1); mcnemar_power.detectable(99, 0.5);"
        "power.units_by_t(0.5, 1.0); wilcoxon.shift(range(1, 99));"
        "print(found + [name for name in heavy if name in sys.modules])"
    )

    assert result.returncode == 0, result.stderr
    assert result.stdout.strip() == "[]", f"Pages or intervals load {result.stdout.strip()}. Import them in functions."


@pytest.mark.parametrize("module", sorted(command_line.MODULES.values()))
def test_programs_of_make_start_without_configured_settings(module):
    result = run_python(
        f"import os; [os.environ.pop(name, None) for name in {FOREIGN}];"
        f"import importlib; importlib.import_module('{module}')"
    )

    assert result.returncode == 0, result.stderr


def test_supervisor_needs_nothing_but_python():
    known = sys.stdlib_module_names | {"evalhub", "__future__"}

    def foreign(found):
        return [name for name in found.modules if name.split(".")[0] not in known]

    complain(
        (
            f"{file.name}:{found.line} {foreign(found)}"
            for file in python_files(tests=False)
            if file.name.startswith("evalhub/local/") or file.name == "manage.py"
            for found in file.outline.imports
            if foreign(found) and not (file.name == "manage.py" and foreign(found) == ["django.core.management"])
        ),
        "evalhub.local runs before anything is installed: it imports the standard library only.",
    )


def test_product_imports_nothing_that_the_image_leaves_out():
    complain(
        (
            f"{file.name}:{found.line}"
            for file in python_files(tests=False)
            if file.room not in NO_PRODUCT
            for found in file.outline.imports
            if NO_PRODUCT & {name.split(".")[0] for name in found.modules}
        ),
        "The product runs without tests, benchmarks, documents and clients.",
    )


def test_every_import_is_declared():
    known = importable() | {
        "bert_score",
        *PACKAGES,
        "google",
        "evalhub_client",
        "plugins_under_test",
        *sys.stdlib_module_names,
        *ROOMS,
    }

    complain(
        (
            f"{file.name}:{found.line} {module}"
            for file in python_files()
            for found in file.outline.imports
            for module in found.modules
            if module[0] != "." and module.split(".")[0] not in known
        ),
        "What is imported is in pyproject.toml, or comes with what is.",
    )


def test_models_and_migrations_agree(db):
    call_command("makemigrations", check=True, dry_run=True, verbosity=0)
