"""The figures of the agreement page as lines of a table."""

COLUMNS = [
    "question",
    "figure",
    "scope",
    "first",
    "second",
    "value",
    "low",
    "high",
    "items",
    "annotators",
    "labels",
    "undefined_because",
]


def rows(figures, words):
    """Lines in the order of COLUMNS: metrics per scope, alpha over time, pairs of annotators and of labels.

    words: {question key: {value: its label}} of questions whose values can be listed.
    """
    for key, scopes in figures.questions.items():
        for scope, metrics in scopes.items():
            for name, row in metrics.items():
                yield [
                    key,
                    name,
                    scope,
                    "",
                    "",
                    row.value,
                    row.low,
                    row.high,
                    row.n_items,
                    row.n_annotators,
                    row.n_labels,
                    row.reason,
                ]
        yield from _over_time(key, scopes.get("people", {}).get("krippendorff_alpha"))
        yield from _pairs(key, figures.pair_matrices.get(key))
        yield from _confusions(key, figures.pair_matrices.get(key), words.get(key, {}))


def _over_time(key, people):
    """People's alpha in each period of days, whose ends stand under "first" and "second"."""
    for period in people.details.get("over_time", []) if people else []:
        yield [
            key,
            "krippendorff_alpha_over_time",
            "people",
            period["first"],
            period["last"],
            period["value"],
            period["low"],
            period["high"],
            period["n_items"],
            period["n_annotators"],
            period["n_labels"],
            period["reason"] or "",
        ]


def _pairs(key, matrix):
    names = {person["id"]: person["name"] for person in (matrix or {}).get("annotators", [])}
    for pair in (matrix or {}).get("pairs", []):
        for figure in ("alpha", "kappa", "percent"):
            yield [
                key,
                f"pair_{figure}",
                "everyone",
                names[pair["first"]],
                names[pair["second"]],
                pair[figure],
                None,
                None,
                pair["n_items"],
                2,
                None,
                pair["reason"] if pair[figure] is None else "",
            ]


def _confusions(key, matrix, words):
    found = (matrix or {}).get("confusions")
    if not found:
        return
    names = [words.get(value, str(value)) for value in found["values"]]
    for scope in ("people", "machines"):
        for i, counts in enumerate(found[scope]):
            for j, count in enumerate(counts):
                if scope == "machines" or j >= i:
                    yield [key, "pairs_of_labels", scope, names[i], names[j], count, None, None, None, None, None, ""]
