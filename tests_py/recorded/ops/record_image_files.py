"""Records what TensorFlow reads of image files, and writes; the files are made by Pillow.

Run `record_keras.py image_files`; the calls themselves are in `image_file_cases.py`.
"""

from recorded.fact_file import write_facts
from recorded.ops.image_file_cases import CASES, ERRORS, NOISE, made_files
from recorded.recorder import made_by, np, tf


def main():
    """Writes `image_files.json`."""
    files = made_files()
    names = {"tf": tf, "noise": NOISE, **files}
    errors = []
    for code in ERRORS:
        try:
            eval(code, names)
        except Exception as error:  # the refusal is the fact
            errors.append({"code": code, "error": type(error).__name__})
        else:
            raise AssertionError(f"{code} is not refused")
    facts = {
        "noise": NOISE,
        "files": {name: data.hex() for name, data in files.items()},
        "cases": [{"code": code, "output": np.asarray(eval(code, names))} for code in CASES],
        "errors": errors,
    }
    write_facts("ops/image_files", made_by("ops/record_image_files.py"), facts)


if __name__ == "__main__":
    main()
