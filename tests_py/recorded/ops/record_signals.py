"""Records what TensorFlow's functions of signals and matrices give: values, gradients, errors.

Run `record_keras.py signals`; the calls are in `signal_cases.py`.
"""

from recorded.fact_file import write_facts
from recorded.ops.function_cases import START
from recorded.ops.signal_cases import CASES
from recorded.recorder import made_by, np, run_call


def parted(fact):
    """The fact with complex numbers as their real and imaginary parts."""
    value = fact.get("value")
    if isinstance(value, np.ndarray) and value.dtype.kind == "c":
        return {**fact, "value": [value.real.copy(), value.imag.copy()]}
    return fact


def main():
    """Writes `signals.json`."""
    facts = {
        group: [parted(run_call(START, code)) for code in codes] for group, codes in CASES.items()
    }
    write_facts("ops/signals", made_by("ops/record_signals.py"), facts)


if __name__ == "__main__":
    main()
