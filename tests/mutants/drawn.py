"""Bugs that nobody chose: an operator of a small set applied somewhere in the areas where a bug costs the most.

A place is known by its function, operator, text and number among equals, and takes part in the draw by these and the
seed alone: a change of one function leaves the bugs drawn elsewhere as they are.
"""

import ast
import copy
import random
from dataclasses import dataclass
from pathlib import Path

from tests.mutants.mutant import DoesNotApply

FOLDERS = {
    "evalhub/lib/statistics": "tests/lib/statistics",
    "annotations/labels": "tests/annotations/labels",
    "annotations/consensus": "tests/annotations/consensus",
    "annotations/agreement": "tests/annotations/agreement",
    "annotations/queue": "tests/annotations/queue",
    "experiments/gates": "tests/experiments/gates",
    "experiments/trials": "tests/experiments/trials",
    "reviews/audits": "tests/reviews/audits",
    "reviews/scorers/parsers": "tests/reviews/scorers/parsers",
}
NUMBER, FEWEST, LEAST_PERCENT = 120, 6, 85
COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
SWAPPED = {ast.And: ast.Or, ast.Or: ast.And, ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult}
EXTREMES = {"min": "max", "max": "min"}
LOGGERS = {"log", "logger", "logging"}
PROBE = "came_by_a_mutant"  # a built-in, by which a text with probes tells where a test came by
SPAN = ("lineno", "col_offset", "end_lineno", "end_col_offset")


@dataclass(frozen=True)
class Drawn:
    """`new` in place of what stands in `file` at `span` (lines and columns as ast counts them), which is `old`."""

    file: str
    function: str
    operator: str
    number: int
    span: tuple[int, int, int, int]
    old: str
    new: str

    @property
    def name(self) -> str:
        short = [" ".join(text.split())[:70] for text in (self.old, self.new)]
        return f"{self.file}:{self.span[0]} {self.function}: {self.operator}: {short[0]}  →  {short[1]}"

    def applied(self, root: Path) -> str:
        """The text of the file with the bug in it."""
        lines = (root / self.file).read_bytes().splitlines(keepends=True)
        first, column, last, end = self.span
        lines[first - 1 : last] = [lines[first - 1][:column], self.new.encode(), lines[last - 1][end:]]
        try:
            text = b"".join(lines).decode()
            ast.parse(text)
        except SyntaxError as problem:
            raise DoesNotApply(f"{self.name}: {problem}") from problem
        return text


def draw(root: Path, number: int = NUMBER, seed: int = 0) -> list[Drawn]:
    """So many bugs, of each folder by its lines of code but never very few."""
    lines, found = {}, {}
    for folder in FOLDERS:
        files = sorted((root / folder).rglob("*.py"))
        lines[folder] = sum(file.read_text(encoding="utf-8").count("\n") for file in files)
        found[folder] = [bug for file in files for bug in bugs_of(root, file.relative_to(root).as_posix())]
    chosen = []
    for folder, count in _shares(lines, number).items():
        # Numbered in the whole folder, so that equals of two files are two.
        counted, ranked = {}, []
        for bug in found[folder]:
            key = (bug.function, bug.operator, bug.old, bug.number)
            counted[key] = counted.get(key, 0) + 1
            ranked.append((random.Random(f"{seed} {key} {counted[key]}").random(), bug))
        ranked.sort(key=lambda pair: pair[0])
        chosen += sorted((bug for _, bug in ranked[:count]), key=lambda bug: (bug.file, bug.span))
    return chosen


def with_probes(root: Path, file: str, bugs: dict[Drawn, int]) -> str:
    """The text of the file, which calls PROBE with the number of each of these bugs where its statement begins."""
    tree = ast.parse((root / file).read_text(encoding="utf-8"))
    for bug, number in bugs.items():
        _, body, at = min(_bodies_around(tree, bug.span), key=lambda found: found[0])
        body.insert(at, ast.parse(f"{PROBE}({number})").body[0])
    return ast.unparse(ast.fix_missing_locations(tree))


def _bodies_around(tree, span):
    """(its lines, list it stands in, place there) of each statement that holds the span."""
    for node in ast.walk(tree):
        for body in (getattr(node, name, None) for name in ("body", "orelse", "finalbody")):
            for at, statement in enumerate(body if isinstance(body, list) else ()):
                first, column, last, end = (getattr(statement, name, 0) for name in SPAN)
                if (first, column) <= span[:2] and span[2:] <= (last, end):
                    yield (last - first, end - column), body, at


