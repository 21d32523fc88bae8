"""Graphs as messages: GraphDefs, frozen graphs, .meta files and saved models of TensorFlow 1."""

import random

import numpy as np
import pytest

import pelton as tf
from pelton.compat.v1.graph_defs.messages import tensor_of
from pelton.compat.v1.saving import meta_graphs

X = np.linspace(-1, 1, 12).reshape(3, 4).astype("float32")


def build(v1):
    """A net with a placeholder that has a default, a branch and a loop over rows."""
    x = v1.placeholder(v1.float32, [None, 4], name="x")
    keep = v1.placeholder_with_default(1.0, (), name="keep")
    is_half = v1.placeholder_with_default(False, (), name="is_half")
    h = v1.layers.dense(x, 3, v1.nn.relu, name="hidden")
    h = v1.nn.dropout(h, keep)
    h = v1.cond(is_half, lambda: h * 0.5, lambda: h)
    w = v1.get_variable("w", [3], initializer=v1.constant_initializer([1.0, -2.0, 0.5]))
    rows = v1.map_fn(lambda row: row * w, h)
    y = v1.nn.softmax(rows + v1.reduce_mean(rows, 0), name="y")
    return x, y


@pytest.fixture
def trained(graph_mode):
    """(module, session, what the net gives for X)."""
    v1 = graph_mode
    x, y = build(v1)
    v1.add_to_collection("ends", x)
    v1.add_to_collection("ends", y)
    session = v1.Session()
    session.run(v1.global_variables_initializer())
    return v1, session, session.run(y, {x: X})


def forget(v1):
    """As another program begins: with no graph that it knows."""
    meta_graphs._graphs.clear()
    v1.reset_default_graph()


def test_nodes_of_a_graph(trained):
    v1, session, _ = trained
    graph_def = session.graph.as_graph_def()
    nodes = {node.name: node for node in graph_def.node}
    assert [nodes[name].op for name in ("x", "hidden/kernel", "hidden/Relu", "y")] == [
        "Placeholder", "VariableV2", "Relu", "Softmax",
    ]  # fmt: skip
    assert nodes["hidden/Relu"].input == ["hidden/BiasAdd"]
    assert nodes["x"].attr["dtype"].type == v1.float32.as_datatype_enum
    assert [dim.size for dim in nodes["x"].attr["shape"].shape.dim] == [-1, 4]
    text = str(nodes["x"])
    assert text.startswith('name: "x"\nop: "Placeholder"\n') and "type: DT_FLOAT" in text
    assert v1.GraphDef.FromString(graph_def.SerializeToString()) == graph_def


def test_frozen_graphs(trained, tmp_path):
    v1, session, want = trained
    frozen = v1.graph_util.convert_variables_to_constants(session, session.graph_def, ["y"])
    assert not any(node.op == "VariableV2" for node in frozen.node)
    frozen = v1.graph_util.remove_training_nodes(frozen, ["y"])
    path = v1.train.write_graph(frozen, str(tmp_path), "frozen.pb", as_text=False)
    graph_def = v1.GraphDef()
    with v1.gfile.GFile(path, "rb") as file:
        graph_def.ParseFromString(file.read())
    with v1.Graph().as_default() as graph, v1.Session() as other:
        v1.import_graph_def(graph_def, name="")
        for _ in range(3):
            np.testing.assert_allclose(other.run("y:0", {"x:0": X}), want, rtol=1e-5)
        halved = other.run("y:0", {"x:0": X, "is_half:0": True})
        assert abs(halved - want).max() > 1e-3
        x = v1.constant(X)
        (y,) = v1.import_graph_def(graph_def, {"x": x}, ["y:0"], name="again")
        assert y.name == "again/y:0" and graph.get_operation_by_name("again/y").type == "Softmax"
        np.testing.assert_allclose(other.run(y), want, rtol=1e-5)
        slope = other.run(v1.gradients(y[:, 0], x)[0])
        assert slope.shape == X.shape and slope.any()


def test_parts_of_graphs(trained):
    v1, session, _ = trained
    part = v1.graph_util.extract_sub_graph(session.graph_def, ["hidden/Relu"])
    names = {node.name for node in part.node}
    assert {"x", "hidden/kernel"} <= names and "y" not in names
    with pytest.raises(AssertionError, match="nothing is not in graph"):
        v1.graph_util.extract_sub_graph(session.graph_def, ["nothing"])
    with pytest.raises(TypeError, match="dest_nodes must be a list"):
        v1.graph_util.extract_sub_graph(session.graph_def, "y")
    with pytest.raises(TypeError, match="must be a GraphDef"):
        v1.import_graph_def(b"")
    with pytest.raises(ValueError, match="return_element 'z:0' not found"):
        v1.import_graph_def(part, return_elements=["z:0"])


def test_meta_graphs_of_another_program(trained, tmp_path):
    v1, session, want = trained
    prefix = v1.train.Saver().save(session, str(tmp_path / "model"))
    forget(v1)
    with v1.Session() as other:
        saver = v1.train.import_meta_graph(f"{prefix}.meta")
        saver.restore(other, prefix)
        x, y = v1.get_collection("ends")
        np.testing.assert_allclose(other.run(y, {x: X}), want, rtol=1e-5)
        names = [one.name for one in v1.trainable_variables()]
        assert names == ["hidden/kernel:0", "hidden/bias:0", "w:0"]
        step = v1.train.GradientDescentOptimizer(0.5).minimize(v1.reduce_sum(y[:, 0]))
        other.run(step, {x: X})
        assert other.run(y, {x: X})[:, 0].sum() < want[:, 0].sum()


