"""Keras 2: an LSTM over words, with the tokenizer and padded sequences."""

import numpy as np
from keras.layers import LSTM, Dense, SpatialDropout1D
from keras.layers.embeddings import Embedding
from keras.models import Sequential
from keras.preprocessing.sequence import pad_sequences
from keras.preprocessing.text import Tokenizer

texts = ["good film", "great good story", "bad film", "awful bad story"] * 8
labels = np.array([1, 1, 0, 0] * 8)
tokenizer = Tokenizer(num_words=50)
tokenizer.fit_on_texts(texts)
x = pad_sequences(tokenizer.texts_to_sequences(texts), maxlen=4)
model = Sequential()
model.add(Embedding(50, 8, input_length=4))
model.add(SpatialDropout1D(0.1))
model.add(LSTM(8, dropout=0.1, recurrent_dropout=0.1))
model.add(Dense(1, activation="sigmoid"))
model.compile(loss="binary_crossentropy", optimizer="adam", metrics=["accuracy"])
model.fit(x, labels, epochs=3, batch_size=8, verbose=0)
found = model.predict_classes(x)
assert found.shape == (32, 1) and found.dtype == np.int32
model.reset_states()