def _shares(lines, number):
    least = min(FEWEST, number // len(lines))
    left = number - least * len(lines)
    shares = {folder: least + left * count // sum(lines.values()) for folder, count in lines.items()}
    for folder in sorted(lines, key=lines.get, reverse=True)[: number - sum(shares.values())]:
        shares[folder] += 1
    return shares


def bugs_of(root: Path, file: str) -> list[Drawn]:
    """Every place in a function of this file to which an operator applies, once for each."""
    source = (root / file).read_bytes()
    lines, found, counted = source.splitlines(keepends=True), [], {}
    for function, node in _places(ast.parse(source)):
        for operator, replaced, new in _operated(node):
            first, column, last, end = span = tuple(getattr(replaced, name) for name in SPAN)
            part = [*lines[first - 1 : last - 1], lines[last - 1][:end]]
            old = b"".join([part[0][column:], *part[1:]]).decode()
            key = (function, operator, old)
            counted[key] = counted.get(key, 0) + 1
            found.append(Drawn(file, function, operator, counted[key], span, old, _text(new)))
    return found


def _text(node):
    text = ast.unparse(node)
    return f"({text})" if isinstance(node, ast.BoolOp | ast.UnaryOp | ast.BinOp | ast.Compare) else text


def _places(node, name="", is_inside=False):
    """(name of the function, node) of all that runs when a function of the product does, but for what only tells."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            if child.name != "__repr__":
                inner = f"{name}.{child.name}".lstrip(".")
                for statement in child.body:
                    part = ast.Module([statement], [])
                    yield from _places(part, inner, not isinstance(child, ast.ClassDef))
        elif not _only_tells(child):
            if is_inside:
                yield name, child
            if isinstance(child, ast.AnnAssign):
                child = ast.Module([ast.Expr(child.value)] if child.value else [], [])
            yield from _places(child, name, is_inside)


def _only_tells(node):
    """Texts with values in them have no places of their own before Python 3.12; what is logged changes nothing."""
    if isinstance(node, ast.JoinedStr | ast.arguments):
        return True
    called = getattr(node, "func", None)
    return isinstance(called, ast.Attribute) and isinstance(called.value, ast.Name) and called.value.id in LOGGERS


def _operated(node):
    """(operator, node to replace, what by) of this node."""
    match node:
        case ast.Compare(ops=[operator]) if type(operator) in COMPARISONS:
            yield "comparison", node, _with(node, ops=[COMPARISONS[type(operator)]()])
        case ast.BoolOp(op=operator):
            yield "and/or", node, _with(node, op=SWAPPED[type(operator)]())
        case ast.UnaryOp(op=ast.Not()):
            yield "not removed", node, node.operand
        case ast.BinOp(op=operator) if type(operator) in SWAPPED and not _is_text(node.left) | _is_text(node.right):
            yield "arithmetic", node, _with(node, op=SWAPPED[type(operator)]())
        case ast.Constant(value=bool(value)):
            yield "true/false", node, ast.Constant(not value)
        case ast.Constant(value=int(value)):
            yield "constant", node, ast.Constant(value + 1)
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant) or value.value is not None:
            yield "return", value, ast.Constant(None)
        case ast.Call(func=ast.Attribute(attr="filter" | "exclude", value=value)):
            yield "filter dropped", node, value
        case ast.Call(func=ast.Name(id=name)) if name in EXTREMES:
            yield "min/max", node, _with(node, func=ast.Name(EXTREMES[name]))
        case ast.If(test=test) | ast.IfExp(test=test):
            yield "if not", test, ast.UnaryOp(ast.Not(), test)
        case ast.Break() | ast.Continue():
            yield "jump removed", node, ast.Pass()
    if isinstance(node, ast.Call):
        for keyword in node.keywords:
            if keyword.arg:
                yield "argument dropped", node, _with(node, keywords=[k for k in node.keywords if k is not keyword])


def _with(node, **changed):
    changed_node = copy.copy(node)
    for name, value in changed.items():
        setattr(changed_node, name, value)
    return changed_node


def _is_text(node):
    return isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, str))
