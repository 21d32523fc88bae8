"""Public functions and classes take TensorFlow's arguments, in its order, with its defaults."""

import pytest

import pelton as tf
from pelton import _core
from pelton.names.name_lookup import find, missing_part
from recorded.fact_file import load_facts
from recorded.names.signature_form import default_form, signature_form

FACTS = {
    name: form
    for name, form in load_facts("names/signatures")["signatures"].items()
    if missing_part("pelton", name[3:]) is None
}
_BUILTIN = "a type of the extension, whose own tests call it"
_HINT = "hints of quantized training are not taken"
_NEEDED = "an argument whose default TensorFlow refuses has none"
_MADE = "made by functions, not by its constructor"
# What differs, and why.
DIFFERENCES = {
    **dict.fromkeys(
        "tf.DType tf.GradientTape tf.Tensor tf.Variable tf.as_dtype "
        "tf.init_scope tf.ones_initializer tf.zeros_initializer tf.autodiff.GradientTape "
        "tf.dtypes.DType tf.dtypes.as_dtype".split(),
        _BUILTIN,
    ),
    **dict.fromkeys(("tf.matmul", "tf.linalg.matmul"), _HINT),
    **dict.fromkeys(("tf.RaggedTensor", "tf.data.Dataset"), _MADE),
    **dict.fromkeys(
        "tf.data.experimental.index_table_from_dataset tf.data.experimental.table_from_dataset "
        "tf.image.stateless_random_saturation tf.nn.sigmoid_cross_entropy_with_logits".split(),
        _NEEDED,
    ),
    "tf.nn.elu": "alpha stands before name",
}


def form_of(name):
    """The form of Pelton's function: of an op from its table."""
    function = find("pelton", name[3:])
    op = getattr(function, "__name__", "")
    if getattr(_core.ops, op, None) is not function:
        return signature_form(function)
    info = _core.op_info(op)
    # The table does not say of attributes that must be given that they have no default.
    needed = {one for one, default in FACTS[name] if default == "!"}
    form = [[one, "!"] for one, _ in info["inputs"]]
    form += [[row[0], "?" if row[0] in needed else default_form(row[2])] for row in info["attrs"]]
    return [*form, ["name", "None"]]


def same_default(own, expected):
    return "?" in (own, expected) or own == expected or (own, expected) == ("0.0", "0")


def differences(name):
    """The arguments that differ from TensorFlow's."""
    own, expected = form_of(name), FACTS[name]
    if own is None:
        return ["no signature"]
    wrong = [
        (one, other)
        for one, other in zip(own, expected, strict=False)
        if one[0] != other[0] or (one[0] != "name" and not same_default(one[1], other[1]))
    ]
    return wrong + [one for one in expected[len(own) :]]


@pytest.mark.parametrize("name", FACTS)
def test_arguments(name):
    assert bool(differences(name)) == (name in DIFFERENCES), differences(name)


def test_many_are_compared():
    assert len(FACTS) > 900 and set(DIFFERENCES) <= set(FACTS)


REFUSED = {
    "layout": lambda: tf.zeros([2], layout="x"),
}


@pytest.mark.parametrize("argument", REFUSED)
def test_an_argument_is_refused_by_name(argument):
    with pytest.raises(tf.errors.UnimplementedError, match=argument):
        REFUSED[argument]()


def test_arguments_do_what_they_say():
    parts = [tf.sparse.from_dense([[1.0, 2.0]]), tf.sparse.from_dense([[3.0], [4.0]])]
    whole = tf.sparse.concat(1, parts, expand_nonconcat_dims=True)
    assert tf.sparse.to_dense(whole).numpy().tolist() == [[1, 2, 3], [0, 0, 4]]
    assert float(tf.nn.silu(2.0, beta=0.5)) == pytest.approx(2 * 0.7310586)
    errors = []
    assert list(tf.io.gfile.walk("no such folder", onerror=errors.append)) == [] and errors
    assert tf.custom_gradient()(lambda x: (x, lambda g: g))(tf.constant(1.0)) == 1.0
