"""Labels as arrays: who gave which item which value."""

from dataclasses import dataclass, replace

import numpy as np

from evalhub.lib.errors import InvalidInput

KINDS = ("human", "llm", "program")
_SPREAD = 4  # whole numbers spread over at most this many times their count are placed, not sorted


@dataclass(frozen=True)
class Labels:
    """n labels, at most one per item and annotator; a missing label is simply not here.

    item, annotator: int[n], positions in `item_keys` and `annotator_keys`.
    code: int[n], position of the value in `domain`.
    domain: every value a label may have. Numbers in ascending order, which is the declared order of an ordinal
    question, or frozensets of option names for a multiple choice.
    kinds: one of KINDS per annotator. models: what identifies the model per annotator; two annotators with the
    same entry are repeats of one model.
    """

    item: np.ndarray
    annotator: np.ndarray
    code: np.ndarray
    domain: tuple
    item_keys: tuple
    annotator_keys: tuple
    kinds: tuple
    models: tuple

    def __post_init__(self):
        if not self.item.size == self.annotator.size == self.code.size:
            raise InvalidInput(
                f"{self.item.size} items, {self.annotator.size} annotators and {self.code.size} values were given. "
                "Each label needs all three."
            )
        for kind in self.kinds:
            if kind not in KINDS:
                raise InvalidInput(f"The annotator kind is {kind!r}. Valid: {', '.join(KINDS)}.")
        key = self.item * max(len(self.annotator_keys), 1) + self.annotator
        key.sort()
        twice = key[1:][key[1:] == key[:-1]]
        if twice.size:
            item, annotator = divmod(int(twice[0]), len(self.annotator_keys))
            raise InvalidInput(
                f"{self.annotator_keys[annotator]!r} labelled {self.item_keys[item]!r} more than once. "
                "Valid: one label per item and annotator."
            )

    @classmethod
    def of_numbers(cls, *, items, annotators, numbers, domain=None, kinds=None, models=None, annotator_keys=None):
        """Labels whose values are numbers, one entry per label in the first three.

        domain: the declared numbers, ascending; the numbers met when None. kinds and models map an annotator's key
        to its kind ("human" when absent) and its model (the key itself when absent). annotator_keys: when given,
        ascending, and `annotators` are positions in them.
        InvalidInput (INVALID_LABEL) when a number is not finite or not in the domain.
        """
        number = np.asarray(numbers, dtype=np.float64)
        if not np.isfinite(number).all():
            raise InvalidInput("A label is not a finite number.", code="INVALID_LABEL")
        if domain is None:
            met, code = np.unique(number, return_inverse=True)
            domain = tuple(met.tolist())
        else:
            domain = tuple(float(value) for value in domain)
            declared = np.asarray(domain, dtype=np.float64)
            if not (np.diff(declared) > 0).all():
                raise InvalidInput("The domain is not in ascending order without repeats.")
            code = np.searchsorted(declared, number)
            inside = code < declared.size
            inside[inside] = declared[code[inside]] == number[inside]
            if not inside.all():
                valid = ", ".join(f"{value:g}" for value in domain)
                raise InvalidInput(f"A label is {number[~inside][0]:g}. Valid: {valid}.", code="INVALID_LABEL")
        return cls._of_codes(items, annotators, code, domain, kinds, models, annotator_keys)

    @classmethod
    def of_sets(cls, *, items, annotators, sets, kinds=None, models=None):
        """Labels whose values are sets of option names; the empty set is an answer. Arguments as in `of_numbers`."""
        chosen = [frozenset(options) for options in sets]
        domain = tuple(sorted(set(chosen), key=lambda options: (len(options), sorted(options))))
        indexes = {options: index for index, options in enumerate(domain)}
        code = np.fromiter((indexes[options] for options in chosen), dtype=np.int64, count=len(chosen))
        return cls._of_codes(items, annotators, code, domain, kinds, models)

    @classmethod
    def _of_codes(cls, items, annotators, code, domain, kinds, models, annotator_keys=None):
        item, item_keys = _dense(items)
        if annotator_keys is None:
            annotator, annotator_keys = _dense(annotators)
        else:
            annotator, met = _dense(np.asarray(annotators, dtype=np.int64))
            annotator_keys = tuple(annotator_keys[index] for index in met)
        kinds, models = kinds or {}, models or {}
        return cls(
            item=item,
            annotator=annotator,
            code=np.asarray(code, dtype=np.int64),
            domain=domain,
            item_keys=item_keys,
            annotator_keys=annotator_keys,
            kinds=tuple(kinds.get(key, "human") for key in annotator_keys),
            models=tuple(models.get(key, key) for key in annotator_keys),
        )

    @property
    def n_annotators(self):
        """Annotators with at least one label here."""
        return int(np.count_nonzero(np.bincount(self.annotator)))

    @property
    def values(self):
        """float[n], the numbers themselves; only for a domain of numbers."""
        return np.asarray(self.domain, dtype=np.float64)[self.code]

    def where(self, mask):
        """The labels a bool[n] mask picks; keys and domain stay as they are."""
        if mask.all():
            return self
        return replace(self, item=self.item[mask], annotator=self.annotator[mask], code=self.code[mask])

    def spans(self, size):
        """Labels of `size` items each, in the order of the item keys; all together these Labels."""
        starts = range(0, len(self.item_keys), size)
        order = np.argsort(self.item, kind="stable")
        ends = np.searchsorted(self.item, [start + size for start in starts], sorter=order)
        for start, first, last in zip(starts, [0, *ends], ends, strict=False):
            chosen = order[first:last]
            yield replace(
                self,
                item=self.item[chosen] - start,
                annotator=self.annotator[chosen],
                code=self.code[chosen],
                item_keys=self.item_keys[start : start + size],
            )

    def narrowed(self):
        """The same labels over the values that occur: for spans of labels with as many values as labels."""
        used, code = np.unique(self.code, return_inverse=True)
        return replace(self, code=code, domain=tuple(self.domain[index] for index in used.tolist()))

    def people(self):
        return self.where(self._is_human()[self.annotator])

    def machines(self):
        """Labels by models and by programs."""
        return self.where(~self._is_human()[self.annotator])

    def _is_human(self):
        return np.array([kind == "human" for kind in self.kinds], dtype=bool)


def _dense(keys):
    """int[n] positions of the keys among the distinct keys in ascending order, and these as a tuple."""
    if isinstance(keys, np.ndarray):
        array = keys
    else:
        array = np.array(keys, dtype=None if all(type(key) is int for key in keys) else object)
    if array.dtype.kind not in "iu":
        array = array.astype(object)
    elif array.size and int(array.max()) - int(array.min()) < _SPREAD * array.size:
        # Whole numbers that lie close together need no sorting.
        lowest = array.min()
        offset = (array - lowest).astype(np.int64)
        found = np.zeros(int(offset.max()) + 1, dtype=bool)
        found[offset] = True
        return (np.cumsum(found) - 1)[offset], tuple((np.flatnonzero(found) + int(lowest)).tolist())
    distinct, position = np.unique(array, return_inverse=True)
    return position.astype(np.int64, copy=False), tuple(distinct.tolist())


def middles(domain):
    """float[V - 1]: where the nearest of the V ascending numbers changes; what lies on one belongs to the upper."""
    declared = np.asarray(domain, dtype=np.float64)
    return (declared[1:] + declared[:-1]) / 2


def nearest(numbers, domain):
    """Each number as the nearest of the domain: scorers that weigh several values have numbers between them."""
    return np.asarray(domain, dtype=np.float64)[np.searchsorted(middles(domain), numbers, side="right")]
