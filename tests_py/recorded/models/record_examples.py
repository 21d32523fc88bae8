"""Records what TensorFlow reads of serialized examples: run `record_keras.py examples`."""

from recorded.fact_file import write_facts
from recorded.models.example_cases import CASES, bytes_of, outcome
from recorded.recorder import made_by, tf


def main():
    """Writes `examples.json`."""
    messages = bytes_of(tf)
    facts = {
        "messages": {name: message.hex() for name, message in messages.items()},
        "cases": [outcome(code, {"tf": tf, **messages}) for code in CASES],
    }
    write_facts("models/examples", made_by("models/record_examples.py"), facts)


if __name__ == "__main__":
    main()
