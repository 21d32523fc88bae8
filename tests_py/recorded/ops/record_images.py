"""Records what TensorFlow's tf.image gives for fixed images, and which errors it raises.

Run `record_keras.py images`; the calls themselves are in `image_cases.py`.
"""

from recorded.fact_file import write_facts
from recorded.ops.image_cases import CASES, ERRORS, INPUTS
from recorded.recorder import made_by, np, tf


def outputs_of(code):
    """The arrays that an expression gives."""
    tensors = {name: tf.constant(value) for name, value in INPUTS.items()}
    result = eval(code, {"tf": tf, **tensors})
    parts = result if isinstance(result, (list, tuple)) else [result]
    return {"code": code, "outputs": [np.asarray(part) for part in parts]}


def error_of(code):
    """The class of what an expression raises."""
    tensors = {name: tf.constant(value) for name, value in INPUTS.items()}
    try:
        eval(code, {"tf": tf, **tensors})
    except Exception as error:  # the refusal is the fact
        return {"code": code, "error": type(error).__name__}
    raise AssertionError(f"{code} is not refused")


def main():
    """Writes `images.json`."""
    facts = {
        "inputs": {name: np.asarray(value) for name, value in INPUTS.items()},
        "cases": [outputs_of(code) for code in CASES],
        "errors": [error_of(code) for code in ERRORS],
    }
    write_facts("ops/images", made_by("ops/record_images.py"), facts)


if __name__ == "__main__":
    main()
