"""`python -m pelton.run`: aliases of tensorflow and keras, and everything else as plain Python."""

import importlib.util
import os
import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]


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


def test_a_script_that_seeds_python_random_has_its_weights(tmp_path):
    text = (
        "import random\nimport tensorflow as tf\nrandom.seed(5)\ntf.random.set_seed(1)\n"
        "drawn = random.Random(5).randint(1, 10**9)\n"
        "assert tf.keras.initializers.HeNormal().seed == drawn\ntf.keras.metrics.Mean\n"
    )
    ours = run(tmp_path, "-m", "pelton.run", script(tmp_path, text))
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


OLDER_PATHS = """
import importlib
import sys
import keras
import tensorflow as tf
from pelton.scripts import import_paths
assert keras.utils.np_utils.to_categorical is keras.utils.to_categorical
assert tf.python.keras.layers.Dense is keras.layers.Dense
for path in import_paths.table():
    module = importlib.import_module(path)
    assert sys.modules[path] is module and dir(module), path
from keras.engine.topology import InputSpec, Layer
from keras.layers.advanced_activations import LeakyReLU
from keras.layers.convolutional import Conv2D
from keras.layers.merge import concatenate
from keras.layers.noise import GaussianNoise
from keras.layers.rnn.gru import GRU
from keras.optimizers.optimizer_v2.gradient_descent import SGD
from keras.src.metrics.metric import Metric
from keras.src.models.functional import Functional
from keras.utils.layer_utils import count_params
from keras.wrappers.scikit_learn import KerasClassifier
from keras.src.layers.core.dense import Dense
from keras.src.models import Sequential
from keras.utils import generic_utils, np_utils, vis_utils
from keras.utils.data_utils import Sequence
from tensorflow.compat.v2.keras import layers as layers_of_v2
from tensorflow.python.client import device_lib
from tensorflow.python.data.ops.dataset_ops import Dataset
from tensorflow.python.framework.ops import Tensor
from tensorflow.python.keras import backend, optimizers
from tensorflow.python.keras.api._v2 import keras as api
from tensorflow.python.keras.api._v2.keras.datasets import imdb
from tensorflow.python.keras.engine.training import Model
from tensorflow.python.keras.layers import convolutional
from tensorflow.python.keras.layers.core import Flatten
from tensorflow.python.keras.layers.recurrent import LSTM
from tensorflow.python.keras.optimizer_v2 import adagrad
from tensorflow.python.keras.optimizer_v2.adam import Adam
from tensorflow.python.keras.utils.data_utils import Sequence as OldSequence
from tensorflow.python.ops import array_ops, math_ops
import tensorflow_core.python.keras.layers
assert api is keras and layers_of_v2 is keras.layers and imdb is keras.datasets.imdb
assert (Layer, InputSpec, LeakyReLU) == (
    keras.layers.Layer, keras.layers.InputSpec, keras.layers.LeakyReLU)
assert convolutional.Conv2D is Conv2D is keras.layers.Conv2D
assert (concatenate, GaussianNoise) == (keras.layers.concatenate, keras.layers.GaussianNoise)
assert (Dense, Flatten, LSTM) == (keras.layers.Dense, keras.layers.Flatten, keras.layers.LSTM)
assert (Sequential, Model) == (keras.Sequential, keras.Model)
assert (GRU, SGD, Metric) == (keras.layers.GRU, keras.optimizers.SGD, keras.metrics.Metric)
assert count_params([tf.Variable(tf.ones((2, 3)))] * 2) == 6 and issubclass(Functional, Model)
assert Adam is keras.optimizers.Adam and adagrad.Adagrad is keras.optimizers.Adagrad
assert OldSequence is Sequence is keras.utils.Sequence
assert generic_utils.Progbar is keras.utils.Progbar
assert (math_ops.reduce_sum, array_ops.concat) == (tf.reduce_sum, tf.concat)
assert (Dataset, Tensor) == (tf.data.Dataset, tf.Tensor) and device_lib.list_local_devices()
for wrong in ("keras.layers.dnese", "tensorflow.python.nothing", "keras.engine.nothing"):
    try:
        importlib.import_module(wrong)
    except ModuleNotFoundError as error:
        assert str(error) == f"No module named {wrong!r}", error
    else:
        raise AssertionError(wrong)
try:
    from keras.layers.core import Dnese
except ImportError as error:
    assert str(error) == "cannot import name 'Dnese' from 'keras.layers.core' (unknown location)"
"""


def test_older_and_private_import_paths(tmp_path):
    done = run(tmp_path, "-m", "pelton.run", "--keras=native", script(tmp_path, OLDER_PATHS))
    assert done.stderr == "" and done.returncode == 0


def test_older_paths_do_not_count_as_names_that_keras_lacks(tmp_path):
    from pelton.scripts import keras_choice

    text = (
        "import keras\nimport tensorflow as tf\nfrom keras.utils import np_utils\n"
        "from tensorflow.python.keras.layers.core import Dense\n"
        "from tensorflow.python.keras.api._v2 import keras as api\n"
        "keras.layers.convolutional.Conv2D, api.layers.Flatten, tf.python.keras.models.Model\n"
        "from keras.layers.rnn.lstm import LSTM\nfrom keras.utils.layer_utils import count_params\n"
        "tf.nn.relu, np_utils.to_categorical\n"
    )
    names = keras_choice.used_names(str(tmp_path / script(tmp_path, text)))
    assert {"layers.Conv2D", "layers.Dense", "layers.Flatten", "models.Model"} <= names
    assert "utils.to_categorical" in names and keras_choice.lacking(names) == []


def test_nothing_but_pelton_run_knows_older_paths(tmp_path):
    text = "import sys, pelton, pelton.keras\nprint('pelton.scripts.import_paths' in sys.modules)\n"
    text += "try:\n    import pelton.keras.utils.np_utils\nexcept ModuleNotFoundError:\n"
    text += "    print(hasattr(pelton.keras.utils, 'np_utils'), hasattr(pelton.python, 'ops'))\n"
    done = run(tmp_path, script(tmp_path, text))
    assert done.stdout == "False\nFalse True\n", done.stderr


@pytest.mark.skipif(importlib.util.find_spec("keras") is None, reason="Keras is not installed")
def test_models_that_the_installed_keras_defines_are_found(tmp_path):
    path = script(
        tmp_path,
        "import keras, tensorflow as tf\n"
        "model = keras.applications.MobileNet(weights=None, classes=2, alpha=0.25)\n"
        "print(model.count_params(), tf.keras.utils.FeatureSpace.__name__)\n",
    )
    done = run(tmp_path, "-m", "pelton.run", "--keras=native", path)
    assert done.stdout.split() == ["219058", "FeatureSpace"], done.stderr
