"""Makes files of models that want something else than to be read: each must be refused.

Run as a child: tries them all under an audit hook and prints what was neither refused nor harmless.
"""

import io
import json
import sys
import tempfile
import warnings
import zipfile
from pathlib import Path

import h5py
import numpy as np

from pelton import keras

L = keras.layers
FORBIDDEN = ("os.system", "os.exec", "os.posix_spawn", "subprocess.Popen", "socket.", "marshal.")
FORBIDDEN += ("os.remove", "os.rename", "os.rmdir", "shutil.", "pickle.find_class", "ctypes.dlopen")


def good_model():
    model = keras.Sequential([keras.Input((3,)), L.Dense(2, name="dense")], name="m")
    model.compile("sgd", "mse")
    return model


def keras_parts(model, folder):
    """(config, bytes of weights) of the model's .keras file."""
    model.save(folder / "good.keras")
    with zipfile.ZipFile(folder / "good.keras") as archive:
        return json.loads(archive.read("config.json")), archive.read("model.weights.h5")


def archive_of(config, weights, extra=()):
    buffer = io.BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w") as archive:
        warnings.simplefilter("ignore")  # of members that occur twice
        archive.writestr("metadata.json", "{}")
        archive.writestr("config.json", config if isinstance(config, str) else json.dumps(config))
        archive.writestr("model.weights.h5", weights)
        for name, content in extra:
            archive.writestr(name, content)
    return buffer.getvalue()


FUNCTIONS = [
    *(("os", "system"), ("builtins", "eval"), ("builtins", "exec"), ("subprocess", "call")),
    *(("keras.utils", "get_file"), ("keras.saving", "load_model"), ("keras.config", "enable")),
    *(("keras.models", "load_model"), ("keras.losses", "get"), ("keras.losses", "deserialize")),
    *(("pelton.keras.datasets.secure_download", "download"), ("keras.activations", "_core")),
    *(("keras.src.saving.saving_lib", "_reject_zip_bomb"), ("pelton.run", "main"), (None, "print")),
    *(("keras.metrics", "object_config"), ("keras.initializers", "__getattr__"), ("sys", "exit")),
]
CLASSES = [
    *(("os", "PathLike"), ("subprocess", "Popen"), ("builtins", "type"), ("pathlib", "Path")),
    *(("keras.layers", "TFSMLayer"), ("keras.layers", "Layer"), ("keras.layers", "__class__")),
    *(("keras.src.export.tfsm_layer", "TFSMLayer"), ("keras.callbacks", "ModelCheckpoint")),
    *(("keras.datasets.mnist", "load_data"), ("pelton._core", "Variable"), ("keras", "Variable")),
    *(("keras.layers", "Torch" + "ModuleWrapper"), ("..keras", "Dense"), ("keras.layers.", "")),
]
VALUES = [None, -1, 0, 2**70, 1e400, "x", [], {}, [[[[]]]], {"class_name": 3}, True, "\0", -(2**63)]


def bad_configs(good):
    """Configs that name what they must not, or are none."""
    lambda_ = {"class_name": "__lambda__", "config": {"value": ["4wAAAA==", None, None]}}
    dense = good["config"]["layers"][1]["config"]
    for module, name in FUNCTIONS:
        function = {"module": module, "class_name": "function", "config": name}
        for key in ("activation", "kernel_initializer", "kernel_regularizer"):
            yield changed(good, dense={**dense, key: {**function, "registered_name": "function"}})
    for module, name in CLASSES:
        thing = {"module": module, "class_name": name, "config": {}, "registered_name": name}
        yield thing
        yield changed(good, layer=thing)
        yield changed(good, dense={**dense, "kernel_initializer": thing})
        yield {**good, "compile_config": {**good["compile_config"], "optimizer": thing}}
    yield lambda_
    yield changed(good, dense={**dense, "activation": lambda_})
    yield {**good, "compile_config": {**good["compile_config"], "loss": lambda_}}
    lambda_layer = {"function": lambda_, "name": "l"}
    yield changed(
        good, layer={"module": "keras.layers", "class_name": "Lambda", "config": lambda_layer}
    )
    for value in VALUES:
        yield changed(good, dense={**dense, "units": value if value is not True else "True"})
        yield {**good, "config": {**good["config"], "layers": value}} if value != [] else "[]"
        yield {**good, "class_name": value}
        yield changed(good, layer=value)
    yield "{" * 100_000
    yield "[" * 100_000
    yield ""
    yield "\x00\xff"
    yield json.dumps(good)[:-5]
    nested = good["config"]["layers"][1]
    head = '{"module": "keras", "class_name": "Sequential", "config": {"name": "n", "layers": ['
    yield head * 200 + json.dumps(nested) + "]}}" * 200


