"""Snippets about keras.utils and keras.preprocessing, the same for Keras and Pelton."""

START = """
import random
K = tf.keras
U, P = K.utils, K.preprocessing
def told(array):
    array = np.asarray(array)
    return [array.dtype.name, list(array.shape), np.round(array.astype("float64"), 6).tolist()]
TEXTS = ["The cat sat, on the mat!", "the dog; the cat", "A dog's life"]
def tokenizer(**kwargs):
    made = P.text.Tokenizer(**kwargs)
    made.fit_on_texts(TEXTS)
    return made
"""
_PADDED = {
    "plain": "[[1, 2, 3], [4], []]",
    "maxlen": "[[1, 2, 3], [4]], maxlen=2",
    "post": "[[1, 2, 3], [4]], padding='post'",
    "truncating": "[[1, 2, 3], [4]], maxlen=2, truncating='post', padding='post'",
    "value": "[[1, 2, 3], [4]], value=9.5, dtype='float32'",
    "longer": "[[1, 2], [4]], maxlen=4",
    "vectors": "[[[1, 2], [3, 4]], [[5, 6]]], dtype='int64'",
    "all_empty": "[[], []]",
    "no_iterable": "3",
    "no_sequences": "[1, 2]",
    "bad_padding": "[[1]], padding='middle'",
    "bad_truncating": "[[1]], truncating='middle'",
    "bad_shapes": "[[[1, 2]], [[1]]]",
    "text": "[[1]], value='a'",
}
BINS = "d = K.layers.Discretization(num_bins=4)\n"
_WORDS = "text_to_word_sequence"
_SERIES = "np.arange(20).reshape(10, 2), np.arange(10)"