def test_optimizers_stay_with_their_program(graph_mode, tmp_path):
    v1 = graph_mode
    w = v1.Variable(2.0, name="w")
    v1.train.AdamOptimizer(0.1).minimize(v1.square(w), name="step")
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        prefix = v1.train.Saver([w]).save(session, str(tmp_path / "model"))
    forget(v1)
    with v1.Session() as session:
        v1.train.import_meta_graph(f"{prefix}.meta").restore(session, prefix)
        assert session.run("w:0") == 2.0
        with pytest.raises(
            NotImplementedError, match="the node '.*' .* only be run by the program"
        ):
            session.run("step")


def test_saved_models(trained, tmp_path):
    v1, session, want = trained
    models = v1.saved_model
    x, y = v1.get_collection("ends")
    models.simple_save(session, str(tmp_path / "simple"), {"in": x}, {"out": y})
    builder = models.builder.SavedModelBuilder(str(tmp_path / "built"))
    signature = models.signature_def_utils.build_signature_def(
        {"images": models.utils.build_tensor_info(x)},
        {"scores": models.utils.build_tensor_info(y)},
        models.signature_constants.PREDICT_METHOD_NAME,
    )
    builder.add_meta_graph_and_variables(session, ["serve"], {"use": signature})
    assert builder.save() == str(tmp_path / "built" / "saved_model.pb").encode()
    with pytest.raises(AssertionError, match="already exists"):
        models.Builder(str(tmp_path / "built"))
    forget(v1)
    for folder, key, into, out in (
        ("simple", "serving_default", "in", "out"), ("built", "use", "images", "scores"),
    ):  # fmt: skip
        with v1.Session(graph=v1.Graph()) as other:
            found = models.loader.load(other, ["serve"], str(tmp_path / folder)).signature_def[key]
            names = found.outputs[out].name, found.inputs[into].name
            np.testing.assert_allclose(other.run(names[0], {names[1]: X}), want, rtol=1e-5)
    with v1.Session() as other:
        with pytest.raises(RuntimeError, match=r"tags \['train'\] could not be found"):
            models.loader.load(other, ["train"], str(tmp_path / "built"))
        with pytest.raises(OSError, match="does not exist"):
            models.loader.load(other, ["serve"], str(tmp_path / "nothing"))


def test_graphs_of_tensorflow_itself(graph_mode):
    v1 = graph_mode
    made = v1.GraphDef()
    made.node.add(name="x", op="Placeholder")
    made.node[0].attr["dtype"].type = v1.float32.as_datatype_enum
    made.node[0].attr["shape"].shape.dim.add(size=-1)
    made.node[0].attr["shape"].shape.dim.add(size=4)
    for name, value in (("w", np.ones((4, 2), "f")), ("sizes", np.array([-1, 1], "i"))):
        node = made.node.add(name=name, op="Const")
        tensor = tf.convert_to_tensor(value)
        node.attr["dtype"].type = tensor.dtype.as_datatype_enum
        node.attr["value"].tensor.CopyFrom(tensor_of(tensor))
    product = made.node.add(name="product", op="MatMul", input=["x", "w"])
    product.attr["transpose_a"].b = False
    made.node.add(name="flat", op="Reshape", input=["product", "sizes", "^x"])
    made.node.add(name="both", op="ConcatV2", input=["flat", "flat", "one"])
    one = made.node.add(name="one", op="Const")
    one.attr["dtype"].type = v1.int32.as_datatype_enum
    one.attr["value"].tensor.CopyFrom(tensor_of(tf.convert_to_tensor(1)))
    made.node.add(name="unknown", op="NoSuchOp", input=["flat"])
    v1.import_graph_def(made, name="")
    with v1.Session() as session:
        want = np.repeat(X.sum(1), 2)[:, None]
        np.testing.assert_allclose(session.run("both:0", {"x:0": X}), np.hstack([want, want]))
        with pytest.raises(NotImplementedError, match=r"'unknown' \(NoSuchOp\)"):
            session.run("unknown:0", {"x:0": X})


def test_bytes_that_are_no_graph(trained):
    v1, session, _ = trained
    data = session.graph_def.SerializeToString()
    draw = random.Random(0)
    for _ in range(60):
        bad = bytearray(data)
        for _ in range(draw.randrange(1, 6)):
            bad[draw.randrange(len(bad))] = draw.randrange(256)
        bad = bad[: draw.randrange(len(bad))] if draw.random() < 0.3 else bad
        with v1.Graph().as_default():
            try:
                v1.import_graph_def(v1.GraphDef.FromString(bytes(bad)), name="")
            except Exception as error:
                assert str(error)
    with pytest.raises(tf.errors.DataLossError):
        v1.GraphDef.FromString(b"\x0a\xff")
    with pytest.raises(AttributeError, match="NodeDef has no field 'nothing'"):
        v1.NodeDef(nothing=1)
