"""Records Keras's convolutions and pools over one to three axes, as `record_layers.py` does others.

Run `record_keras.py spatial_layers`; the cases themselves are in `spatial_layer_cases.py`.
"""

from fact_file import write_facts
from record_layers import record_case
from recorder import made_by
from spatial_layer_cases import CASES


def main():
    """Writes `spatial_layers.json`."""
    facts = {"cases": [record_case(case) for case in CASES]}
    write_facts("spatial_layers", made_by("record_spatial_layers.py"), facts)


if __name__ == "__main__":
    main()
