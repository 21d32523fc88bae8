"""Records what tf.sets, tf.sparse and other small parts give: values and classes of errors.

Run `record_keras.py small_modules`; the calls are in `small_module_cases.py`.
"""

from recorded.code_facts import evaluate
from recorded.fact_file import write_facts
from recorded.ops.small_module_cases import CASES, START
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
    """Writes `small_modules.json`."""
    facts = {group: [run(code) for code in codes] for group, codes in CASES.items()}
    write_facts("ops/small_modules", made_by("ops/record_small_modules.py"), facts)


if __name__ == "__main__":
    main()
