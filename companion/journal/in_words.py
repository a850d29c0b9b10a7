"""What is wrong with a value, as people say it."""

import re

_KINDS = {
    "int": "a whole number",
    "float": "a number",
    "str": "a text",
    "bool": "yes or no (true or false)",
    "array": "a list",
    "object": "a table",
    "null": "nothing",
}
_TYPES = re.compile(rf"`({'|'.join(_KINDS)})((?: \| (?:{'|'.join(_KINDS)}))*)`")


def in_words(problem: str) -> str:
    """What is wrong with a value, as who fills in a table says it: a whole number, not an int."""
    problem = re.sub(r"^Object missing required field `([^`]*)`", r"expected the field \1", problem)
    problem = re.sub(r"Invalid enum value ('.*')", r"\1 is none of the words that can stand here", problem)
    problem = problem.removeprefix("expected something else: ")
    problem = _TYPES.sub(
        lambda found: " or ".join(_KINDS[kind] for kind in found[0][1:-1].split(" | ")), problem
    )
    return re.sub(r"^Expected", "expected", problem).replace(", got ", ", found ")
