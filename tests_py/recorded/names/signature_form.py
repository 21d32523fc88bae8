"""The form in which signatures are facts: [[argument, default]], in order.

Knows no library: recorders and tests give it what can be called. Defaults that are no plain values
are texts of their names, or "?"; arguments without one have "!"."""

import inspect


def default_form(value):
    """The text of a default."""
    if value is inspect.Parameter.empty:
        return "!"
    if value is None or isinstance(value, (bool, int, float, str)):
        return repr(value)
    name = getattr(value, "name", None)
    return name if isinstance(name, str) else "?"


def signature_form(function):
    """The arguments; None for what has no signature. `*args` and `**kwargs` are left out."""
    try:
        given = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    kinds = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [[one.name, default_form(one.default)] for one in given if one.kind not in kinds]
