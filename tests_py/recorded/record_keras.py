"""Records what real Keras and TensorFlow do, into the JSON files beside this script.

`python record_keras.py [FAMILY...]` needs TensorFlow (CPU is enough) and takes a minute or two;
without arguments every family is recorded. The tests read the files and never need TensorFlow.
"""

import importlib
import sys

FAMILIES = ["layers"]


def main(names):
    """Records the named families, or all of them."""
    unknown = sorted(set(names) - set(FAMILIES))
    if unknown:
        sys.exit(f"unknown family {', '.join(unknown)}; there are {', '.join(FAMILIES)}")
    for name in names or FAMILIES:
        importlib.import_module(f"record_{name}").main()
        print(f"recorded {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
