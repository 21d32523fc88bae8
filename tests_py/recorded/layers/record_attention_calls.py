"""Records attention layers of Keras with shared keys, windows and gates, as `record_layer_calls.py`
does.

Run `record_keras.py attention_calls`; the cases themselves are in `attention_call_cases.py`.
"""

from recorded.fact_file import write_facts
from recorded.layers.attention_call_cases import CASES, SHAPES
from recorded.layers.record_layer_calls import record_case, record_shape
from recorded.recorder import made_by


def main():
    """Writes `attention_calls.json`."""
    facts = {
        "cases": [record_case(case) for case in CASES],
        "shapes": [record_shape(*row) for row in SHAPES],
    }
    write_facts("layers/attention_calls", made_by("layers/record_attention_calls.py"), facts)


if __name__ == "__main__":
    main()
