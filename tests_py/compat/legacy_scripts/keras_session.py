"""Keras 2 with a session that configures the GPU, and a metric and a layer of one's own."""

import keras
import keras.backend as K
import numpy as np
import tensorflow as tf
from keras.engine.topology import Layer
from keras.layers.core import Dense, Lambda

config = tf.ConfigProto()
config.gpu_options.per_process_gpu_memory_fraction = 0.4
K.set_session(tf.Session(config=config))
K.set_learning_phase(1)


class Scale(Layer):
    """Multiplies by weights."""

    def build(self, input_shape):
        self.kernel = self.add_weight(
            name="kernel", shape=(input_shape[-1],), initializer="ones", trainable=True
        )
        super().build(input_shape)

    def call(self, x):
        return x * self.kernel

    def compute_output_shape(self, input_shape):
        return input_shape


def close(y_true, y_pred):
    return K.mean(K.cast(K.abs(y_true - y_pred) < 0.5, "float32"))


model = keras.models.Sequential([Dense(4, input_dim=3), Scale(), Lambda(lambda x: x * 2), Dense(1)])
model.compile(loss="mse", optimizer=keras.optimizers.RMSprop(lr=0.01), metrics=[close])
x = np.random.RandomState(0).rand(32, 3)
history = model.fit(x, x.sum(1), epochs=2, batch_size=8, verbose=0)
assert set(history.history) == {"close", "loss"}
assert K.int_shape(model.output) == (None, 1)
