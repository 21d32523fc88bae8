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
