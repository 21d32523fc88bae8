"""Records what real Keras and TensorFlow do, into the JSON files of the folders here.

`python record_keras.py [FAMILY...]` needs TensorFlow (CPU is enough) and takes a few minutes;
without arguments every family is recorded. The tests read the files and never need TensorFlow.
"""

import os
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
SCRIPTS = {
    path.stem.removeprefix("record_"): f"recorded.{path.parent.name}.{path.stem}"
    for path in sorted(FOLDER.glob("*/record_*.py"))
}


def main(names):
    """Records the named families, or all of them, each in a process of its own."""
    unknown = sorted(set(names) - set(SCRIPTS))
    if unknown:
        sys.exit(f"unknown family {', '.join(unknown)}; there are {', '.join(SCRIPTS)}")
    environment = {**os.environ, "PYTHONHASHSEED": "0"}  # some messages print sets
    for name in names or SCRIPTS:
        command = [sys.executable, "-m", SCRIPTS[name]]
        subprocess.run(command, cwd=FOLDER.parent, env=environment, check=True)
        print(f"recorded {name}")


if __name__ == "__main__":
    main(sys.argv[1:])
