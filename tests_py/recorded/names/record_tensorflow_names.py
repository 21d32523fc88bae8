"""Records TensorFlow's public names by module, for `docs/tensorflow_coverage.md`.

Run `record_keras.py tensorflow_names`.
"""

import types

from recorded.fact_file import write_facts
from recorded.recorder import made_by, tf

MODULES = """
math nn linalg random image signal strings data data.experimental io io.gfile debugging config
config.experimental train summary sparse ragged lookup autodiff saved_model sets test types version
sysconfig quantization bitwise audio errors dtypes nest queue profiler.experimental autograph
distribute experimental experimental.numpy experimental.numpy.random math.special
""".split()


def names_of(path):
    """The public names of one module."""
    module = tf
    for part in path.split(".") if path else ():
        module = getattr(module, part)
    assert isinstance(module, types.ModuleType)
    return [name for name in dir(module) if not name.startswith("_")]


def main():
    """Writes `tensorflow_names.json`."""
    names = {f"tf.{path}".rstrip("."): names_of(path) for path in ["", *sorted(MODULES)]}
    write_facts(
        "names/tensorflow_names", made_by("names/record_tensorflow_names.py"), {"modules": names}
    )


if __name__ == "__main__":
    main()
