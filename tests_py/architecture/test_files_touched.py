"""Adding an op, layer, metric, loss or optimizer touches few files: which know one that is there.

Tests, documents and generated stubs apart. Who uses a class is no part of adding it: users are
listed here, and each must be one."""

import ast
import functools
import re

import pytest

from source_tree import ROOT, code_only, cpp_files, name_of, python_files, read, without_comments

KINDS = {"layer": 3, "python layer": 2, "metric": 2, "loss": 3, "optimizer": 3}  # most files
LAYERS_PACKAGE = "python/pelton/keras/layers"
# Files below these know no layer, metric or loss (`test_includes_point_down`), but use their words.
UPPER = ("cpp/nn/", "cpp/bindings/", "python/")

ACCURACIES = {  # what "accuracy" stands for, by the shapes of outputs and targets
    "cpp/nn/training/compiled_metrics.cc",
    "python/pelton/keras/training/compile_metrics.py",
}
CROSSENTROPIES = {  # the same of "crossentropy", and losses that masks are left to
    "cpp/nn/training/trainer.cc",
    "python/pelton/keras/training/compile_metrics.py",
}
# The steps of Keras 2's optimizers, asked for by classes that are derived from them.
KERAS_2_STEPS = {"python/pelton/keras/optimizers/keras_2/kinds.py"}
KERAS_2_ATTENTION = "python/pelton/keras/layers/keras_2/multi_head_attention.py"
USERS = {
    "layer": {
        "InputLayer": {  # the beginning of models: made and left out by those who walk over them
            "cpp/nn/module/sequential.cc",
            "cpp/nn/module/sequential.h",
            "python/pelton/keras/saving/legacy_config.py",
        },
        "Softmax": {  # the activation's name in warnings
            "cpp/nn/losses/categorical_crossentropy.cc",
            "cpp/nn/losses/sparse_categorical_crossentropy.cc",
            KERAS_2_ATTENTION,  # whose derived classes mask it by position
        },
    },
    "python layer": {
        "MultiHeadAttention": {  # Keras 2's class, a base for derived ones
            KERAS_2_ATTENTION,
        },
        "Identity": {  # the initializer, and what variables and results become in TensorFlow
            "cpp/bindings/tensor/variable_type.cc",
            "cpp/nn/weights/initializer_names.cc",
            "cpp/nn/weights/initializers.h",
            "python/pelton/functions/concrete_function.py",
        },
    },
    "metric": {
        "BinaryAccuracy": ACCURACIES,
        "CategoricalAccuracy": ACCURACIES,
        "SparseCategoricalAccuracy": ACCURACIES,
        "BinaryCrossentropy": CROSSENTROPIES,
        "CategoricalCrossentropy": CROSSENTROPIES,
        "SparseCategoricalCrossentropy": CROSSENTROPIES,
        "Mean": {  # the base of other metrics; losses are tracked by it
            "cpp/nn/metrics/mean_of_scores.h",
            "cpp/nn/metrics/root_mean_squared_error.h",
            "cpp/nn/training/trainer.cc",
            "cpp/nn/training/trainer.h",
        },
    },
    "optimizer": {
        f"{name}Row": KERAS_2_STEPS
        for name in ("Adadelta", "Adagrad", "Adam", "Adamax", "Rmsprop", "Sgd")
    },
    "loss": {
        "BinaryCrossentropy": CROSSENTROPIES,
        "CategoricalCrossentropy": CROSSENTROPIES,
        "SparseCategoricalCrossentropy": CROSSENTROPIES,
    },
}

# The words of ops that are made of others (some are Python's words too: `split`).
COMPOSITES = {
    "boolean_mask": ("BooleanMaskAttrs", "boolean_mask_op"),
    "einsum": ("EinsumAttrs", "einsum_op"),
    "random_shuffle": ("shuffle_op",),
    "sigmoid_cross_entropy_with_logits": ("sigmoid_with_logits_op",),
    "sparse_softmax_cross_entropy_with_logits": ("sparse_with_logits_op",),
    "tensordot": ("TensordotAttrs", "tensordot_op"),
}
COMPOSITE_USERS = {
    "boolean_mask": {
        "cpp/bindings/tensor/subscript.cc",
        "python/pelton/ragged/__init__.py",  # the function of that name of ragged tensors
        "python/pelton/ragged/construction.py",
        "python/pelton/ragged/dispatch.py",
        "python/pelton/ragged/ops/rows.py",
    }
}

# An op's words, and how many files know it: at most 6 of any.
OPS = {
    ("is_nan", "IsNan"): 4,  # elementwise: functor, definition, declaration, a name in tf.math
    ("tan", "Tan"): 5,  # and one in tf
    ("nonzero",): 5,  # kernels of its own, in files of a family that is there
    ("layer_norm", "layer_norm_op", "layer_norm_ops", "LayerNormAttrs"): 6,  # and attributes
}
OP_USERS = {
    "cpp/ops/array/boolean_mask.cc",  # is made of nonzero
    "kernels/common/special/gamma.h",  # the reflection of digamma is a tan
}


