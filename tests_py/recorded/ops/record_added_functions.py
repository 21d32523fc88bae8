"""Records what functions of sparse, ragged and string tensors give: values, classes of errors.

Run `record_keras.py added_functions`; the calls are in `added_function_cases.py`.
"""

from recorded.code_facts import evaluate
from recorded.fact_file import write_facts
from recorded.ops.added_function_cases import CASES, START
from recorded.recorder import made_by, np, plain_value, tf


def texts(value):
    """Arrays of bytes as lists of texts."""
    if isinstance(value, list):
        return [texts(item) for item in value]
    if isinstance(value, np.ndarray) and value.dtype == object:
        return [item.decode() for item in value.reshape(-1)]
    return value


def run(code):
    """The call's value, or the class of its error."""
    try:
        return {"code": code, "value": texts(plain_value(evaluate(f"{START}\n{code}", tf)))}
    except Exception as error:  # the refusal is the fact
        return {"code": code, "error": type(error).__name__}


def main():
    """Writes `added_functions.json`."""
    facts = {group: [run(code) for code in codes] for group, codes in CASES.items()}
    write_facts("ops/added_functions", made_by("ops/record_added_functions.py"), facts)


if __name__ == "__main__":
    main()
