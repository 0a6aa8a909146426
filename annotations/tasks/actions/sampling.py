"""Draw a task's items from a dataset version: all, at random, stratified or by priority, repeatable by seed."""

from collections import Counter

from django.db import connection, transaction
from django.db.models import Count, Exists, OuterRef, TextField, Value
from django.db.models.fields.json import KeyTextTransform
from django.db.models.functions import Coalesce
from django.utils.translation import gettext_lazy

from annotations.tasks.models import AnnotationTask, TaskItem
from datasets import filters
from datasets.actions import cases
from datasets.models import ModelOutput, TestCase
from datasets.sampling import MAX_STRATA, allocate
from evalhub.lib.errors import InvalidInput
from evalhub.work.sweep import Sweep

STRATEGIES = ("all", "random", "stratified", "priority")
MOST_SAMPLED = 2_000_000_000
FIELDS = {"strategy", "sample_size", "seed", "stratify_by", "priority_by", "filter"}
NUMBER_TYPES = ("integer", "number")  # of metadata columns, all of whose values read as numbers
ANALYZED_FROM = 5_001  # items: such draws are the worker's, so that no request waits for the lock of ANALYZE
PRIORITY_RANGE = (-32_768, 32_766)
MOST_COUNTED = 10_000
AT_ONCE = 5_000  # items up to which a request draws them itself


def clean_config(config, version):
    """The sampling config with defaults; InvalidInput names the field, the value met and what is valid."""
    unknown = sorted(set(config) - FIELDS)
    if unknown:
        raise InvalidInput(f"sampling_config.{unknown[0]} is unknown. Valid: {', '.join(sorted(FIELDS))}.")
    strategy = config.get("strategy", "all")
    if strategy not in STRATEGIES:
        raise InvalidInput(f"sampling_config.strategy is {strategy!r}. Valid: {', '.join(STRATEGIES)}.")
    size, seed = config.get("sample_size"), config.get("seed", 0)
    if size is not None and (isinstance(size, bool) or not isinstance(size, int) or not 1 <= size <= MOST_SAMPLED):
        valid = f"a whole number from 1 to {MOST_SAMPLED}"
        raise InvalidInput(f"sampling_config.sample_size is {repr(size)[:60]}. Valid: {valid}.")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**31:
        raise InvalidInput(f"sampling_config.seed is {seed!r}. Valid: a whole number from 0 to 2147483647.")
    fields = cases.metadata_fields(version)
    condition = config.get("filter")
    clean = {"strategy": strategy, "sample_size": size, "seed": seed, "filter": {} if condition is None else condition}
    filters.parse(clean["filter"], fields=fields)
    if strategy == "stratified":
        clean["stratify_by"] = _field(config.get("stratify_by"), "stratify_by", list(fields), "a metadata field")
        # Refused now, and not in the worker that draws a large task.
        met = _strata(cases.filtered(TestCase.objects.filter(version=version), clean["filter"], version), clean)
        if met.order_by().distinct()[: MAX_STRATA + 1].count() > MAX_STRATA:
            raise InvalidInput(
                f"sampling_config.stratify_by is {clean['stratify_by']!r}, which has over {MAX_STRATA:,} different "
                f"values. Valid: a field with at most {MAX_STRATA:,}.",
                code="too_many_strata",
            )
    if strategy == "priority":
        numbers = [name for name, kind in fields.items() if kind in NUMBER_TYPES]
        clean["priority_by"] = _field(config.get("priority_by"), "priority_by", numbers, "a metadata field of numbers")
    return clean


def _field(name, option, valid, kind):
    if name not in valid:
        raise InvalidInput(
            f"sampling_config.{option} is {name!r}. Valid: {kind} of the version ({', '.join(valid) or 'it has none'})."
        )
    return name


def _strata(chosen, config):
    return chosen.annotate(stratum=KeyTextTransform(config["stratify_by"], "metadata")).values("stratum")


def expected_items(task):
    """How many items a draw would give at most, without drawing."""
    size = task.sampling_config.get("sample_size")
    return min(size, task.dataset_version.row_count) if size else task.dataset_version.row_count


@transaction.atomic
def redraw_items(*, task):
    """Draw anew for a draft whose sampling changed."""
    TaskItem.objects.filter(task=task).delete()
    AnnotationTask.objects.filter(pk=task.pk).update(preparation="PENDING", total_items=0)
    draw_if_few(task=task)


def draw_if_few(*, task):
    """Draw now what takes a moment; a worker draws the rest."""
    if expected_items(task) <= AT_ONCE:
        draw_items(task=task)


