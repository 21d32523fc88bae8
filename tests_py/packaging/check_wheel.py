"""`check_wheel.py FILE.whl`: what a release must be, tried in a fresh environment.

Run by `dev.py wheel`; needs the built file and PyPI for the run-time dependencies."""

import pathlib
import re
import subprocess
import sys
import tempfile
import venv
import zipfile

SIZE_LIMIT = 12 << 20
WANTED = (
    r"pelton/__init__\.py",
    r"pelton/_core\.[\w-]+\.so",
    r"pelton/keras/datasets/mnist_sample\.npz",
    r"pelton/keras/datasets/mnist_sample\.LICENSE\.txt",
    r"pelton-[\d.]+\.dist-info/(licenses/)?LICENSE",
)
FOREIGN = re.compile(r"(^|/)(tests?_|test_|benchmarks/|CMake|build)|\.(cc|h|o|a|pyc)$")
TRIAL = """
import sys
import pelton as tf
assert "numpy" not in sys.modules
total = (tf.ones((2, 3)) + 1.0).numpy().sum()
assert total == 12.0, total
(x_train, _), _ = tf.keras.datasets.mnist.load_sample()
assert x_train.shape == (6000, 28, 28)
print(tf.__version__, tf.__file__)
"""


def problems_of(wheel):
    """Sentences about the file's size and content; none if it is as it should be."""
    if wheel.stat().st_size > SIZE_LIMIT:
        yield f"{wheel.stat().st_size:,} bytes, at most {SIZE_LIMIT:,} are allowed"
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
        requires = re.findall(r"^Requires-Dist: ([\w-]+)", archive.read(metadata).decode(), re.M)
    for pattern in WANTED:
        if not any(re.fullmatch(pattern, name) for name in names):
            yield f"holds nothing like {pattern}"
    for name in names:
        if FOREIGN.search(name):
            yield f"holds {name}"
    for name in requires:
        if re.search(r"nvidia|cuda|mkl|openmp|tensorflow|torch", name):
            yield f"depends on {name}"


def try_installed(wheel):
    """Install into a fresh environment and use it from there."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = pathlib.Path(folder, "bin", "python")
        pip = [python, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        subprocess.run([*pip, wheel], check=True)
        subprocess.run([python, "-c", TRIAL], check=True, cwd=folder)


def main():
    """Check the wheel named on the command line."""
    wheel = pathlib.Path(sys.argv[1]).resolve()
    found = list(problems_of(wheel))
    for problem in found:
        print(f"{wheel.name}: {problem}")
    if found:
        sys.exit(1)
    try_installed(wheel)
    print(f"{wheel.name}: {wheel.stat().st_size:,} bytes, installed and used")


if __name__ == "__main__":
    main()
