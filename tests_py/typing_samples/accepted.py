"""Scripts as users write them, read by mypy alone: everything here must be accepted."""

from typing import Any

import numpy as np

import pelton as tf
from pelton.keras import callbacks, layers
from pelton.keras.layers import Conv2D, Dense
from pelton.keras.models import Sequential


class Scale(layers.Layer):
    """A layer of one's own."""

    def __init__(self, factor: float = 2.0, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.factor = factor

    def build(self, input_shape: tuple[int | None, ...]) -> None:
        self.w = self.add_weight(shape=(input_shape[-1],), initializer="ones", name="w")

    def call(self, inputs: tf.Tensor, training: bool = False) -> tf.Tensor:
        return inputs * self.w * self.factor

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "factor": self.factor}


class Halving(callbacks.Callback):
    """A callback of one's own."""

    def on_epoch_end(self, epoch: int, logs: dict[str, Any] | None = None) -> None:
        self.model.optimizer.learning_rate = 0.5**epoch


class Squares(tf.keras.losses.Loss):
    """A loss of one's own."""

    def call(self, y_true: tf.Tensor, y_pred: tf.Tensor) -> tf.Tensor:
        return tf.reduce_mean(tf.square(y_true - y_pred), axis=-1)


def train_mnist() -> float:
    """The article's network by fit."""
    (x_train, y_train), (x_test, y_test) = tf.keras.datasets.mnist.load_data()
    x_train = x_train.reshape(-1, 28, 28, 1) / 255.0
    model = tf.keras.models.Sequential(
        [
            tf.keras.Input(shape=(28, 28, 1)),
            Conv2D(32, (3, 3), activation="relu"),
            layers.MaxPooling2D([2, 2]),
            Conv2D(64, 3, activation=tf.nn.relu, kernel_regularizer=tf.keras.regularizers.L2(1e-4)),
            layers.Flatten(),
            Dense(64, activation=tf.keras.activations.relu),
            layers.Dropout(0.5, name="drop"),
            Scale(0.5, name="scale"),
            Dense(10, kernel_initializer="he_normal"),
        ]
    )
    model.summary()
    model.compile(
        optimizer=tf.keras.optimizers.Adam(learning_rate=1e-3),
        loss=tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True),
        metrics=["accuracy", tf.keras.metrics.SparseTopKCategoricalAccuracy(k=3)],
    )
    history = model.fit(
        x_train,
        y_train,
        batch_size=64,
        epochs=5,
        validation_data=(x_test, y_test),
        callbacks=[callbacks.EarlyStopping(patience=2), Halving()],
    )
    best: float = max(history.history["val_accuracy"])
    guesses: np.ndarray[Any, Any] = model.predict(x_test)
    print(guesses.argmax(axis=1), model.evaluate(x_test, y_test, return_dict=True))
    return best


def train_by_tape(steps: int) -> tf.Variable:
    """A loop with GradientTape."""
    w = tf.Variable(tf.random.normal((3, 1), seed=1), name="w")
    optimizer = tf.keras.optimizers.SGD(0.1, momentum=0.9, nesterov=True)
    accuracy = tf.keras.metrics.Mean(name="loss")
    x: tf.Tensor = tf.constant([[1.0, 2.0, 3.0]], dtype=tf.float32)
    for _ in range(steps):
        with tf.GradientTape(persistent=True) as tape:
            tape.watch(x)
            y = tf.matmul(x, w) + 1.0
            loss = tf.reduce_sum(2.0 - y**2, axis=[0, 1], keepdims=False)
        grads = tape.gradient(loss, [w])
        optimizer.apply_gradients(zip(grads, [w], strict=True))
        accuracy.update_state(loss)
        accuracy(loss)
    with tf.device("/CPU:0"):
        w.assign_add(tf.ones_like(w)).assign(np.zeros((3, 1), np.float32))
    print(float(accuracy.result()), w.shape.as_list(), x.dtype.name, x[0, ..., tf.newaxis].numpy())
    return w


def use_the_rest() -> None:
    """Ops, shapes, errors and devices."""
    rows, columns = tf.shape(tf.zeros([2, 3], tf.int64)).numpy()
    parts = tf.split(tf.range(10), [4, 6])
    joined = tf.concat([*parts, tf.cast([1, 2], "int32")], 0)
    chosen = tf.where(joined > 3, joined, tf.zeros_like(joined, dtype=tf.as_dtype("int32")))
    pooled = tf.nn.max_pool2d(tf.ones((1, 4, 4, 1)), 2, 2, "SAME")
    try:
        tf.reshape(chosen, (-1, 5 * rows))
    except tf.errors.InvalidArgumentError as error:
        print(error, columns)
    for found in tf.config.list_physical_devices("GPU"):
        print(found.name, found.device_type)
    model = Sequential(layers=[Dense(1)], name="small")
    copy = tf.keras.models.clone_model(model)
    flags: list[bool] = [copy.built, tf.executing_eagerly(), bool(tf.reduce_all(pooled == 1.0))]
    print(flags, tf.math.log1p([[1.0, 2.0]]) @ tf.eye(2), -chosen, abs(chosen), 2 * chosen)
