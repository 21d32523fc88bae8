"""Weights as checkpoints and models as folders, as TensorFlow 2.0 to 2.15 kept them."""

import os

import numpy as np
import tensorflow as tf

x = np.random.RandomState(0).rand(32, 4).astype("float32")
y = (x.sum(1) > 2).astype("int32")


def create_model():
    model = tf.keras.models.Sequential(
        [
            tf.keras.layers.Dense(8, activation="relu", input_shape=(4,)),
            tf.keras.layers.Dropout(0.2),
            tf.keras.layers.Dense(2),
        ]
    )
    loss = tf.losses.SparseCategoricalCrossentropy(from_logits=True)
    model.compile(optimizer="adam", loss=loss, metrics=["accuracy"])
    return model


path = "training/cp-{epoch:04d}.ckpt"
folder = os.path.dirname(path)
model = create_model()
model.save_weights(path.format(epoch=0))
keep = tf.keras.callbacks.ModelCheckpoint(filepath=path, save_weights_only=True, verbose=1)
model.fit(x, y, epochs=3, callbacks=[keep], validation_data=(x, y), verbose=0)
latest = tf.train.latest_checkpoint(folder)
assert latest == os.path.join(folder, "cp-0003.ckpt")
again = create_model()
assert not np.allclose(again.predict(x), model.predict(x))
again.load_weights(latest).expect_partial()
assert np.array_equal(again.predict(x), model.predict(x))
assert again.evaluate(x, y, verbose=0) == model.evaluate(x, y, verbose=0)
names = [name for name, _ in tf.train.list_variables(latest)]
assert "_layers/1/kernel/.ATTRIBUTES/VARIABLE_VALUE" in names

model.save("saved_model/my_model")
again = tf.keras.models.load_model("saved_model/my_model")
assert np.array_equal(again.predict(x), model.predict(x))
assert again.evaluate(x, y, verbose=0) == model.evaluate(x, y, verbose=0)
served = tf.saved_model.load("saved_model/my_model").signatures["serving_default"]
(found,) = served(tf.constant(x)).values()
assert np.allclose(found, model.predict(x))
best = tf.keras.callbacks.ModelCheckpoint("best", save_best_only=True, monitor="loss")
model.fit(x, y, epochs=3, callbacks=[best], verbose=0)
assert os.path.isdir("best") and tf.keras.models.load_model("best").count_params() == 58


class Small(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)

    def call(self, x):
        return self.dense(x)


small, other = Small(), Small()
wanted = small(x)
small.save_weights("small", save_format="tf")
other.load_weights("small")
assert np.array_equal(other(x), wanted)
small.save_weights("small.h5")
