"""Full-text search in a version: which of its cases, outputs, or rows that show them hold what a text asks for.

refund order        both words, or words that begin so
"paid out"          these words, one after the other
refund -order       the one without the other
0017                also a part of an external id
"""

import re
from dataclasses import dataclass

from django.contrib.postgres.fields import ArrayField
from django.db import connection, transaction
from django.db.models import BigIntegerField, BooleanField, Exists, F, Func, OuterRef, Q, TextField, Value
from django.utils.translation import gettext as _

from datasets.models import CaseSearch, ModelOutput, OutputSearch, TestCase
from evalhub.lib.errors import Conflict, InvalidInput

LONGEST = 200
MOST_KNOWN = 10_000  # matches that are read by themselves; more are common enough to walk along the rows
# Of a version with so many cases the index is asked for a text only when fewer than a tenth of a sample match it: it
# would read a million entries, which takes longer than all the rest, only to say that they are too many.
LARGE = 200_000
SAMPLED = 200
SHORTEST_START = 2

# As the function search_text of the database divides texts into words.
_SINGLE = re.compile(r"([\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff])")
_BETWEEN = re.compile(r"[\x01-\x2f\x3a-\x40\x5b-\x60\x7b-\xbf\u2000-\u206f\u3000-\u303f\uff00-\uff0f]+")
_PART = re.compile(r'(?P<minus>-?)(?:"(?P<phrase>[^"]*)"?|(?P<word>\S+))')


@dataclass(frozen=True)
class Matches:
    """What a text matches in a version: the `ids`, at most MOST_KNOWN, or None where there are more."""

    model: type
    query: Func
    ids: list[int] | None

    @property
    def is_common(self):
        """Whether there are too many to count them in each request."""
        return self.ids is None

    def at(self, path):
        """Q of the rows whose case or output, the id at `path`, matches."""
        if self.ids is not None:
            return is_one_of(path, self.ids)
        return Q(Exists(self._found().filter(pk=OuterRef(path))))

    def any_of(self, path):
        """Q of the rows in whose array of ids at `path` one matches."""
        return Q(Exists(self._found().annotate(ids=OuterRef(path)).filter(_IsOneOf(F("pk"), F("ids")))))

    def _found(self):
        return self.model.objects.filter(_IsHeld(F("vector"), self.query))


def is_one_of(path, ids):
    """Q of the rows whose id at `path` is among these: thousands of them are one parameter."""
    return Q(_IsOneOf(F(path), Value(list(ids), output_field=ArrayField(BigIntegerField()))))


def searched(queryset, text, *, version):
    """The cases or outputs of `queryset`, all of `version`, that match; all of them without a text."""
    if not text.strip():
        return queryset
    model = {TestCase: CaseSearch, ModelOutput: OutputSearch}[queryset.model]
    (found,) = matches(model, text=text, versions=[version])
    return queryset.filter(found.at("pk"))


def matches(*models, text, versions):
    """[Matches] among the rows of CaseSearch, OutputSearch or both.

    InvalidInput for a text without a word, Conflict while one of the versions is indexed. Few matches come from the
    index at once, which the planner would not do: it takes a search for few rows in order as a reason to walk along
    all of them.
    """
    if len(text) > LONGEST or "\0" in text:
        raise InvalidInput(
            _("The search is longer than %(n)s characters.") % {"n": LONGEST},
            code="bad_search",
            details={"most": LONGEST},
        )
    parts = [part for found in _PART.finditer(text) if (part := _part(found))]
    if not parts:
        raise InvalidInput(_("The search has no word to look for. Type a letter or a digit."), code="bad_search")
    within = " | ".join(f"'={version.pk}'" for version in versions)
    query = _And(_LiteralQuery(Value(within)), *parts)
    for version in versions:
        if version.unindexed_from is not None:
            words = {"n": f"{version.unindexed_from:,}", "total": f"{version.row_count:,}"}
            reason = _("Search is not ready: %(n)s of %(total)s cases are indexed. Try again in a moment.") % words
            raise Conflict(reason, code="not_indexed_yet")
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        found = [Matches(model, query, _ids(model, query, versions)) for model in models]
        cursor.execute("SET LOCAL enable_seqscan TO DEFAULT")
    return found


def _ids(model, query, versions):
    large = (version for version in versions if version.row_count >= LARGE)
    if any(_in_sample(model, query, version) * 10 >= SAMPLED for version in large):
        return None
    rows = model.objects.filter(_Holds(F("vector"), query)).values_list("pk", flat=True)
    ids = list(rows[: MOST_KNOWN + 1])
    return ids if len(ids) <= MOST_KNOWN else None


def _in_sample(model, query, version):
    """How many of SAMPLED cases, as far apart as can be, or of their outputs, match."""
    step = version.row_count // SAMPLED
    places = {f"{model.CASE}__version": version, f"{model.CASE}__row_index__in": range(0, step * SAMPLED, step)}
    return model.objects.filter(_IsHeld(F("vector"), query), **places).count()


class _Holds(Func):
    arg_joiner, template, output_field = " @@ ", "(%(expressions)s)", BooleanField()


class _IsHeld(Func):
    """The same of one row at a time: the index would be read as a whole for each."""

    function, output_field = "ts_match_vq", BooleanField()


class _IsOneOf(Func):
    template, output_field = "(%(expressions)s)", BooleanField()

    def as_sql(self, compiler, connection, **_options):
        one, one_params = compiler.compile(self.source_expressions[0])
        many, many_params = compiler.compile(self.source_expressions[1])
        return f"({one} = ANY({many}))", [*one_params, *many_params]


class _TextQuery(Func):
    """A tsquery of words as texts have them."""

    template, output_field = "to_tsquery('simple', %(expressions)s)", TextField()


class _LiteralQuery(Func):
    """A tsquery of words that are no words of texts: the version's id, and parts of external ids."""

    template, output_field = "%(expressions)s::tsquery", TextField()


class _And(Func):
    arg_joiner, template, output_field = " && ", "(%(expressions)s)", TextField()


class _Or(_And):
    arg_joiner = " || "


class _Not(Func):
    template, output_field = "(!! %(expressions)s)", TextField()


def _part(found):
    """What a word or phrase means, None where nothing is left of it. Quotes and backslashes are no part of words."""
    is_phrase = found["phrase"] is not None
    words = _BETWEEN.sub(" ", _SINGLE.sub(r" \1 ", found["phrase"] if is_phrase else found["word"])).split()
    if not words:
        return None
    end = "" if is_phrase or len(words[-1]) < SHORTEST_START else ":*"
    part = _TextQuery(Value(" <-> ".join(f"'{word}'" for word in words) + end))
    if not is_phrase:
        parts_of_id = " & ".join(f"'#{word.lower()}'" for word in words) + end
        part = _Or(part, _LiteralQuery(Value(parts_of_id)))
    return _Not(part) if found["minus"] else part
