"""A variational autoencoder as Keras 2's examples had it: losses of symbolic tensors."""

import numpy as np
from keras import backend as K
from keras.callbacks import ModelCheckpoint
from keras.layers import Dense, Input, Lambda
from keras.losses import binary_crossentropy
from keras.models import Model


def sampling(args):
    mean, log_variance = args
    noise = K.random_normal(shape=(K.shape(mean)[0], 2), mean=0.0, stddev=1.0)
    return mean + K.exp(log_variance / 2) * noise


x = Input(shape=(20,))
hidden = Dense(8, activation="relu")(x)
mean, log_variance = Dense(2)(hidden), Dense(2)(hidden)
z = Lambda(sampling, output_shape=(2,))([mean, log_variance])
output = Dense(20, activation="sigmoid")(z)
vae = Model(x, output)
rebuilding = 20 * binary_crossentropy(x, output)
divergence = -0.5 * K.sum(1 + log_variance - K.square(mean) - K.exp(log_variance), axis=-1)
vae.add_loss(K.mean(rebuilding + divergence))
vae.compile(optimizer="rmsprop", loss=None)
data = np.tile((np.arange(20) % 2).astype("float32"), (64, 1))
saving = ModelCheckpoint("vae.hdf5", monitor="loss", save_weights_only=True, period=5)
history = vae.fit(data, epochs=30, batch_size=16, verbose=0, callbacks=[saving]).history["loss"]
assert history[-1] < history[0] - 1, history
vae.load_weights("vae.hdf5")
assert Model(x, mean).predict(data).shape == (64, 2)
