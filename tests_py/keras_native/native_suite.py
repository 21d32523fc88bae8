"""Owns how Keras's own tests, which lie in its wheel, are run on pelton.keras: which and how."""

import importlib.util
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = HERE.parents[1] / "python"
FAMILIES = (
    *"activations callbacks constraints initializers losses metrics models optimizers".split(),
    "regularizers",
    "random",
    "saving",
    *(
        f"ops/{name}_test.py"
        for name in "core einops function image linalg math nn operation".split()
    ),
    "utils",
    "backend/common",
    "layers/layer_test.py",
    *(
        f"layers/{name}"
        for name in (
            "activations attention convolutional core merging normalization pooling preprocessing "
            "regularization reshaping rnn"
        ).split()
    ),
)


def site_packages():
    """The folder in which Keras is installed, found without importing it; None if it is not."""
    spec = importlib.util.find_spec("keras")
    return None if spec is None or spec.origin is None else pathlib.Path(spec.origin).parents[1]


def run(paths, *options, folder=None):
    """Runs the tests below these paths of ``keras/src``; the completed process, with its text."""
    folder = folder or site_packages()
    parts = [PYTHON, HERE / "harness", HERE.parent / "keras_backend" / "harness"]
    with tempfile.TemporaryDirectory() as home:
        empty = pathlib.Path(home, "pytest.ini")
        empty.write_text("[pytest]\n", encoding="utf-8")
        environment = {
            **os.environ,
            "KERAS_HOME": home,
            "KERAS_TESTS": str(folder),
            "PYTHONPATH": os.pathsep.join(map(str, parts)),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        command = [sys.executable, "-m", "pytest", "-q", "-p", "native_harness"]
        settings = ["-p", "no:cacheprovider", "-c", str(empty), "--rootdir", ".", "-W", "ignore"]
        return subprocess.run(
            [*command, *settings, *options, *(f"keras/src/{path}" for path in paths)],
            cwd=folder, env=environment, capture_output=True, text=True,
        )  # fmt: skip


def main():
    """Runs all families, or the paths that are named; 1 where a result is unexpected."""
    paths = [word for word in sys.argv[1:] if not word.startswith("-")] or FAMILIES
    options = [word for word in sys.argv[1:] if word.startswith("-")]
    done = run(paths, "--tb=short", *options)
    print(done.stdout, done.stderr)
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
