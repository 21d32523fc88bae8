"""Records Keras's convolutions and pools over one to three axes, as `record_layers.py` does others.

Run `record_keras.py spatial_layers`; the cases themselves are in `spatial_layer_cases.py`.
"""

from recorded.fact_file import write_facts
from recorded.layers.record_layers import record_case
from recorded.layers.spatial_layer_cases import CASES
from recorded.recorder import made_by


def main():
    """Writes `spatial_layers.json`."""
    facts = {"cases": [record_case(case) for case in CASES]}
    write_facts("layers/spatial_layers", made_by("layers/record_spatial_layers.py"), facts)


if __name__ == "__main__":
    main()
