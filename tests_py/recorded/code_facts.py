"""Runs the short Python snippets that recorded facts are about, the same for every library.

A snippet sees `tf` and `np`; its last line is an expression. Knows no library: the recorder gives
it TensorFlow as `tf`, a test gives it Pelton.
"""

import ast
import re

import numpy as np

ADDRESS = re.compile(r"0x[0-9a-f]{6,}")
PLACE = re.compile(r' +File "[^"]*", line \d+, in .*\n+')
RANDOM_MARK = re.compile(r"goo\.gle/debug\w+\s+")  # protobuf's, differs on purpose
GRAPH_NAME = re.compile(r"(__inference_\w+?)_\d+")


def snippets(groups):
    """{group: its snippets} of texts that have one a line."""
    return {group: text.strip().splitlines() for group, text in groups.items()}


def evaluate(code, tf):
    """Runs the snippet and returns the value of its last line, None if that is a statement."""
    tree = ast.parse(code)
    namespace = {"tf": tf, "np": np}
    last = tree.body[-1]
    if not isinstance(last, ast.Expr):
        exec(compile(tree, "<fact>", "exec"), namespace)
        return None
    tree.body.pop()
    exec(compile(tree, "<fact>", "exec"), namespace)
    return eval(compile(ast.Expression(last.value), "<fact>", "eval"), namespace)


def without_addresses(text):
    """Returns the text without what differs from run to run: addresses, stack lines, counters."""
    text = RANDOM_MARK.sub("", PLACE.sub("", ADDRESS.sub("0x...", text)))
    return GRAPH_NAME.sub(r"\1", text)


def error_entry(error):
    """Returns the class, its bases and the text of an exception, as structured data."""
    bases = [base.__name__ for base in type(error).__mro__[1:-1]]
    message = without_addresses(str(error))
    return {"class": type(error).__name__, "bases": bases, "message": message}
