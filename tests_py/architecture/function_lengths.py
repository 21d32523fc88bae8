"""How long functions are, in C++ by counting braces and in Python by its syntax tree.

A reader of style, not a compiler: it knows what clang-format's output looks like."""

import ast
import re

from source_tree import code_only

_TEMPLATE = re.compile(r"^\s*template\s*<")
_CONTAINER = re.compile(
    r"^\s*(?:(?:inline|export|typedef|static|constexpr)\s+)*"
    r"(?:namespace|struct|class|union|enum|extern\s*$)"
)
_OPERATOR = re.compile(r"\boperator\s*(?:\(\)|[^\s(]+)")


def cpp_functions(text):
    """Yields (line, length, header) for each function defined in C++ text."""
    code = code_only(text)
    start, position = 0, 0
    while position < len(code):
        char = code[position]
        if char in ";}":
            start = position + 1
        elif char == "{":
            header = code[start:position]
            if _is_container(header):
                start = position + 1
            else:
                end = _closing(code, position)
                if _is_function(header) and not _continues(code, end):
                    first = start + len(header) - len(header.lstrip())
                    length = code.count("\n", first, end) + 1
                    yield code.count("\n", 0, first) + 1, length, " ".join(header.split())
                position = end
                if not _continues(code, end):
                    start = end + 1
        position += 1


def _closing(code, opening):
    depth = 0
    for position in range(opening, len(code)):
        depth += {"{": 1, "}": -1}.get(code[position], 0)
        if depth == 0:
            return position
    return len(code) - 1


def _continues(code, end):
    # After `b_{2}` of a constructor's list more of the same definition follows.
    return code[end + 1 : end + 200].lstrip()[:1] in ("{", ",", ")", ".")


def _without_template(header):
    while match := _TEMPLATE.match(header):
        depth, position = 1, match.end()
        while depth and position < len(header):
            depth += {"<": 1, ">": -1}.get(header[position], 0)
            position += 1
        header = header[position:]
    return header


def _is_container(header):
    return bool(_CONTAINER.match(_without_template(header)))


def _is_function(header):
    header = _OPERATOR.sub("operator", _without_template(header))
    before, paren, _ = header.partition("(")
    return bool(paren) and ("=" not in before or before.rstrip().endswith("]"))


def python_functions(text):
    """Yields (line, length, name) for each function; its docstring is not counted."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            length = node.end_lineno - node.lineno + 1
            if ast.get_docstring(node, clean=False) is not None:
                length -= node.body[0].end_lineno - node.body[0].lineno + 1
            yield node.lineno, length, node.name
