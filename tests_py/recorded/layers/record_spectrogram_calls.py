"""Records the layers of Keras that make spectrograms, as `record_layer_calls.py` does.

Run `record_keras.py spectrogram_calls`; the cases themselves are in `spectrogram_call_cases.py`.
"""

from recorded.fact_file import write_facts
from recorded.layers.record_layer_calls import record_case, record_shape
from recorded.layers.spectrogram_call_cases import CASES, SHAPES
from recorded.recorder import made_by


def main():
    """Writes `spectrogram_calls.json`."""
    facts = {
        "cases": [record_case(case) for case in CASES],
        "shapes": [record_shape(*row) for row in SHAPES],
    }
    write_facts("layers/spectrogram_calls", made_by("layers/record_spectrogram_calls.py"), facts)


if __name__ == "__main__":
    main()