@transaction.atomic
def draw_items(*, task):
    """Insert the task's items in one statement and mark it READY; a second call changes nothing."""
    locked = AnnotationTask.objects.select_for_update(no_key=True).get(pk=task.pk)
    if locked.preparation == "READY":
        return locked.total_items
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = '300s'")
        # Where outputs are compared, an item holds their ids in the order of their names in the task, the judged one
        # first, and cases that lack one of them are left out.
        names = [locked.output_name, *locked.compared_outputs]
        chosen, values = drawn(locked.dataset_version, locked.sampling_config, names)
        statement = f"""
            INSERT INTO annotations_taskitem
                (task_id, test_case_id, outputs, position, priority, open_slots, closed_reason)
            SELECT %s, drawn.id, coalesce((SELECT array_agg(o.id ORDER BY array_position(%s::varchar[], s.name))
                                           FROM datasets_modeloutput o JOIN datasets_system s ON s.id = o.system_id
                                           WHERE o.test_case_id = drawn.id AND o.repetition = 1 AND NOT o.produced
                                             AND s.name = ANY (%s)), '{{}}'),
                   row_number() OVER (ORDER BY drawn.place) - 1, drawn.priority, %s, ''
            FROM ({chosen}) drawn
            ORDER BY drawn.place
        """
        cursor.execute(statement, [locked.pk, names, names, locked.required_annotations_per_item, *values])
        count = cursor.rowcount
        if count >= ANALYZED_FROM:
            cursor.execute("ANALYZE annotations_taskitem")
    AnnotationTask.objects.filter(pk=task.pk).update(preparation="READY", total_items=count)
    task.preparation, task.total_items = "READY", count
    return count


ITEMS = Sweep(
    "items",
    title=gettext_lazy("Items of new tasks"),
    rows=lambda: AnnotationTask.objects.filter(preparation="PENDING").select_related("dataset_version"),
    work=lambda task: draw_items(task=task),
)


def matching(version, condition, names):
    """The cases of a version that meet a filter and, where several outputs are named, have all of them."""
    chosen = cases.filtered(TestCase.objects.filter(version=version), condition, version)
    for name in names if len(names) > 1 else ():
        chosen = chosen.filter(
            Exists(ModelOutput.objects.of_data().filter(test_case=OuterRef("pk"), system__name=name, repetition=1))
        )
    return chosen


def not_in(chosen, version_id):
    """The cases that a version has none like: with the same input and the same expected output."""
    expected = Coalesce("expected_output", Value(""), output_field=TextField())
    others = TestCase.objects.filter(version=version_id).annotate(expected=expected)
    same = others.filter(input=OuterRef("input"), expected=OuterRef("expected"))
    return chosen.annotate(expected=expected).exclude(Exists(same))


def count_matching(version, condition, names):
    """How many cases `matching` has; None for more than MOST_COUNTED, which are not counted to their end."""
    if len(names) > 1:
        n = matching(version, condition, names).order_by()[: MOST_COUNTED + 1].count()
        return n if n <= MOST_COUNTED else None
    return cases.count(version, condition, most=MOST_COUNTED)


def drawn(version, config, names=()):
    """SQL of the drawn cases, (id, place, priority) in the order of the draw, and its values; `names` as `matching`.

    With `not_in` in the config cases that this version has are left out. Ranks are by a seeded hash, so a draw can be
    repeated anywhere.
    """
    chosen = matching(version, config["filter"], names)
    if config.get("not_in"):
        chosen = not_in(chosen, config["not_in"])
    inner, values = chosen.values("id", "row_index", "metadata").order_by().query.sql_with_params()
    order, priority, keep, extra = _strategy(config, chosen)
    statement = f"""
        SELECT ranked.id, ranked.place, ranked.priority
        FROM (SELECT c.id, {order} AS place, {priority} AS priority, {keep} AS kept FROM ({inner}) c) ranked
        WHERE ranked.kept
        ORDER BY ranked.place
        LIMIT %s"""
    return statement, [*extra, *values, config["sample_size"] or MOST_SAMPLED]


def _strategy(config, chosen):
    """SQL of place, priority and whether a case is kept, with the parameters in that order."""
    shuffled = "hashint8extended(c.id, %s)"
    seed, strategy = config["seed"], config["strategy"]
    if strategy == "random":
        return f"row_number() OVER (ORDER BY {shuffled}, c.id)", "0", "true", [seed]
    if strategy == "priority":
        value = "coalesce(nullif(btrim(c.metadata ->> %s), '')::numeric, 0)"
        low, high = PRIORITY_RANGE
        rank = f"least({high}, greatest({low}, round({value})))::int"
        field = config["priority_by"]
        return f"row_number() OVER (ORDER BY {value} DESC, c.row_index)", rank, "true", [field, field]
    if strategy == "stratified":
        path = config["stratify_by"]
        sizes = Counter()
        for group in _strata(chosen, config).annotate(n=Count("pk")).order_by("stratum"):
            sizes[group["stratum"] or ""] += group["n"]  # a missing value and an empty text are one stratum
        total = sum(sizes.values())
        plan = allocate(sizes, size=min(config["sample_size"] or total, total))
        names, shares = [stratum.label for stratum in plan], [stratum.size for stratum in plan]
        share = (
            "(SELECT s.share FROM unnest(%s::text[], %s::int[]) AS s(name, share)"
            " WHERE s.name = coalesce(c.metadata ->> %s, ''))"
        )
        order = f"row_number() OVER (PARTITION BY coalesce(c.metadata ->> %s, '') ORDER BY {shuffled}, c.id)"
        place = f"row_number() OVER (ORDER BY {shuffled}, c.id)"
        return place, "0", f"{order} <= {share}", [seed, path, seed, names, shares, path]
    return "c.row_index", "0", "true", []
