"""`python -m pelton.run`: aliases of tensorflow and keras, and everything else as plain Python."""

import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[1]


def run(folder, *command, **options):
    """Runs Python in `folder` with the source tree importable."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "python"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run(
        [sys.executable, *command], cwd=folder, env=environment, capture_output=True, text=True,
        timeout=60, **options,
    )  # fmt: skip


def script(folder, text, name="script.py"):
    (folder / name).write_text(text, encoding="utf-8")
    return name


SAME_AS_PLAIN_PYTHON = {
    "arguments": "import sys; print(sys.argv, sys.path[0], __name__, __file__)",
    "globals": "print(__spec__, __package__, __doc__, __loader__.name, __builtins__)",
    "docstring": "'text'\nprint(__doc__)",
    "main module": "import sys; print(sys.modules['__main__'].__dict__ is globals())",
    "pickled class": "import pickle\nclass A: pass\nprint(type(pickle.loads(pickle.dumps(A()))))",
    "neighbour": "import neighbour; print(neighbour.__file__)",
    "error": "def f():\n    return 1 / 0\n\nf()\n",
    "chained error": "try:\n    [][1]\nexcept IndexError as e:\n    raise ValueError('x') from e\n",
    "syntax error": "print(1)\nx = = 2\n",
    "bad indentation": "if True:\nprint(1)\n",
    "exit status": "import sys; sys.exit(7)",
    "exit message": "raise SystemExit('stopped')",
    "exit without status": "raise SystemExit",
    "own hook": "import sys\nsys.excepthook = lambda t, v, tb: print(t, v, tb.tb_lineno)\n1 / 0\n",
    "at exit": "import atexit; atexit.register(print, 'bye'); print('hello')",
    "thread": "import threading; threading.Timer(0.05, print, ['later']).start()",
    "group": "raise ExceptionGroup('many', [ValueError(1), TypeError(2)])",
    "interrupt": "raise KeyboardInterrupt",
    "future": "from __future__ import annotations\ndef f(x: nope): pass\nprint('fine')",
    "fork": "import multiprocessing as m\nif __name__ == '__main__':\n"
    "    p = m.get_context('fork').Process(target=print, args=('child',)); p.start(); p.join()\n",
}


@pytest.mark.parametrize("name", SAME_AS_PLAIN_PYTHON)
def test_is_what_plain_python_does(name, tmp_path):
    script(tmp_path, "", "neighbour.py")
    path = script(tmp_path, SAME_AS_PLAIN_PYTHON[name])
    plain = run(tmp_path, path, "a", "-b", "--c=d")
    ours = run(tmp_path, "-m", "pelton.run", path, "a", "-b", "--c=d")
    assert (ours.stdout, ours.stderr, ours.returncode) == (
        plain.stdout,
        plain.stderr,
        plain.returncode,
    )


def test_missing_script(tmp_path):
    plain, ours = run(tmp_path, "nope.py"), run(tmp_path, "-m", "pelton.run", "nope.py")
    assert ours.stderr == plain.stderr and ours.returncode == plain.returncode == 2


def test_no_script_prints_the_usage(tmp_path):
    ours = run(tmp_path, "-m", "pelton.run")
    assert ours.returncode == 2 and "usage: python -m pelton.run" in ours.stderr


ALIASES = """
import sys
import tensorflow as tf
import tensorflow.keras.datasets.mnist as mnist
from tensorflow import keras
from tensorflow.keras import callbacks
from tensorflow.keras.callbacks import EarlyStopping
import keras as standalone
from keras.utils import to_categorical
import pelton
import pelton.keras.datasets.mnist
assert tf is pelton and sys.modules["tensorflow"] is pelton
assert mnist is pelton.keras.datasets.mnist is sys.modules["tensorflow.keras.datasets.mnist"]
assert keras is standalone is pelton.keras
assert callbacks.EarlyStopping is EarlyStopping is pelton.keras.callbacks.EarlyStopping
assert pelton.keras.__name__ == "pelton.keras"
assert pelton.keras.__spec__.name == "pelton.keras"
assert to_categorical.__module__ == "pelton.keras.utils.categorical"
"""


def test_both_names_are_one_module(tmp_path):
    ours = run(tmp_path, "-m", "pelton.run", script(tmp_path, ALIASES))
    assert ours.stderr == "" and ours.returncode == 0


def test_what_pelton_lacks_is_missing_under_the_name_that_was_asked(tmp_path):
    path = script(tmp_path, "import tensorflow.no.such.module")
    ours = run(tmp_path, "-m", "pelton.run", path)
    last = ours.stderr.splitlines()[-1]
    assert last == "ModuleNotFoundError: No module named 'tensorflow.no'"


def test_module_object_of_a_package_can_be_imported(tmp_path):
    text = "import pelton, types\npelton.made = types.ModuleType('pelton.made')\n"
    text += "pelton.made.one = 1\nfrom tensorflow.made import one\nimport tensorflow.made as m\n"
    text += "print(one, m is pelton.made)\n"
    ours = run(tmp_path, "-m", "pelton.run", script(tmp_path, text))
    assert ours.stdout == "1 True\n", ours.stderr


def test_an_installed_tensorflow_is_not_used(tmp_path):
    script(tmp_path, "raise RuntimeError('the other one')", "tensorflow.py")
    ours = run(tmp_path, "-m", "pelton.run", script(tmp_path, "import tensorflow"))
    assert ours.returncode == 0, ours.stderr


CHILD = (
    "import tensorflow as tf, keras, tensorflow.keras.layers as layers, pelton; "
    "print(tf is pelton, keras is pelton.keras, layers is pelton.keras.layers)"
)
STARTED = {  # by which ways a script starts Python programs
    "subprocess": f"import subprocess, sys\nsubprocess.run([sys.executable, '-c', {CHILD!r}])\n",
    "spawn": "import multiprocessing as m\nimport tensorflow\n"
    f"def child():\n exec({CHILD!r})\n"
    "if __name__ == '__main__':\n"
    " p = m.get_context('spawn').Process(target=child); p.start(); p.join()\n",
}


@pytest.mark.parametrize("way", STARTED)
def test_programs_that_a_script_starts_find_pelton_too(way, tmp_path):
    path = script(tmp_path, STARTED[way])
    done = run(tmp_path, "-m", "pelton.run", path)
    assert (done.stdout, done.stderr) == ("True True True\n", "")
    own = script(tmp_path, "import os; print(os.environ['PYTHONPATH'].split(os.pathsep)[1:])")
    assert run(tmp_path, "-m", "pelton.run", own).stdout == f"{[str(ROOT / 'python')]}\n"


def test_paths_that_scripts_take_keras_from(tmp_path):
    text = (
        "import keras, tensorflow as tf\n"
        "from keras.layers import Dense\n"
        "from tensorflow.python.keras.models import Sequential\n"
        "from tensorflow.python.keras import layers\n"
        "from tensorflow.keras.preprocessing.sequence import pad_sequences\n"
        "from keras.datasets import cifar10\n"
        "print(Dense is keras.layers.Dense is layers.Dense, Sequential is keras.Sequential,"
        " keras.__version__ == tf.keras.__version__)"
    )
    done = run(tmp_path, "-m", "pelton.run", script(tmp_path, text))
    assert done.stdout == "True True True\n", done.stderr
