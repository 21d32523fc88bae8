"""Optimizers that are written, or derived, as until Keras 2.10: values are tf_keras's."""

import subprocess
import sys

import pytest

SCRIPT = """
import os
os.environ["TF_USE_LEGACY_KERAS"] = "1"
import numpy as np, pytest, tensorflow as tf
O, K = tf.keras.optimizers, tf.keras.optimizers.legacy
def stepped(optimizer, in_slices=False):
    a, b = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="a"), tf.Variable([0.5], name="b")
    for step in range(3):
        g = tf.constant([[0.1, -0.2], [0.3, 1.0]]) * (step + 1.0)
        if in_slices:
            g = tf.IndexedSlices(g, tf.constant([1, 1]), tf.constant([2, 2]))
        optimizer.apply_gradients([(g, a), (tf.constant([0.7]), b), (None, b)])
    assert optimizer.iterations.numpy() == 3
    again = type(optimizer).from_config(optimizer.get_config())
    assert again.get_config() == optimizer.get_config()
    return [*a.numpy().ravel(), *b.numpy()]
class Own(O.Optimizer):
    def __init__(self, learning_rate=0.1, share=0.5, name="Own", **kwargs):
        super().__init__(name, **kwargs)
        self._set_hyper("learning_rate", kwargs.get("lr", learning_rate))
        self._set_hyper("share", share)
    def _create_slots(self, var_list):
        for var in var_list:
            self.add_slot(var, "sum")
    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        apply_state[(var_device, var_dtype)]["share"] = self._get_hyper("share", var_dtype)
    def _resource_apply_dense(self, grad, var, apply_state=None):
        place = (var.device, var.dtype.base_dtype)
        now = (apply_state or {}).get(place) or self._fallback_apply_state(*place)
        total = self.get_slot(var, "sum")
        total.assign(total * now["share"] + grad)
        return var.assign_sub(now["lr_t"] * total, use_locking=self._use_locking)
    def _resource_apply_sparse(self, grad, var, indices, apply_state=None):
        return self._resource_scatter_add(var, indices, -grad)
    def get_config(self):
        named = ("learning_rate", "share")
        own = {name: self._serialize_hyperparameter(name) for name in named}
        return {**super().get_config(), **own}
class Decayed(O.Adam):
    def __init__(self, learning_rate=0.1, rate=0.5, name="Decayed", **kwargs):
        super().__init__(learning_rate, name=name, **kwargs)
        self.rate = rate
    def _prepare_local(self, var_device, var_dtype, apply_state):
        super()._prepare_local(var_device, var_dtype, apply_state)
        apply_state[(var_device, var_dtype)]["rate"] = tf.constant(self.rate, var_dtype)
    def _resource_apply_dense(self, grad, var, apply_state=None):
        now = apply_state[(var.device, var.dtype.base_dtype)]
        with tf.control_dependencies([var.assign_sub(now["lr_t"] * now["rate"] * var)]):
            return super()._resource_apply_dense(grad, var, apply_state=apply_state)
    def get_config(self):
        return {**super().get_config(), "rate": self.rate}
x = np.linspace(-1, 1, 12).reshape(4, 3).astype("f")
def fitted(optimizer):
    parts = [tf.keras.layers.Dense(n, kernel_initializer="ones") for n in (2, 1)]
    model = tf.keras.Sequential(parts)
    model.compile(optimizer, "mse")
    how = {"epochs": 3, "batch_size": 2, "shuffle": False, "verbose": 0}
    return model.fit(x, x[:, :1] * 2, **how).history["loss"]
def check(found, facts):
    assert found == pytest.approx(facts, abs=2e-5)
"""
_STEPPED = {
    "K.Adam(0.1, decay=0.5)": (
        [0.78776, 2.21224, 2.78776, 3.78776, 0.28333],
        [1.0, 2.0, 2.78776, 3.78776, 0.28333],
    ),
    "K.Adam(0.1, amsgrad=True, clipnorm=0.5)": (
        [0.70002, 2.29999, 2.70001, 3.7, 0.2],
        [1.0, 2.0, 2.7, 3.7, 0.2],
    ),
    "K.Adamax(0.1)": (
        [0.75468, 2.24532, 2.75468, 3.75468, 0.2],
        [1.0, 2.0, 2.75468, 3.75468, 0.2],
    ),
    "K.SGD(0.1, momentum=0.9, nesterov=True)": (
        [0.85441, 2.29118, 2.56323, 2.5441, -0.06343],
        [1.0, 2.0, 2.41764, 2.83528, -0.06343],
    ),
    "K.SGD(O.schedules.ExponentialDecay(0.1, 1, 0.5))": (
        [0.9725, 2.055, 2.9175, 3.725, 0.3775],
        [1.0, 2.0, 2.89, 3.78, 0.3775],
    ),
    "K.RMSprop(0.1, centered=True)": (
        [0.05661, 2.94339, 2.05661, 3.05661, -0.31322],
        [1.0, 2.0, 2.05661, 3.05661, -0.31322],
    ),
    "K.RMSprop(0.1, momentum=0.9)": (
        [-0.65885, 3.65889, 1.34111, 2.3411, -0.98496],
        [1.0, 2.0, 1.3411, 2.3411, -0.98496],
    ),
    "K.Adagrad(0.1)": (
        [0.85697, 2.20034, 2.7731, 3.7362, 0.28564],
        [1.0, 2.0, 2.75878, 3.73919, 0.28564],
    ),
    "K.Adadelta(1.0)": (
        [0.99462, 2.00538, 2.99462, 3.99462, 0.49571],
        [1.0, 2.0, 2.99462, 3.99462, 0.49571],
    ),
    "Own()": ([0.9225, 2.155, 2.7675, 3.225, 0.2025], [1.0, 2.0, 0.6, -0.8, 0.2025]),
}
CASES = {
    **{
        code: f"check(stepped({code}), {dense})\ncheck(stepped({code}, True), {in_slices})"
        for code, (dense, in_slices) in _STEPPED.items()
    },
    "settings": """
check(stepped(Own(clipvalue=0.15, decay=0.1)), [0.95098, 2.05733, 2.94267, 3.94267, 0.44267])
own = Own()
stepped(own)
own.lr, own.share = 0.5, 0.25
assert own.get_config() == {"name": "Own", "learning_rate": 0.5, "share": 0.25}
assert [tuple(w.shape) for w in own.weights] == [(), (2, 2), (1,)]
assert own.get_slot_names() == ["sum"]
with pytest.raises(TypeError, match="Unexpected keyword argument passed to optimizer: rho"):
    Own(rho=1)
with pytest.raises(ValueError, match="No gradients provided for any variable"):
    own.apply_gradients([(None, tf.Variable(1.0))])
""",
    "fit": """
check(fitted(Own(0.05)), [3.33938, 1.06527, 0.74242])
check(fitted(K.Adam(0.05, decay=0.1)), [5.49334, 2.87872, 1.58407])
""",
    "minimize": """
v = tf.Variable(1.0)
for kind in (O.SGD, K.SGD):
    v.assign(1.0)
    own = kind(0.1)
    own.minimize(lambda: v * v, [v])
    with tf.GradientTape() as tape:
        loss = v * v
    own.minimize(loss, lambda: [v], tape=tape)
    assert v.numpy() == pytest.approx(0.64) and own.iterations.numpy() == 2
    with pytest.raises(ValueError, match="`tape` is required when a `Tensor` loss is passed"):
        own.minimize(loss, [v])
assert len(O.Adam().variables()) == 2
""",
    "classes": """
decayed = Decayed()
assert isinstance(decayed, O.Adam) and isinstance(decayed, K.Optimizer)
assert isinstance(K.SGD(), K.Optimizer) and not isinstance(O.SGD(), K.Optimizer)
a, g = tf.Variable([1.0, 2.0]), tf.constant([0.5, -0.5])
decayed.apply_gradients([(g, a)])
check(list(a.numpy()), [0.85, 2.0])
assert type(O.deserialize(O.serialize(K.Adam(0.2)))) is K.Adam
""",
}


@pytest.mark.parametrize("name", CASES)
def test_optimizer(name, tmp_path):
    script = tmp_path / "script.py"
    script.write_text(SCRIPT + CASES[name])
    subprocess.run([sys.executable, "-m", "pelton.run", str(script)], check=True, timeout=120)
