"""Run a notebook without Jupyter: python -m tests.notebooks PATH runs its cells and stores what they show."""

import ast
import json
import runpy
import sys
import tempfile
from pathlib import Path

SHOW = "_show"


def cells(path):
    """The sources of the code cells, in order."""
    return ["".join(cell["source"]) for cell in _read(path)["cells"] if cell["cell_type"] == "code"]


def run(path):
    """What each code cell shows: the value of its last expression, None where it ends with a statement."""
    shown = []
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder, "cells.py")
        program.write_text("\n".join(_showing(source) for source in cells(path)), encoding="utf-8")
        runpy.run_path(str(program), init_globals={SHOW: shown.append})
    return shown


def _showing(source):
    """The cell, which hands the value of its last expression to SHOW."""
    module = ast.parse(source)
    last = module.body[-1]
    is_shown = isinstance(last, ast.Expr)
    value = last.value if is_shown else ast.Constant(None)
    call = ast.Expr(ast.Call(ast.Name(SHOW, ast.Load()), [value], []))
    module.body[-1:] = [call] if is_shown else [last, call]
    return ast.unparse(ast.fix_missing_locations(module))


def stored(path):
    """The text that each code cell shows as it is stored, None for one that shows nothing."""
    found = [cell["outputs"] for cell in _read(path)["cells"] if cell["cell_type"] == "code"]
    return ["".join(outputs[0]["data"]["text/plain"]) if outputs else None for outputs in found]


def store(path):
    """Run the notebook and keep what its cells show."""
    notebook, values = _read(path), run(path)
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for count, (cell, value) in enumerate(zip(code, values, strict=True), start=1):
        cell["execution_count"], cell["outputs"] = count, [] if value is None else [_output(value, count)]
    text = json.dumps(notebook, ensure_ascii=False, indent=1)
    Path(path).write_text(text + "\n", encoding="utf-8")


def _output(value, count):
    data = {"text/plain": repr(value).splitlines(keepends=True)}
    if hasattr(value, "_repr_html_"):
        data["text/html"] = value._repr_html_().splitlines(keepends=True)
    return {"output_type": "execute_result", "execution_count": count, "metadata": {}, "data": data}


def _read(path):
    return json.loads(Path(path).read_text(encoding="utf-8"))


if __name__ == "__main__":
    store(sys.argv[1])
