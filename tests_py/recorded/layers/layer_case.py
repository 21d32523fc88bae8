"""How a recorded call of a layer is written: class, arguments, inputs and keywords of the call."""

import numpy as np

from recorded.recorder import numbers


def case(name, cls, kwargs, *args, **options):
    """One recorded call; a shape among the inputs stands for normal numbers of that shape.

    `previous_mask` goes to compute_mask; `calls` is how often the layer is called."""
    inputs = [filled(f"{name}/{place}", x) for place, x in enumerate(args)]
    extra = {key: options.pop(key) for key in ("previous_mask", "calls") if key in options}
    call = {key: filled(f"{name}/{key}", value) for key, value in options.items()}
    return {"name": name, "class": cls, "kwargs": kwargs, "args": inputs, "options": call, **extra}


def filled(text, value):
    """Arrays for the shapes in `value`."""
    if isinstance(value, list):
        return [filled(f"{text}/{place}", item) for place, item in enumerate(value)]
    return numbers(text, value) if isinstance(value, tuple) else value


def mask(*rows):
    """A mask from rows of 0 and 1."""
    return np.array([[character == "1" for character in row] for row in rows])
