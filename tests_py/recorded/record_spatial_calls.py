"""Records Keras's global pools and what pads, crops and repeats, as `record_layer_calls.py` does.

Run `record_keras.py spatial_calls`; the cases themselves are in `spatial_call_cases.py`.
"""

from fact_file import write_facts
from record_layer_calls import record_case, record_shape
from recorder import made_by
from spatial_call_cases import CASES, SHAPES


def main():
    """Writes `spatial_calls.json`."""
    facts = {
        "cases": [record_case(case) for case in CASES],
        "shapes": [record_shape(*row) for row in SHAPES],
    }
    write_facts("spatial_calls", made_by("record_spatial_calls.py"), facts)


if __name__ == "__main__":
    main()