def changed(good, layer=None, dense=None):
    """The good config with another last layer, or the layer's config."""
    first, last = good["config"]["layers"]
    last = {**last, "config": dense} if dense is not None else layer
    return {**good, "config": {**good["config"], "layers": [first, last]}}


def with_dataset(make):
    """A file of weights whose kernel is made by make(group)."""
    buffer = io.BytesIO()
    with h5py.File(buffer, "w") as file:
        group = file.create_group("layers/dense/vars")
        make(group)
        if "1" not in group:
            group["1"] = np.zeros(2, "float32")
    return buffer.getvalue()


def virtual(group):
    layout = h5py.VirtualLayout((3, 2), "float32")
    layout[:] = h5py.VirtualSource("/etc/passwd.h5", "x", (3, 2))
    group.create_virtual_dataset("0", layout)


def bad_weights():
    """Files of weights that lead elsewhere, or say more than they hold."""
    yield with_dataset(lambda g: g.__setitem__("0", h5py.ExternalLink("/etc/hosts.h5", "/x")))
    yield with_dataset(lambda g: g.__setitem__("0", h5py.SoftLink("/layers/dense/vars/1")))
    yield with_dataset(lambda g: g.__setitem__("0", h5py.SoftLink("/layers/dense/vars/0")))
    yield with_dataset(virtual)
    yield with_dataset(
        lambda g: g.create_dataset("0", (3, 2), "float32", external=[("/etc/hosts", 0, 24)])
    )
    for shape in [(2**40, 2**20), (3, 2, 1), (2, 3), (), (0,), (3, 2**33), (6,)]:
        yield with_dataset(lambda g, s=shape: g.create_dataset("0", s, "float32", chunks=None))
    for dtype in (h5py.string_dtype(), [("a", "f4")], "S4", h5py.ref_dtype, h5py.vlen_dtype("f4")):
        yield with_dataset(lambda g, d=dtype: g.create_dataset("0", (3, 2), d))
    yield with_dataset(lambda g: g.create_group("0"))
    yield with_dataset(lambda g: None)
    yield with_dataset(lambda g: [g.__setitem__(str(i), np.ones((3, 2))) for i in range(5)])
    yield with_dataset(lambda g: g.__setitem__("../0", np.ones((3, 2))))
    yield b""
    yield b"\x89HDF\r\n\x1a\n"
    yield b"\x89HDF\r\n\x1a\n" + b"\xff" * 4000


def bad_archives(config, weights):
    """ZIP files that are none, or more than one."""
    good = archive_of(config, weights)
    yield good[:-30]
    yield good[:100]
    yield b"PK\x05\x06" + bytes(18)
    yield archive_of(config, weights, [("config.json", "{}")])
    bomb = io.BytesIO()
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_BZIP2) as archive:
        archive.writestr("config.json", b" " * (1 << 26))
        archive.writestr("model.weights.h5", weights)
    yield bomb.getvalue()
    for place in range(60, len(good) - 60, max(1, len(good) // 60)):
        text = bytearray(good)
        text[place] ^= 0xFF
        yield bytes(text)


def all_files(folder):
    """The bytes of each file; those of weights as .keras."""
    config, weights = keras_parts(good_model(), folder)
    for bad in bad_configs(config):
        yield archive_of(bad, weights)
    for bad in bad_weights():
        yield archive_of(config, bad)
    yield from bad_archives(config, weights)


def main():
    """Loads each file; prints what loaded and what was touched."""
    folder = Path(tempfile.mkdtemp())
    files = list(all_files(folder))
    events = []
    watching = [False]

    def audit(event, args):
        writes = event == "open" and isinstance(args[1], str) and set(args[1]) & set("wax+")
        if watching[0] and (writes or event.startswith(FORBIDDEN)):
            events.append((event, str(args)[:100]))

    sys.addaudithook(audit)
    warnings.simplefilter("ignore")
    path = folder / "bad.keras"
    good = keras.models.load_model(folder / "good.keras").get_config()
    loaded = 0
    for number, text in enumerate([*files, *files]):  # the first time Python imports its modules
        path.write_bytes(text)
        watching[0] = number >= len(files)
        try:
            model = keras.models.load_model(path)
            watching[0] = False
            if model.get_config() != good:
                print("loaded", number, text[:300])
            loaded += 1
        except (ValueError, TypeError, OSError, NotImplementedError) as error:
            if not str(error):
                print("no message", number, repr(error))
        finally:
            watching[0] = False
    for event in events:
        print("touched", *event)
    print("tried", len(files), "loaded", loaded // 2)


if __name__ == "__main__":
    main()
