"""tf.train.Saver of compat.v1: files, what is kept, optimizers' state and errors."""

import os

import numpy as np
import pytest

import pelton as tf


def trained(v1, steps):
    """(session, step, loss, w) after some steps of Adam."""
    w = v1.get_variable("w", initializer=v1.constant([1.0, -2.0]))
    loss = v1.reduce_sum(w * w)
    step = v1.train.AdamOptimizer(0.1).minimize(loss)
    session = v1.Session()
    session.run(v1.global_variables_initializer())
    for _ in range(steps):
        session.run(step)
    return session, step, loss, w


def test_training_goes_on_after_restore_as_if_it_had_not_ended(graph_mode, tmp_path):
    v1 = graph_mode
    session, step, _, w = trained(v1, 5)
    saver = v1.train.Saver()
    path = saver.save(session, tmp_path / "model.ckpt", global_step=5)
    assert path == str(tmp_path / "model.ckpt-5")
    for _ in range(3):
        session.run(step)
    other = v1.Session()
    saver.restore(other, path)
    for _ in range(3):
        other.run(step)
    np.testing.assert_array_equal(other.run(w), session.run(w))


def test_the_files_are_tensorflow_s(graph_mode, tmp_path):
    v1 = graph_mode
    a = v1.get_variable("scope/a", initializer=v1.constant([1.0, 2.0]))
    b = v1.Variable(3, name="b")
    session = v1.Session()
    session.run(v1.global_variables_initializer())
    path = v1.train.Saver().save(session, f"{tmp_path}/m")
    assert v1.train.list_variables(path) == [("b", []), ("scope/a", [2])]
    assert tf.train.load_variable(path, "scope/a").tolist() == [1.0, 2.0]
    assert v1.train.latest_checkpoint(tmp_path) == path and v1.train.checkpoint_exists(path)
    renamed = v1.train.Saver({"other": a})
    path = renamed.save(session, f"{tmp_path}/renamed", write_state=False)
    assert v1.train.list_variables(path) == [("other", [2])]
    a.load([0.0, 0.0], session)
    renamed.restore(session, path)
    assert session.run([a, b])[0].tolist() == [1.0, 2.0]


def test_the_last_few_are_kept(graph_mode, tmp_path):
    v1 = graph_mode
    v1.Variable(1.0, name="v")
    session = v1.Session()
    session.run(v1.global_variables_initializer())
    saver = v1.train.Saver(max_to_keep=2)
    paths = [saver.save(session, f"{tmp_path}/m", global_step=n) for n in range(4)]
    assert saver.last_checkpoints == paths[2:]
    assert [v1.train.checkpoint_exists(path) for path in paths] == [False, False, True, True]
    state = v1.train.get_checkpoint_state(tmp_path)
    assert state.all_model_checkpoint_paths == paths[2:]


def test_errors(graph_mode, tmp_path):
    v1 = graph_mode
    with pytest.raises(ValueError, match="No variables to save"):
        v1.train.Saver()
    v = v1.Variable([1.0], name="v")
    session = v1.Session()
    session.run(v1.global_variables_initializer())
    saver = v1.train.Saver()
    path = saver.save(session, f"{tmp_path}/m")
    with pytest.raises(ValueError, match="save_path when it is None"):
        saver.restore(session, None)
    with pytest.raises(ValueError, match="not a valid checkpoint: .*nope"):
        saver.restore(session, f"{tmp_path}/nope")
    with pytest.raises(TypeError, match="'sess' must be a Session"):
        saver.save(None, path)
    with pytest.raises(ValueError, match="Parent directory of .* doesn't exist"):
        saver.save(session, os.path.join(tmp_path, "no", "such", "m"))
    assert os.path.exists(saver.save(session, os.path.join(tmp_path, "new", "m")) + ".index")
    with pytest.raises(tf.errors.NotFoundError, match="'other' is not there"):
        v1.train.Saver({"other": v}).restore(session, path)
    with pytest.raises(TypeError, match="not a Variable: 1"):
        v1.train.Saver([1])
    wide = v1.Variable([1.0, 2.0], name="wide")
    with pytest.raises(
        tf.errors.InvalidArgumentError, match=r"\(1,\) in the checkpoint and \(2,\)"
    ):
        v1.train.Saver({"v": wide}).restore(session, path)
    with pytest.raises(tf.errors.FailedPreconditionError, match="uninitialized value wide"):
        v1.train.Saver().save(session, path)


def trained_in(v1, folder, count):
    """A graph of two variables after `count` steps of Adam, saved; its losses after two more."""
    x = v1.placeholder("float32", [None, 3], name="x")
    w = v1.get_variable("w", [3, 2], initializer=v1.constant_initializer(0.5))
    b = v1.get_variable("b", [2], initializer=v1.zeros_initializer())
    y = v1.add(v1.matmul(x, w), b, name="y")
    loss = v1.reduce_mean(v1.square(y), name="loss")
    step = v1.train.AdamOptimizer(0.1).minimize(loss, name="step")
    v1.add_to_collection("outputs", y)
    feeds = {x: np.ones((4, 3), "f")}
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        for _ in range(count):
            session.run(step, feeds)
        prefix = v1.train.Saver().save(session, str(folder / "model"))
        return prefix, [session.run([step, loss], feeds)[1] for _ in range(2)]


def test_a_graph_is_found_again_by_its_meta_file(graph_mode, tmp_path):
    v1 = graph_mode
    prefix, losses = trained_in(v1, tmp_path, 3)
    v1.reset_default_graph()
    saver = v1.train.import_meta_graph(prefix + ".meta")
    with v1.Session() as session:
        saver.restore(session, prefix)
        found = [
            session.run(["step", "loss:0"], {"x:0": np.ones((4, 3), "f")})[1] for _ in range(2)
        ]
        assert session.run("w:0").shape == (3, 2)
    np.testing.assert_allclose(found, losses, rtol=1e-6)
    graph = v1.get_default_graph()
    assert graph.get_collection("outputs") == [graph.get_tensor_by_name("y:0")]
    assert [one.name for one in v1.trainable_variables()] == ["w:0", "b:0"]


def test_meta_files_that_cannot_be_imported(graph_mode, tmp_path):
    v1 = graph_mode
    with pytest.raises(OSError, match="does not exist"):
        v1.train.import_meta_graph(str(tmp_path / "none.meta"))
    (tmp_path / "other.meta").write_bytes(b"\n\x10 protobuf")
    with pytest.raises(OSError, match="Cannot parse file"):
        v1.train.import_meta_graph(str(tmp_path / "other.meta"))
