"""`check_wheel.py FILE.whl`: what a release must be, tried in a fresh environment.

Run by `dev.py wheel`; needs the built file and PyPI for the run-time dependencies."""

import pathlib
import re
import subprocess
import sys
import tempfile
import venv
import zipfile

import extension_file

PYTHON = pathlib.Path(__file__).resolve().parents[2] / "python"
EXTENSION = re.compile(r"pelton/_core\.[\w-]+\.so")
METADATA = re.compile(r"pelton-[^/]+\.dist-info/.+")
FAKE_GPU = re.compile(rf"pelton/{extension_file.FAKE_GPU}")
LIBRARY = re.compile(rf"pelton/(_core\.[\w-]+\.so|{extension_file.FAKE_GPU}|{extension_file.CUDA})")
MOST_BYTES = 64 << 20
WANTED = (EXTENSION, FAKE_GPU, re.compile(r"pelton-[^/]+\.dist-info/(licenses/)?LICENSE"))
FOREIGN = re.compile(r"nvidia|cuda|mkl|openmp|tensorflow|torch", re.IGNORECASE)
TRIAL = """
import pathlib, sys
import pelton as tf
assert "numpy" not in sys.modules
total = (tf.ones((2, 3)) + 1.0).numpy().sum()
assert total == 12.0, total
(x_train, _), _ = tf.keras.datasets.mnist.load_sample()
assert x_train.shape == (6000, 28, 28)
assert pathlib.Path(tf.__file__).with_name("py.typed").exists()
print(tf.__version__, tf.__file__)
"""


def source_names():
    """What the packages' source trees hold and a wheel must hold: all but what building made."""
    inside = [path for name in ("pelton", "keras_pelton") for path in (PYTHON / name).rglob("*")]
    for path in sorted([*inside, PYTHON / "keras_pelton.pth"]):
        if path.is_file() and path.suffix not in (".so", ".pyc"):
            yield path.relative_to(PYTHON).as_posix()


def problems_of_names(names):
    """Sentences about what is missing and what does not belong there."""
    sources = set(source_names())
    for name in sorted(sources - set(names)):
        yield f"lacks {name}"
    for pattern in WANTED:
        if not any(pattern.fullmatch(name) for name in names):
            yield f"holds nothing like {pattern.pattern}"
    for name in sorted(set(names) - sources):
        if not (LIBRARY.fullmatch(name) or METADATA.fullmatch(name) or name.endswith("/")):
            yield f"holds {name}"


def problems_of(wheel):
    """Sentences about the file's size, content, dependencies and extension; none if all is well."""
    if wheel.stat().st_size > MOST_BYTES:
        yield f"{wheel.stat().st_size:,} bytes, at most {MOST_BYTES:,} are allowed"
    with zipfile.ZipFile(wheel) as archive, tempfile.TemporaryDirectory() as folder:
        names = archive.namelist()
        yield from problems_of_names(names)
        metadata = next(name for name in names if name.endswith(".dist-info/METADATA"))
        needed = r"^Requires-Dist: ([\w-]+)(?!.*extra ==)"
        requires = re.findall(needed, archive.read(metadata).decode(), re.M)
        yield from (f"depends on {name}" for name in requires if FOREIGN.search(name))
        for name in names:
            if LIBRARY.fullmatch(name):
                file = pathlib.Path(archive.extract(name, folder))
                yield from (f"{name} {text}" for text in extension_file.problems_of(file))


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
