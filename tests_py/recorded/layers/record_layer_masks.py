"""Records what Keras's layers compute of the masks they are given, and which results carry masks.

Run `record_keras.py layer_masks`; the snippets are in `layer_mask_cases.py`.
"""

from recorded.fact_file import write_facts
from recorded.layers import layer_mask_cases
from recorded.recorder import made_by
from recorded.training.record_errors import record_case


def main():
    """Writes `layer_masks.json`."""
    start = layer_mask_cases.START
    cases = [record_case(*item, start) for item in layer_mask_cases.CASES.items()]
    facts = {"start": start, "cases": cases}
    write_facts("layers/layer_masks", made_by("layers/record_layer_masks.py"), facts)


if __name__ == "__main__":
    main()
