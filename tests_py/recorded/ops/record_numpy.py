"""Records what tf.experimental.numpy gives: values, dtypes and classes of errors.

Run `record_keras.py numpy`; the calls are in `numpy_cases.py`.
"""

from recorded.code_facts import evaluate
from recorded.fact_file import write_facts
from recorded.ops.numpy_cases import CASES, START
from recorded.recorder import made_by, np, plain_value, tf


def parted(value):
    """Complex numbers as their real and imaginary parts."""
    if isinstance(value, list):
        return [parted(item) for item in value]
    if isinstance(value, np.generic):
        value = np.asarray(value)
    if isinstance(value, np.ndarray) and value.dtype.kind == "c":
        return {"complex": value.dtype.name, "parts": [value.real.copy(), value.imag.copy()]}
    if isinstance(value, np.ndarray) and value.dtype.kind in "SO":
        return [item.decode() for item in value.reshape(-1)]
    return value


def run(code):
    """The call's value, or the class of its error."""
    with np.errstate(all="ignore"):
        try:
            value = plain_value(evaluate(f"{START}\n{code}", tf))
        except Exception as error:  # the refusal is the fact
            return {"code": code, "error": type(error).__name__}
    return {"code": code, "value": parted(value)}


def main():
    """Writes `numpy.json`."""
    enable = tf.experimental.numpy.experimental_enable_numpy_behavior
    facts = {}
    for group, codes in CASES.items():
        enable(prefer_float32=group == "float32")
        facts[group] = [run(code) for code in codes]
    write_facts("ops/numpy", made_by("ops/record_numpy.py"), facts)


if __name__ == "__main__":
    main()
