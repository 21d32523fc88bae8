"""Records what programs print of Keras's objects; the programs are in `program_text_cases.py`."""

from recorded.code_facts import evaluate, without_addresses
from recorded.fact_file import write_facts
from recorded.models.program_text_cases import CASES
from recorded.recorder import keras, made_by, tf


def record(name, code):
    """Returns the row with the text of what the code gives."""
    keras.backend.clear_session()
    try:
        return {"name": name, "code": code, "text": without_addresses(str(evaluate(code, tf)))}
    except Exception as error:
        raise RuntimeError(f"the program {name}") from error


def main():
    """Writes `program_texts.json`."""
    facts = {"cases": [record(name, code) for name, code in CASES.items()]}
    write_facts("models/program_texts", made_by("models/record_program_texts.py"), facts)


if __name__ == "__main__":
    main()
