"""TensorFlow 1's tf.keras: the basic classification tutorial with tf.train's optimizer."""

import numpy as np
import tensorflow as tf
from tensorflow import keras

print(tf.__version__)
train_images = np.random.RandomState(0).rand(64, 28, 28)
train_labels = (train_images.mean((1, 2)) > 0.5).astype(int)
model = keras.Sequential(
    [
        keras.layers.Flatten(input_shape=(28, 28)),
        keras.layers.Dense(16, activation=tf.nn.relu),
        keras.layers.Dense(10, activation=tf.nn.softmax),
    ]
)
model.compile(
    optimizer=tf.train.AdamOptimizer(),
    loss="sparse_categorical_crossentropy",
    metrics=["accuracy"],
)
model.fit(train_images, train_labels, epochs=2, verbose=0)
loss, accuracy = model.evaluate(train_images, train_labels, verbose=0)
assert np.isfinite(loss) and 0.0 <= accuracy <= 1.0
assert np.argmax(model.predict(train_images)[0]) in range(10)
