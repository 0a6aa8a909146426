"""What a row of a JSON file must be."""

_WORDS = {list: "a list", str: "a text", int: "a number", float: "a number", bool: "a boolean", type(None): "null"}


def problem_with_row(value):
    """Why `value`, which is not an object with at least one key, is no row."""
    if isinstance(value, dict):
        return "The object is empty. Each row is an object with at least one key."
    return f"The row is {_WORDS[type(value)]}. Each row is a JSON object."
