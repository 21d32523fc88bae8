"""Records TensorFlow's tensors: printed forms, dtype rules, op errors, tape and random facts.

Run `record_keras.py tensors`; the snippets are in `tensor_cases.py`, `op_error_cases.py`,
`tape_cases.py`, `mask_cases.py`, `variable_cases.py`, `gradient_cases.py`, `slice_cases.py`,
`stream_cases.py` and `drawn_cases.py`.
"""

import logging
import warnings

from recorded.code_facts import error_entry, evaluate, without_addresses
from recorded.fact_file import write_facts
from recorded.layers import mask_cases
from recorded.recorder import made_by, np, plain_value, tf
from recorded.tensors import (
    gradient_cases,
    op_error_cases,
    slice_cases,
    tape_cases,
    tensor_cases,
    variable_cases,
)
from recorded.training import drawn_cases, stream_cases


class Listener(logging.Handler):
    """Keeps what TensorFlow logs while a snippet runs."""

    def __init__(self):
        super().__init__()
        self.lines = []

    def emit(self, record):
        self.lines.append(f"{record.levelname}: {without_addresses(record.getMessage())}")


def run(name, code, describe):
    """Returns what `describe` tells of the snippet's value, or its error, with logged lines."""
    tf.random.set_seed(0)
    facts = {"name": name, "code": code}
    listener, logger = Listener(), tf.get_logger()
    logger.addHandler(listener)
    logger.setLevel("WARNING")
    with warnings.catch_warnings(), np.errstate(all="ignore"):
        warnings.simplefilter("ignore")
        try:
            facts.update(describe(evaluate(code, tf)))
        except Exception as error:  # the refusal is the fact
            facts["error"] = error_entry(error)
    logger.removeHandler(listener)
    if listener.lines:
        facts["logged"] = listener.lines
    return facts


def printed(value):
    """Returns both printed forms and what they describe."""
    dtype = getattr(value.dtype, "name", value.dtype)
    return {
        "repr": repr(value),
        "str": str(value),
        "dtype": dtype,
        "shape": list(value.shape),
        "type": type(value).__name__,
    }


def printed_other(value):
    """Returns both printed forms."""
    return {"repr": without_addresses(repr(value)), "str": without_addresses(str(value))}


def noted(value):
    """Returns the value as data, with the name of its type."""
    return {"value": plain_value(value), "type": type(value).__name__}


def main():
    """Writes `tensors.json`."""
    groups = {
        "printed": (tensor_cases.PRINTED, printed),
        "printed_other": (tensor_cases.PRINTED_OTHER, printed_other),
        "values": (tensor_cases.VALUES, noted),
        "op_errors": (op_error_cases.CASES, noted),
        "tape": (tape_cases.TAPE, noted),
        "random": (tape_cases.RANDOM, noted),
        "masks": (mask_cases.MASKS, noted),
        "shapes": (mask_cases.SHAPES, noted),
        "variables": (variable_cases.VARIABLES, noted),
        "gradients": (gradient_cases.GRADIENTS, noted),
        "slices": (slice_cases.SLICES, noted),
        "repeated_rows": (slice_cases.REPEATED_ROWS, noted),
        "streams": (stream_cases.STREAMS, noted),
        "drawn": (drawn_cases.DRAWN, noted),
    }
    facts = {
        group: [run(name, code, describe) for name, code in cases.items()]
        for group, (cases, describe) in groups.items()
    }
    write_facts("tensors/tensors", made_by("tensors/record_tensors.py"), facts)


if __name__ == "__main__":
    main()