def cpp_words(text):
    """Identifiers, and strings of one word."""
    strings = re.findall(r'"(\w+)"', without_comments(text, keep_strings=True))
    return {*re.findall(r"\b[A-Za-z_]\w*", code_only(text)), *strings}


def python_words(text, is_front):
    """What a file defines, the words of its strings that consist of names, and what it imports if
    it is a front, where users find names. What code calls, it uses."""
    words = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)):
            words.add(node.name)
        elif isinstance(node, ast.ImportFrom) and is_front:
            words.update(alias.name for alias in node.names)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names = node.value.split()
            words.update(names if all(name.isidentifier() for name in names) else ())
    return words


# Rooms that give names of what is elsewhere another form.
OTHER_FORMS = (
    "python/pelton/compat/",
    "python/pelton/keras/models/operations/",  # ops as Keras's Operation classes
    "python/pelton/experimental/numpy/",
    "python/pelton/keras/ops/",
    "python/keras_pelton/",
)


def is_front(file):
    return file.endswith("/__init__.py") or file.count("/") == 2  # python/pelton/math.py


@functools.cache
def words_of_files():
    """{file: the words of its code}, tests apart."""
    found = {name_of(path): cpp_words(read(path)) for path in cpp_files()}
    for path in python_files():
        found[name_of(path)] = python_words(read(path), is_front(name_of(path)))
    folders = ("cpp/", "kernels/", "python/pelton/")
    found = {file: words for file, words in found.items() if file.startswith(folders)}
    return {file: words for file, words in found.items() if not file.startswith(OTHER_FORMS)}


def knowing(*words):
    return {file for file, known in words_of_files().items() if not known.isdisjoint(words)}


def listed(header, alias):
    """The last names of the types that `header` lists as `alias`."""
    found = re.search(rf"using {alias}\s*=\s*[\w:]*<(.*?)>;", code_only(read(ROOT / header)), re.S)
    return [name.rpartition("::")[2] for name in re.findall(r"[\w:]+", found.group(1))]


def lazy_layers():
    tree = ast.parse(read(ROOT / LAYERS_PACKAGE / "__init__.py"))
    table = next(n.value for n in tree.body if ast.unparse(n).startswith("_LAZY"))
    return sorted(word for word in python_words(ast.unparse(table), False) if word[:1].isupper())


def in_upper_floors(name, without=()):
    files = {file for file in knowing(name) if file.startswith(UPPER)}
    return {file for file in files if not file.startswith(without)}


def optimizer_files(row):
    """The files that know the row, its class or the rule that only it has."""
    text = read(ROOT / "cpp/nn/optimizers/optimizer_list.h")
    base, body = re.search(rf"struct {row} : (\S+) {{\n(.*?)\n}};", text, re.S).groups()
    words = {row, re.search(r'kClass = "(\w+)"', body).group(1)}
    rule = re.fullmatch(r"RuleRow<updates::(\w+)>", base)
    return knowing(*words, *(rule.groups() if rule else ()))


LISTS = {
    "layer": listed("cpp/nn/layers/layer_list.h", "LayerTypes"),
    "python layer": lazy_layers(),
    "metric": listed("cpp/nn/metrics/metric_list.h", "MetricTypes"),
    "loss": listed("cpp/nn/losses/loss_list.h", "LossTypes"),
    "optimizer": listed("cpp/nn/optimizers/optimizer_list.h", "OptimizerTypes"),
}
FILES = {
    "layer": in_upper_floors,
    "python layer": in_upper_floors,
    "metric": lambda name: in_upper_floors(name, "cpp/nn/losses/"),  # some names are losses' too
    "loss": lambda name: in_upper_floors(name, "cpp/nn/metrics/"),
    "optimizer": optimizer_files,
}


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in LISTS for name in LISTS[kind]])
def test_few_files_know_it(kind, name):
    files, users = FILES[kind](name), USERS.get(kind, {}).get(name, set())
    assert users <= files, f"uses {name} no longer: {users - files}"
    assert 1 <= len(files - users) <= KINDS[kind], sorted(files - users)


@pytest.mark.parametrize("name", COMPOSITES)
def test_few_files_know_a_composite_op(name):
    """Its file, a header where C++ calls it, and where Python finds it."""
    files, users = knowing(name, *COMPOSITES[name]), COMPOSITE_USERS.get(name, set())
    assert users <= files, f"uses {name} no longer: {users - files}"
    assert 2 <= len(files - users) <= 3, sorted(files - users)


@pytest.mark.parametrize("words", OPS, ids=lambda words: words[0])
def test_few_files_know_an_op(words):
    lower = ("kernels/", "cpp/ops/", "python/")
    files = {file for file in knowing(*words) if file.startswith(lower)} - OP_USERS
    assert len(files) == OPS[words] <= 6, sorted(files)


def test_the_lists_are_found():
    assert {"Dense", "Rescaling"} <= set(LISTS["layer"]) and "Add" in LISTS["python layer"]
    assert min(len(names) for names in LISTS.values()) >= 5
    for kind, users in USERS.items():
        assert users.keys() <= set(LISTS[kind])
