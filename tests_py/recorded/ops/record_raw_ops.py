"""Records what TensorFlow's raw ops give, for the rows of Pelton's tables that are ops.

Run `record_keras.py raw_ops`; the calls are in `raw_op_cases.py`, the names in Pelton's tables.
"""

import inspect
import re
from pathlib import Path

from recorded.code_facts import evaluate
from recorded.fact_file import write_facts
from recorded.names.record_public_names import texts
from recorded.ops.raw_op_cases import START, call_of
from recorded.recorder import made_by, plain_value, tf

TABLES = Path(__file__).resolve().parents[3] / "python" / "pelton" / "raw_ops"


def main():
    """Writes `raw_ops.json`."""
    rows = "".join(path.read_text(encoding="utf-8") for path in sorted(TABLES.glob("*.py")))
    facts = []
    for name in sorted(set(re.findall(r"^([A-Z]\w+)\(", rows, re.MULTILINE))):
        given = inspect.signature(getattr(tf.raw_ops, name)).parameters.values()
        required = [one.name for one in given if one.default is one.empty]
        arguments = {
            one.name: re.sub(r"^tf\.", "", repr(one.default))
            for one in given
            if one.default is not one.empty
        }
        if name == "Select":  # whose signature TensorFlow reports wrongly
            required = ["condition", "x", "y"]
        code = call_of(name, required)
        value = texts(plain_value(evaluate(f"{START}\n{code}", tf)))
        facts.append(
            {
                "name": name,
                "required": required,
                "optional": arguments,
                "code": code,
                "value": value,
            }
        )
    write_facts("ops/raw_ops", made_by("ops/record_raw_ops.py"), {"ops": facts})


if __name__ == "__main__":
    main()
