"""Writes the files of all recorded models anew, by Pelton: what `record_saving.py FOLDER` reads."""

import sys
from pathlib import Path

from pelton import keras
from recorded.models import saving_cases, saving_files


def main(folder):
    for name in saving_cases.CASES:
        model, x = saving_cases.trained(keras, name)
        outputs = model.predict(x, verbose=0)
        for ending in saving_files.ENDINGS if name != "classes" else saving_files.ENDINGS[:1]:
            model.save(folder / f"{name}{ending}")
        (folder / f"{name}.npz").write_bytes(saving_files.predictions_text(x, outputs))


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    main(Path(sys.argv[1]))