CASES = {
    **{f"pad_{name}": f"told(U.pad_sequences({text}))" for name, text in _PADDED.items()},
    "pad_is_one": "P.sequence.pad_sequences is U.pad_sequences",
    "words": f"P.text.{_WORDS}('Hello, big  World! it\\'s')",
    "words_options": f"P.text.{_WORDS}('a-b,C', filters='-', lower=False, split=',')",
    "hashed": "P.text.hashing_trick('a cat and a dog', 50, hash_function='md5')",
    "one_hot_range": "sorted({0 < n < 7 for n in P.text.one_hot('a b c d e f', 7)})",
    "index": "tokenizer().word_index",
    "index_oov": "tokenizer(oov_token='<o>').word_index",
    "index_characters": "tokenizer(char_level=True).word_index",
    "index_cased": "tokenizer(lower=False, filters='').word_index",
    "counts": "t = tokenizer()\n[list(t.word_counts.items()), "
    "sorted(t.word_docs.items()), sorted(t.index_docs.items())]",
    "sequences": "tokenizer().texts_to_sequences(['the zebra cat', ['Dog', 'x'], ''])",
    "sequences_few": "tokenizer(num_words=3).texts_to_sequences(TEXTS)",
    "sequences_oov": "tokenizer(num_words=3, oov_token='?').texts_to_sequences([*TEXTS, 'zebra'])",
    "texts": "tokenizer(num_words=4, oov_token='?').sequences_to_texts([[2, 9, 3], [99], []])",
    "texts_plain": "tokenizer().sequences_to_texts([[1, 2, 77]])",
    **{
        f"matrix_{mode}": f"told(tokenizer(num_words=6).texts_to_matrix(TEXTS, {mode!r}))"
        for mode in ("binary", "count", "freq", "tfidf")
    },
    "matrix_unfit": "P.text.Tokenizer().sequences_to_matrix([[1]])",
    "matrix_tfidf_unfit": "P.text.Tokenizer(num_words=3).sequences_to_matrix([[1]], 'tfidf')",
    "tokenizer_argument": "P.text.Tokenizer(words=3)",
    "json": "text = tokenizer(num_words=5).to_json()\n"
    "P.text.tokenizer_from_json(text).texts_to_sequences(TEXTS)",
    "json_counts": "t = P.text.tokenizer_from_json(tokenizer().to_json())\n"
    "[sorted(t.index_docs.items()), list(t.index_word.items()), t.document_count]",
    "table": "told(P.sequence.make_sampling_table(6))",
    "skipgrams": "random.seed(3)\nsorted(map(str, zip(*P.sequence.skipgrams([1, 2, 0, 3, 4], 9, "
    "window_size=1, negative_samples=0))))",
    "skipgrams_order": "P.sequence.skipgrams([1, 2, 3], 9, negative_samples=0, seed=5)",
    "skipgrams_categorical": "P.sequence.skipgrams([1, 2], 9, negative_samples=0, "
    "categorical=True, shuffle=False)",
    "skipgrams_negative": "random.seed(3)\nP.sequence.skipgrams([1, 2, 3], 5, shuffle=False)",
    "series": f"[told(x) for x in P.sequence.TimeseriesGenerator({_SERIES}, 3, batch_size=4)[1]]",
    "series_options": f"g = P.sequence.TimeseriesGenerator({_SERIES}, 4, sampling_rate=2, "
    "stride=2, start_index=1, end_index=8, reverse=True, batch_size=2)\n"
    "[len(g), *(told(x) for x in g[0])]",
    "series_lengths": "P.sequence.TimeseriesGenerator([1, 2], [1], 1)",
    "series_nothing_left": "P.sequence.TimeseriesGenerator([1, 2], [1, 2], 3)",
    "normalize": "told(U.normalize(np.array([[3.0, 4.0], [0.0, 0.0]])))",
    "normalize_axis": "told(U.normalize(np.array([[3.0, 4.0], [4.0, 3.0]]), axis=0, order=1))",
    "normalize_tensor": "told(U.normalize(tf.constant([[3.0, 4.0], [0.0, 2.0]])))",
    "normalize_tensor_order": "told(U.normalize(tf.constant([[3.0, -4.0], [0.0, 2.0]]), order=1))",
    "categorical_tensor": "told(U.to_categorical(tf.constant([[1], [0]]), 3))",
    "get_file_no_origin": "U.get_file('x')",
    "get_file_path": "U.get_file('a/x', 'https://localhost/x')",
    "get_file_no_name": "U.get_file(origin='https://localhost/')",
    "dataset_split": "K.datasets.boston_housing.load_data(test_split=1.0)",
    "dataset_version": "K.datasets.cifar100.load_data(label_mode='medium')",
    "labels": "K.datasets.reuters.get_label_names()",
    "pydataset_without_length": "U.PyDataset().num_batches",
    **{
        f"hashed_{name}": f"told(K.layers.Hashing({text})(tf.constant([['a', 'b'], ['cd', 'a']])))"
        for name, text in {
            "texts": "7",
            "salted": "7, salt=133",
            "masked": "7, mask_value='a'",
            "vectors": "3, output_mode='multi_hot'",
        }.items()
    },
    "bins_of_ten": BINS + "d.adapt(np.arange(10.0))\n[told(d.bin_boundaries), told(d([0.0, 5.0]))]",
    "bins_of_batches": BINS + "d.adapt(tf.data.Dataset.from_tensor_slices([1.0, 5, 2, 9, 4])"
    ".batch(2))\nd.bin_boundaries",
    "bins_of_many": BINS + "d.adapt(np.random.RandomState(0).normal(size=1000))\n"
    "told(np.round(d.bin_boundaries, 3))",
    "bins_config": "K.layers.Discretization([0.5], name='d').get_config()",
    "packed": "[U.pack_x_y_sample_weight(*a) for a in ((1,), ([1],), (1, 2), (1, 2, 3), ((1,),))]",
    "unpacked": "[U.unpack_x_y_sample_weight(a) for a in (1, (1,), [1, 2], (1, 2, 3))]",
    "unpacked_four": "U.unpack_x_y_sample_weight((1, 2, 3, 4))",
    "sequence_is_one": "U.Sequence is U.PyDataset",
}
