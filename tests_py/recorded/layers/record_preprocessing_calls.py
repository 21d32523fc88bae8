"""Records Keras's layers that prepare images, as `record_layer_calls.py` does.

Run `record_keras.py preprocessing_calls`; the cases themselves are in
`preprocessing_call_cases.py`. Gradients by the images of layers that move pixels are left out:
TensorFlow gives those of the inverse move.
"""

from recorded.fact_file import write_facts
from recorded.layers.preprocessing_call_cases import CASES, SHAPES
from recorded.layers.record_layer_calls import record_case, record_shape
from recorded.recorder import made_by

MOVING = ("RandomRotation", "RandomZoom", "RandomTranslation")
GRADIENTS = ("output_gradients", "input_gradients", "weight_gradients")


def recorded(case):
    """The facts of a case."""
    facts = record_case(case)
    if case["class"] in MOVING and case["options"]["training"]:
        facts = {key: value for key, value in facts.items() if key not in GRADIENTS}
    return facts


def main():
    """Writes `preprocessing_calls.json`."""
    facts = {
        "cases": [recorded(case) for case in CASES],
        "shapes": [record_shape(*row) for row in SHAPES],
    }
    write_facts(
        "layers/preprocessing_calls", made_by("layers/record_preprocessing_calls.py"), facts
    )


if __name__ == "__main__":
    main()
