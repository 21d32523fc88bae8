"""Records which sizes TensorFlow's shape functions know where some sizes of the inputs are unknown.

Run `record_keras.py shapes`; the expressions are in `shape_cases.py`. A fact is `{mask: shapes}`:
a mask has a letter for each size of the inputs in turn, "n" where it is unknown; the shapes are of
the results, null where a size or a rank is unknown, or the name of the exception.
"""

import itertools

from recorded.fact_file import write_facts
from recorded.models.shape_cases import CASES
from recorded.recorder import made_by, tf

MOST_SIZES = 6  # of one case; beyond, each alone, pairs of neighbours, and all


def masks(count):
    """The masks of a case with so many sizes."""
    if count <= MOST_SIZES:
        return ["".join(m) for m in itertools.product("kn", repeat=count)]
    out = ["k" * count, "n" * count]
    for i in range(count):
        out.append("k" * i + "n" + "k" * (count - i - 1))
        if i + 1 < count:
            out.append("k" * i + "nn" + "k" * (count - i - 2))
    return out


def specs_of(inputs, mask):
    """A TensorSpec for each input."""
    marks, specs = iter(mask), []
    for text in inputs:
        dtype, sizes = text.split(" ")
        shape = [None if next(marks) == "n" else int(size) for size in sizes.split(",")]
        specs.append(tf.TensorSpec(shape, dtype))
    return specs


def shapes_of(code, specs):
    """The static shapes of the results."""
    call = eval(f"lambda {', '.join('xyz'[: len(specs)])}: {code}", {"tf": tf})
    try:
        outputs = tf.function(call).get_concrete_function(*specs).structured_outputs
    except Exception as error:
        return type(error).__name__
    many = outputs if isinstance(outputs, (list, tuple)) else [outputs]
    return [None if t.shape.rank is None else t.shape.as_list() for t in many]


def main():
    """Writes `shapes.json`."""
    cases = []
    for code, inputs in CASES.items():
        count = sum(len(text.split(" ")[1].split(",")) for text in inputs)
        known = {mask: shapes_of(code, specs_of(inputs, mask)) for mask in masks(count)}
        cases.append({"code": code, "inputs": inputs, "known": known})
    write_facts("models/shapes", made_by("models/record_shapes.py"), {"cases": cases})


if __name__ == "__main__":
    main()
