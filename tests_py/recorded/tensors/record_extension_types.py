"""Records what extension types do: fields, specs, functions, datasets, dispatch.

Run `record_keras.py extension_types`; the calls are in `extension_type_cases.py`.
"""

from recorded.code_facts import evaluate
from recorded.fact_file import write_facts
from recorded.recorder import made_by, plain_value, tf
from recorded.tensors.extension_type_cases import CASES, START


def run(code):
    """The call's value, or the class of its error."""
    try:
        return {"code": code, "value": plain_value(evaluate(f"{START}\n{code}", tf))}
    except Exception as error:  # the refusal is the fact
        return {"code": code, "error": type(error).__name__}


def main():
    """Writes `extension_types.json`."""
    facts = {group: [run(code) for code in codes] for group, codes in CASES.items()}
    write_facts("tensors/extension_types", made_by("tensors/record_extension_types.py"), facts)


if __name__ == "__main__":
    main()
