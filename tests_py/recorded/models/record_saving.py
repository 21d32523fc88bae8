"""Records the files that Keras writes: .keras and legacy .h5 of each case, and what they predict.

Run `record_keras.py saving`. `python -m recorded.models.record_saving FOLDER` opens what Pelton
wrote there instead (`python tests_py/keras/save_cases.py FOLDER`) and says where Keras predicts
something else.
"""

import io
import sys
import tempfile
import zipfile
from pathlib import Path

from recorded.fact_file import FOLDER
from recorded.models.saving_cases import CASES, trained
from recorded.models.saving_files import ENDINGS, flat, load_predictions, predictions_text
from recorded.recorder import keras, np


def record(name, archive):
    """Writes the case's files and predictions into the archive."""
    model, x = trained(keras, name)
    archive.writestr(f"{name}.npz", predictions_text(x, model.predict(x, verbose=0)))
    with tempfile.TemporaryDirectory() as folder:
        for ending in ENDINGS if name != "classes" else ENDINGS[:1]:
            path = Path(folder) / f"{name}{ending}"
            model.save(path)
            archive.writestr(path.name, path.read_bytes())


def check(folder):
    """Opens each file of Pelton's in the folder; returns the number that differ."""
    wrong = 0
    for path in sorted(Path(folder).iterdir()):
        if path.suffix == ".npz":
            continue
        keras.backend.clear_session()
        CASES["classes"](keras)  # registers its classes
        x, expected = load_predictions(path.with_suffix(".npz").read_bytes())
        try:
            model = keras.saving.load_model(path)
            found = flat(model.predict(x, verbose=0))
            worst = max(np.abs(a - b).max() for a, b in zip(found, expected, strict=True))
            steps = int(model.optimizer.iterations)
        except Exception as error:  # what Keras says of a file is what is asked here
            worst, steps = repr(error)[:200], None
        if isinstance(worst, str) or worst > 1e-5 or steps != 1:
            wrong += 1
            print(path.name, worst, steps)
    return wrong


if __name__ == "__main__":
    if len(sys.argv) > 1:
        sys.exit(check(sys.argv[1]))
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as out:
        for case in CASES:
            record(case, out)
    (FOLDER / "models" / "saved_models.zip").write_bytes(buffer.getvalue())
