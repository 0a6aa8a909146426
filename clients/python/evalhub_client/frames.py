"""DataFrames with the types that the manifest names."""

import pandas
import pyarrow
from pyarrow import parquet

LISTS = ("texts", "integers", "stages", "mapping")
SCALARS = {
    pyarrow.string(): pandas.StringDtype(),
    pyarrow.int64(): pandas.Int64Dtype(),
    pyarrow.bool_(): pandas.BooleanDtype(),
}


def read(path, columns):
    """The DataFrame of a Parquet file; `columns` are the manifest's.

    Texts, whole numbers and booleans are pandas' nullable types, other numbers float64, times datetime64 in UTC. Lists
    are lists, stages lists of mappings, and mappings are dicts.
    """
    table = parquet.read_table(path)
    return pandas.DataFrame({column["name"]: _values(table[column["name"]], column["type"]) for column in columns})


def _values(column, type_):
    if type_ not in LISTS:
        return column.to_pandas(types_mapper=SCALARS.get)
    values = column.to_pylist()
    return pandas.Series([dict(value) for value in values] if type_ == "mapping" else values, dtype=object)
