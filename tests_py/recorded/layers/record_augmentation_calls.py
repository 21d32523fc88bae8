"""Records Keras's layers that change the colors and shapes of images, as `record_layer_calls.py`
does, without gradients: TensorFlow gives no true ones of histograms and of moved pixels.

Run `record_keras.py augmentation_calls`; the cases themselves are in `augmentation_call_cases.py`.
"""

from recorded.fact_file import write_facts
from recorded.layers.augmentation_call_cases import CASES, SHAPES
from recorded.layers.record_layer_calls import record_case, record_shape
from recorded.layers.record_preprocessing_calls import GRADIENTS
from recorded.recorder import made_by


def recorded(case):
    """The facts of a case."""
    return {key: value for key, value in record_case(case).items() if key not in GRADIENTS}


def main():
    """Writes `augmentation_calls.json`."""
    facts = {
        "cases": [recorded(case) for case in CASES],
        "shapes": [record_shape(*row) for row in SHAPES],
    }
    write_facts("layers/augmentation_calls", made_by("layers/record_augmentation_calls.py"), facts)


if __name__ == "__main__":
    main()
