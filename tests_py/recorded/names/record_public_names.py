"""Records what TensorFlow's rarer public names give: values and classes of errors.

Run `record_keras.py public_names`; the calls are in `public_name_cases.py`.
"""

from recorded.code_facts import evaluate
from recorded.fact_file import write_facts
from recorded.names.public_name_cases import GROUPS, cases, code_of
from recorded.recorder import made_by, np, plain_value, tf


def texts(value):
    """Arrays of bytes as lists of texts, complex ones as dtype, real and imaginary parts."""
    if isinstance(value, list):
        return [texts(item) for item in value]
    if isinstance(value, dict):
        return {key: texts(item) for key, item in value.items()}
    if isinstance(value, np.ndarray) and value.dtype.kind in "OS":
        found = [item.decode(errors="backslashreplace") for item in value.reshape(-1)]
        return found if value.ndim else found[0]
    if isinstance(value, np.ndarray) and value.dtype.kind == "c":
        return [value.dtype.name, value.real.copy(), value.imag.copy()]
    if isinstance(value, bytes):
        return value.decode(errors="backslashreplace")
    return value


def run(group, case):
    """The call's value, or the class of its error."""
    try:
        return {"code": case, "value": texts(plain_value(evaluate(code_of(group, case), tf)))}
    except Exception as error:  # the refusal is the fact
        return {"code": case, "error": type(error).__name__}


def main():
    """Writes `public_names.json`."""
    facts = {group: [run(group, case) for case in cases(group)] for group in GROUPS}
    write_facts("names/public_names", made_by("names/record_public_names.py"), facts)


if __name__ == "__main__":
    main()
