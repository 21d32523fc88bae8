"""Owns how Keras's own tests, which lie in its wheel, are run on Pelton: which, where and how."""

import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PYTHON = HERE.parents[1] / "python"
# Each family runs in a process of its own; those of FAST with `dev.py test` too. They want nothing
# but what Keras itself installs; of their files, those that import more are left out there.
FAST = (
    "activations",
    "callbacks",
    "initializers",
    "losses",
    "random",
    "saving",
    "constraints",
    "regularizers",
    "optimizers",
    "dtype_policies",
    "models",
    "legacy",
    "layers/layer_test.py",
    "layers/activations",
    "layers/attention",
    "layers/convolutional",
    "layers/merging",
    "layers/normalization",
    "layers/pooling",
    "layers/regularization",
    "layers/reshaping",
    "layers/rnn",
    "metrics",
)
FAMILIES = (
    *FAST,
    "backend/common",
    "layers/core",
    "layers/preprocessing",
    "trainers",
    "ops",
    "backend/tests",
    "utils",
    "quantizers",
    "testing",
    "datasets",
    "distillation",
    "distribution",
    "export",
    "tree",
    "wrappers",
)
# Named alone, it trains small models of KerasHub, which is installed first, with what it asks for
# but tensorflow-text: that would bring TensorFlow.
HUB = "keras_hub"
HUB_PACKAGES = ("kagglehub", "regex", "sentencepiece", "tokenizers")


def site_packages():
    """The folder in which Keras is installed, found without importing it; None if it is not."""
    import importlib.util

    spec = importlib.util.find_spec("keras")
    return None if spec is None or spec.origin is None else pathlib.Path(spec.origin).parents[1]


def run(families, *options):
    """Runs these families of Keras's tests; the completed process, with its output as text."""
    with tempfile.TemporaryDirectory() as home:
        empty = pathlib.Path(home, "pytest.ini")
        empty.write_text("[pytest]\n", encoding="utf-8")
        environment = {
            **os.environ,
            "KERAS_HOME": home,
            "KERAS_BACKEND": "pelton",
            "PYTHONPATH": os.pathsep.join([str(PYTHON), str(HERE / "harness")]),
            "PYTHONDONTWRITEBYTECODE": "1",
        }
        command = [sys.executable, "-m", "pytest", "-q", "-p", "keras_harness"]
        settings = ["-p", "no:cacheprovider", "-c", str(empty), "--rootdir", ".", "-W", "ignore"]
        paths = [f"keras/src/{family}" for family in families]
        return subprocess.run(
            [*command, *settings, *options, *paths],
            cwd=site_packages(), env=environment, capture_output=True, text=True,
        )  # fmt: skip


def run_hub(*options):
    """Installs KerasHub and runs the tests with it, as `run` does."""
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*pip, *HUB_PACKAGES], check=True)
    subprocess.run([*pip, "--no-deps", "--upgrade", "keras-hub"], check=True)
    tests = HERE / "test_keras_hub.py"
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *options, str(tests)],
        env={**os.environ, "PYTHONPATH": str(PYTHON)}, capture_output=True, text=True,
    )  # fmt: skip


def main():
    """Runs all families, or those that are named; 1 where one has an unexpected result."""
    families = [word for word in sys.argv[1:] if not word.startswith("-")] or FAMILIES
    options = [word for word in sys.argv[1:] if word.startswith("-")]
    failed = []
    for family in families:
        asked = ("--tb=short", "-rfE", *options)
        done = run_hub(*asked) if family == HUB else run([family], *asked)
        print(f"{family}: {done.stdout.strip().splitlines()[-1:] or done.stderr}", flush=True)
        if done.returncode not in (0, 5):  # 5: no tests in there
            failed.append(family)
            print(done.stdout)
    print(f"{len(families) - len(failed)} of {len(families)} families as expected")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
