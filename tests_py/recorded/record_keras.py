"""Records what real Keras and TensorFlow do, into the JSON files beside this script.

`python record_keras.py [FAMILY...]` needs TensorFlow (CPU is enough) and takes a few minutes;
without arguments every family is recorded. The tests read the files and never need TensorFlow.
"""

import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
FAMILIES = sorted(path.stem.removeprefix("record_") for path in FOLDER.glob("record_*.py"))
FAMILIES.remove("keras")


def main(names):
    """Records the named families, or all of them, each in a process of its own."""
    unknown = sorted(set(names) - set(FAMILIES))
    if unknown:
        sys.exit(f"unknown family {', '.join(unknown)}; there are {', '.join(FAMILIES)}")
    environment = {**os.environ, "PYTHONHASHSEED": "0"}  # some messages print sets
    for name in names or FAMILIES:
        script = str(FOLDER / f"record_{name}.py")
        subprocess.run([sys.executable, script], env=environment, check=True)
        print(f"recorded {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
